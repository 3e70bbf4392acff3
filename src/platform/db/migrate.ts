import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type ConnectionSettings, type Db, openDatabase } from './database.ts';
import type { DB } from './schema.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

/** Thrown if the database can’t be used. The message says what to do. */
export class DatabaseNotUsableError extends Error {}

/** Names of all migrations of this version, in order. */
export async function migrations(): Promise<string[]> {
  const files = await readdir(MIGRATIONS);
  return files.flatMap((name) => (/^\d{4}-[\w-]+\.sql$/.test(name) ? [name.replace(/\.sql$/, '')] : [])).sort();
}

/** Maximum wait for tables that are always locked. */
const PATIENCE_MS = 120_000;
/**
 * Maximum wait of a migration for a table. The same as for a request, because all other queries on the table wait
 * behind the migration.
 */
const TABLE_MS = 2000;
const PAUSE_MS = 1000;

/** Starts a step of a migration. Each step is a transaction of its own. */
const STEP = /^-- Step: .+$/m;
/** Held while migrating. Earlier versions take a lock with the same key. */
const LOCK = '3853314791062309107';

/**
 * Migrates the database to this version: runs each file of `migrations/` once, in order. A file is one transaction, or
 * several if it has lines `-- Step: …`. Each step is committed together with a note that it is done, so that the next
 * start continues after it if the process is killed. A lock allows any number of processes to start at the same time.
 * There are no down migrations. If the running site is using a table, the step rolls back and tries again, so that no
 * request is blocked. With `target` it stops after that migration, for a backup of an older version. `onStep` is called
 * after each step. Returns the names of the applied migrations.
 */
export async function migrate(
  settings: ConnectionSettings,
  target?: string,
  onStep: (name: string, done: number) => void = () => {},
): Promise<string[]> {
  // A separate connection: on the first start of a large database, building indexes may take longer than a request may.
  // It may also have to wait for another process that is migrating.
  const database = openDatabase(settings, () => {}, { max: 1, statementTimeout: 0, lockTimeout: 0 });
  try {
    return await database.db.connection().execute(async (db) => {
      // If this process is killed, its statement ends soon after, and with it the lock.
      await sql`set client_connection_check_interval = '5s'`.execute(db);
      // Released when the connection closes.
      await sql`select pg_advisory_lock(${sql.lit(LOCK)})`.execute(db);
      const waiting = await findPending(db, target);
      for (const name of waiting) await applyMigration(db, name, onStep);
      return waiting;
    });
  } catch (error) {
    if (error instanceof DatabaseNotUsableError) throw error;
    throw new DatabaseNotUsableError(`The database could not be migrated to this version: ${String(error)}`, {
      cause: error,
    });
  } finally {
    await database.close();
  }
}

/** Returns the migrations that haven’t been applied. Creates the tables that list the applied ones and their steps. */
async function findPending(db: Db, target: string | undefined): Promise<string[]> {
  const { rows: made } = await sql`select where to_regclass('schema_migration_steps') is not null`.execute(db);
  // Only if needed: the role of the site may not create tables, and can start if nothing is to be migrated.
  if (made.length === 0)
    await sql`create table if not exists schema_migrations
        (name varchar(255) primary key, timestamp varchar(255) not null);
      create table if not exists schema_migration_steps (name varchar(255) primary key, done integer not null)`.execute(
      db,
    );
  return notApplied(db, target);
}

async function notApplied(db: Db, target: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
  const known = await migrations();
  if (rows.some(({ name }, index) => name !== known[index]))
    throw new DatabaseNotUsableError(
      `The database was migrated by another version of Skein (${rows.at(-1)!.name}). Start that version or a later one.`,
    );
  return known.slice(rows.length, target === undefined ? known.length : known.indexOf(target) + 1);
}

/**
 * Returns the migrations that haven’t been applied, without changing anything. Throws if the database is of another version.
 */
export async function pendingMigrations(settings: ConnectionSettings): Promise<string[]> {
  const database = openDatabase(settings, () => {}, { max: 1 });
  try {
    await checkDatabase(database.db);
    const { rows } = await sql`select where to_regclass('schema_migrations') is not null`.execute(database.db);
    return rows.length > 0 ? await notApplied(database.db, undefined) : await migrations();
  } finally {
    await database.close();
  }
}

/**
 * Returns the steps of a migration, or all of it if it has none. Throws if SQL comes before the first step, which none
 * of them would run.
 */
export function stepsOf(name: string, content: string): string[] {
  const [before = '', ...steps] = content.split(STEP);
  if (steps.length === 0) return [before];
  const statement = before.split('\n').find((line) => !/^\s*(--|$)/.test(line));
  if (statement !== undefined)
    throw new DatabaseNotUsableError(
      `The migration ${name} has SQL before its first line “-- Step: …”, which no step would run: ${statement.trim()}`,
    );
  return steps;
}

/** Runs the steps of a migration that aren’t done yet. */
async function applyMigration(
  db: Kysely<DB>,
  name: string,
  onStep: (name: string, done: number) => void,
): Promise<void> {
  const steps = stepsOf(name, await readFile(join(MIGRATIONS, `${name}.sql`), 'utf8'));
  const { rows } = await sql<{ done: number }>`select done from schema_migration_steps where name = ${name}`.execute(
    db,
  );
  for (let done = rows[0]?.done ?? 0; done < steps.length; ) {
    const step = steps[done]!;
    done += 1;
    await withPatience(() =>
      db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = ${sql.lit(TABLE_MS)}`.execute(trx);
        await sql.raw(step).execute(trx);
        await noteStep(trx, name, done, steps.length);
      }),
    );
    onStep(name, done);
  }
}

async function noteStep(db: Db, name: string, done: number, steps: number): Promise<void> {
  if (done < steps) {
    await sql`insert into schema_migration_steps (name, done) values (${name}, ${done})
      on conflict (name) do update set done = excluded.done`.execute(db);
    return;
  }
  await sql`delete from schema_migration_steps where name = ${name}`.execute(db);
  await sql`insert into schema_migrations (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(db);
}

/** Tries again while a table is locked. */
async function withPatience(attempt: () => Promise<void>): Promise<void> {
  for (const begun = performance.now(); ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBlocked(error) || performance.now() - begun > PATIENCE_MS) throw error;
    }
    await delay(PAUSE_MS);
  }
}

/** True if a table is in use: the lock took too long, or the wait would never have ended. */
function isBlocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');
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
