import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@skein/embedded-postgres';
import { type RawBuilder, sql } from 'kysely';
import { type ConnectionSettings, openDatabase } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { grantToSite, makeSiteRole } from '#platform/db/site-role.ts';
import { migrateJobs } from '#platform/jobs/worker.ts';
import { createLog } from '#platform/log/log.ts';
import { memoryFolder } from '../../tools/memory-folder.ts';

/** The role that sites use in the database of tests. */
export const SITE_ROLE = 'skein_site';
/** Name of the migrated database that is copied for tests. */
export const TEMPLATE = 'skein_template';

export interface TestServer {
  /** Folder in which its database is. */
  readonly dataDir: string;
  /** Settings of the template. Copies only differ in `database`. */
  readonly settings: ConnectionSettings;
  stop: () => Promise<void>;
}

/**
 * Starts a real PostgreSQL in a new folder, with the migrated template database, whose clock tests can shift.
 * Durability is off, because the folder is deleted afterwards. `more` are settings of PostgreSQL.
 */
export async function startTestServer(more: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(memoryFolder(), 'skein-test-'));
  // As root, the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    site: { role: SITE_ROLE, user: null },
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      autovacuum: 'off',
      ...more,
    },
  });
  const settings = { host: postgres.socketDir, port: postgres.port, user: postgres.user, database: TEMPLATE };
  const quiet = () => {};
  const root = openDatabase({ ...settings, database: postgres.database }, quiet, { max: 1 });
  await sql`create database ${sql.id(TEMPLATE)}`.execute(root.db);
  await root.close();
  await migrate(settings);
  const template = openDatabase(settings, quiet, { max: 2, statementTimeout: 0 });
  await migrateJobs(template.pool, createLog('silent'));
  await makeSiteRole(template.db, SITE_ROLE);
  await sql`create table test_clock (ahead interval not null)`.execute(template.db);
  await sql`insert into test_clock values ('0')`.execute(template.db);
  await sql`create or replace function db_clock() returns timestamptz language sql volatile parallel safe
    as 'select clock_timestamp() + ahead from test_clock'`.execute(template.db);
  await grantToSite(template.db, SITE_ROLE);
  await template.close();
  return {
    dataDir,
    settings,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let copies = 0;

/** Creates a copy of the template for one test file, in about 50 ms. */
export async function createTestDatabase(settings: ConnectionSettings): Promise<ConnectionSettings> {
  copies += 1;
  const database = `test_${process.pid}_${copies}_${Date.now().toString(36)}`;
  await onServer(settings, sql`create database ${sql.id(database)} template ${sql.id(TEMPLATE)} strategy file_copy`);
  return { ...settings, database };
}

/** Drops a copy, so that the data of all files together doesn’t fill the memory. Its connections have to be closed. */
export async function dropTestDatabase({ database, ...server }: ConnectionSettings): Promise<void> {
  await onServer(server, sql`drop database ${sql.id(database!)} with (force)`);
}

async function onServer(settings: ConnectionSettings, statement: RawBuilder<unknown>): Promise<void> {
  const root = openDatabase({ ...settings, database: 'postgres' }, () => {}, {
    max: 1,
    wait: 30_000,
    statementTimeout: 0,
  });
  await statement.execute(root.db);
  await root.close();
}

/** Returns the `DATABASE_URL` of a database, for tests of a site with its own settings. */
export function urlOf({ host, port, user, database }: ConnectionSettings): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`;
}
