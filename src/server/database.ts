import { join } from 'node:path';
import {
  chooseDataDir,
  EmbeddedPostgresError,
  findRunningPostgres,
  startEmbeddedPostgres,
} from '@skein/embedded-postgres';
import type { Config } from '#platform/config.ts';
import { type ConnectionSettings, type Database, openDatabase } from '#platform/db/database.ts';
import { checkDatabase, migrate } from '#platform/db/migrate.ts';
import { wakeNotifier } from '#platform/db/notifier.ts';
import { migrateJobs } from '#platform/jobs/worker.ts';
import type { Log } from '#platform/log/log.ts';

const CHECKOUT = join(import.meta.dirname, '../..');

export interface ReadyDatabase {
  readonly database: Database;
  readonly settings: ConnectionSettings;
  /** True for the embedded database, which serves only this process. */
  readonly alone: boolean;
  close: () => Promise<void>;
}

/**
 * Chooses the data folder. As root, the embedded database may need a different one than configured, which is logged.
 */
export function placeData(config: Config, log: Log): Config {
  if (config.databaseUrl) return config;
  const { dir, moved, reason } = chooseDataDir(config.dataDir, {
    checkoutDir: CHECKOUT,
    ...(config.embeddedPgUser ? { pgUser: config.embeddedPgUser } : {}),
  });
  if (moved) log.warn({ dataDir: dir }, reason ?? 'The data is stored in another folder');
  return { ...config, dataDir: dir };
}

/** Starts the embedded database, or returns the address of the external one. Doesn’t migrate it. */
export async function bareDatabase(
  config: Config,
  log: Log,
): Promise<{ settings: ConnectionSettings; close: () => Promise<void> }> {
  if (config.databaseUrl) return { settings: { connectionString: config.databaseUrl }, close: async () => {} };
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    ...(config.embeddedPgUser ? { pgUser: config.embeddedPgUser } : {}),
    onExit: (death) => log.error(death, 'The embedded database exited unexpectedly'),
    onRestart: (restart) => log.warn(restart, 'The embedded database was restarted'),
  });
  const { socketDir: host, port, user, database } = embedded;
  return { settings: { host, port, user, database }, close: () => embedded.stop() };
}

/** Starts the embedded database, or connects to DATABASE_URL, and migrates it to this version. */
export async function readyDatabase(config: Config, log: Log): Promise<ReadyDatabase> {
  const bare = await bareDatabase(config, log);
  const { settings } = bare;
  const database = openDatabase(settings, (err) => log.warn({ err }, 'A database connection was lost'));
  const close = async () => {
    await database.close();
    await bare.close();
  };
  try {
    await checkDatabase(database.db);
    const applied = await migrate(settings);
    if (applied.length > 0) log.info({ applied }, 'The database was migrated to this version');
    await migrateJobs(database.pool, log);
  } catch (error) {
    await close();
    throw error;
  }
  return { database, settings, alone: config.databaseUrl === null, close };
}

/**
 * Returns the database for a command: that of the running site if there is one, otherwise one that is started for it.
 * When the command closes it, the running site is notified of its changes.
 */
export async function commandDatabase(config: Config, log: Log): Promise<ReadyDatabase> {
  const ready = await findOrStart(config, log);
  return {
    ...ready,
    async close() {
      await wakeNotifier(ready.database.db).finally(ready.close);
    },
  };
}

async function findOrStart(config: Config, log: Log): Promise<ReadyDatabase> {
  try {
    return await readyDatabase(config, log);
  } catch (error) {
    const running =
      error instanceof EmbeddedPostgresError && error.code === 'already_running'
        ? findRunningPostgres(config.dataDir)
        : null;
    if (!running) throw error;
    const { socketDir: host, port, user, database: name } = running;
    const settings = { host, port, user, database: name };
    const database = openDatabase(settings, (err) => log.warn({ err }, 'A database connection was lost'));
    return { database, settings, alone: false, close: () => database.close() };
  }
}
