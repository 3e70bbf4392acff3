import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { type ConnectionSettings, type Db, openDatabase } from './database.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

/** Thrown if the database can’t be used. The message says what to do. */
export class DatabaseNotUsableError extends Error {}

/** Names of all migrations of this version, in order. */
export async function migrations(): Promise<string[]> {
  const files = await readdir(MIGRATIONS);
  return files.flatMap((name) => (/^\d{4}-[\w-]+\.sql$/.test(name) ? [name.replace(/\.sql$/, '')] : [])).sort();
}

/** Maximum wait for other processes that are migrating, and for tables that are always locked. */
const PATIENCE_MS = 120_000;
/**
 * Maximum wait of a migration for a table. The same as for a request, because all other queries on the table wait
 * behind the migration.
 */
const TABLE_MS = 2000;
const PAUSE_MS = 1000;

/**
 * Migrates the database to this version: runs each file of `migrations/` once, in order, in one transaction. A lock
 * allows any number of processes to start at the same time. There are no down migrations. If the running site is using
 * a table, it rolls back and tries again, so that no request is blocked. With `target` it stops after that migration,
 * for a backup of an older version. Returns the names of the applied migrations.
 */
export async function migrate(settings: ConnectionSettings, target?: string): Promise<string[]> {
  // A separate connection: on the first start of a large database, building indexes may take longer than a request may.
  const database = openDatabase(settings, () => {}, { max: 1, statementTimeout: 0, lockTimeout: PATIENCE_MS });
  const migrator = new Migrator({
    db: database.db,
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
    provider: {
      async getMigrations() {
        return Object.fromEntries(
          (await migrations()).map((name) => [
            name,
            {
              async up(trx) {
                await sql`set local lock_timeout = ${sql.lit(TABLE_MS)}`.execute(trx);
                await sql.raw(await readFile(join(MIGRATIONS, `${name}.sql`), 'utf8')).execute(trx);
              },
            },
          ]),
        );
      },
    },
  });
  try {
    for (const begun = performance.now(); ; ) {
      const { error, results } = await (target ? migrator.migrateTo(target) : migrator.migrateToLatest());
      if (!error) return (results ?? []).filter((r) => r.status === 'Success').map((r) => r.migrationName);
      if (!isLockTimeout(error) || performance.now() - begun > PATIENCE_MS)
        throw new DatabaseNotUsableError(`The database could not be migrated to this version: ${String(error)}`, {
          cause: error,
        });
      await delay(PAUSE_MS);
    }
  } finally {
    await database.close();
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/**
 * Refuses databases that would lose or hide text: PostgreSQL before 15, an encoding other than UTF-8, or a character
 * type without CJK, with which trigram search finds nothing in Chinese, Japanese and Korean (anchors: db §7).
 */
export async function checkDatabase(db: Db): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string; ctype: string }>`
    select current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding, datctype as ctype
    from pg_database where datname = current_database()`.execute(db);
  const found = rows[0];
  if (!found) throw new DatabaseNotUsableError('The database returned no information about itself.');
  if (found.version < 150000)
    throw new DatabaseNotUsableError(`PostgreSQL 15 or newer is needed; this is ${Math.floor(found.version / 10000)}.`);
  if (found.encoding !== 'UTF8')
    throw new DatabaseNotUsableError(
      `The database must have the encoding UTF8, not ${found.encoding}: create it with ENCODING 'UTF8'.`,
    );
  if (!/utf-?8/i.test(found.ctype)) {
    throw new DatabaseNotUsableError(
      `The database must have a UTF-8 LC_CTYPE, not ${found.ctype}: create it with LC_CTYPE 'C.UTF-8' and TEMPLATE template0.`,
    );
  }
}
