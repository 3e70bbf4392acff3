import { join } from 'node:path';
import type { Config } from '#platform/config.ts';
import { type ConnectionSettings, type Database, openDatabase } from '#platform/db/database.ts';
import { chooseDataDir } from '#platform/db/embedded/data-dir.ts';
import { startEmbeddedPostgres } from '#platform/db/embedded/start-embedded-postgres.ts';
import { checkDatabase, migrate } from '#platform/db/migrate.ts';
import { migrateJobs } from '#platform/jobs/worker.ts';
import type { Log } from '#platform/log/log.ts';

const CHECKOUT = join(import.meta.dirname, '../..');

export interface ReadyDatabase {
  readonly database: Database;
  readonly settings: ConnectionSettings;
  /** True for the embedded database, which serves this process alone. */
  readonly alone: boolean;
  close(): Promise<void>;
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

/** Starts the embedded database, or connects to the one of DATABASE_URL, and brings it to this version. */
export async function readyDatabase(config: Config, log: Log): Promise<ReadyDatabase> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        ...(config.embeddedPgUser ? { pgUser: config.embeddedPgUser } : {}),
        onExit: (death) => log.error(death, 'The embedded database ended unexpectedly'),
        onRestart: (restart) => log.warn(restart, 'The embedded database runs again'),
      });
  const settings: ConnectionSettings = embedded
    ? { host: embedded.socketDir, port: embedded.port, user: embedded.user, database: embedded.database }
    : { connectionString: config.databaseUrl! };
  const database = openDatabase(settings, (err) => log.warn({ err }, 'A connection to the database broke'));
  const close = async () => {
    await database.close();
    await embedded?.stop();
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
  return { database, settings, alone: embedded !== null, close };
}
