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
import { migrateJobs } from '#platform/jobs/worker.ts';
import type { Log } from '#platform/log/log.ts';

const CHECKOUT = join(import.meta.dirname, '../..');

export interface ReadyDatabase {
  readonly database: Database;
  readonly settings: ConnectionSettings;
  /** True for the embedded database, which serves this process alone. */
  readonly alone: boolean;
  close: () => Promise<void>;
}

/** Where everything lies; as root the embedded database may need another place than the wanted one, which is said. */
export function placeData(config: Config, log: Log): Config {
  if (config.databaseUrl) return config;
  const { dir, moved, reason } = chooseDataDir(config.dataDir, {
    checkoutDir: CHECKOUT,
    ...(config.embeddedPgUser ? { pgUser: config.embeddedPgUser } : {}),
  });
  if (moved) log.warn({ dataDir: dir }, reason ?? 'The data lies elsewhere');
  return { ...config, dataDir: dir };
}

/** The database as it is: the embedded one started, or the address of the other. */
export async function bareDatabase(
  config: Config,
  log: Log,
): Promise<{ settings: ConnectionSettings; close: () => Promise<void> }> {
  if (config.databaseUrl) return { settings: { connectionString: config.databaseUrl }, close: async () => {} };
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    ...(config.embeddedPgUser ? { pgUser: config.embeddedPgUser } : {}),
    onExit: (death) => log.error(death, 'The embedded database ended unexpectedly'),
    onRestart: (restart) => log.warn(restart, 'The embedded database runs again'),
  });
  const { socketDir: host, port, user, database } = embedded;
  return { settings: { host, port, user, database }, close: () => embedded.stop() };
}

/** Starts the embedded database, or connects to the one of DATABASE_URL, and brings it to this version. */
export async function readyDatabase(config: Config, log: Log): Promise<ReadyDatabase> {
  const bare = await bareDatabase(config, log);
  const { settings } = bare;
  const database = openDatabase(settings, (err) => log.warn({ err }, 'A connection to the database broke'));
  const close = async () => {
    await database.close();
    await bare.close();
  };
  try {
    await checkDatabase(database.db);
    const applied = await migrate(settings);
    if (applied.length > 0) log.info({ applied }, 'The database was brought to this version');
    await migrateJobs(database.pool, log);
  } catch (error) {
    await close();
    throw error;
  }
  return { database, settings, alone: config.databaseUrl === null, close };
}

/** The database for a command: that of the running site if there is one, else started for the command alone. */
export async function commandDatabase(config: Config, log: Log): Promise<ReadyDatabase> {
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
    const database = openDatabase(settings, (err) => log.warn({ err }, 'A connection to the database broke'));
    return { database, settings, alone: false, close: () => database.close() };
  }
}
