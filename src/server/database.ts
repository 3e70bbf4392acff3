import { join } from 'node:path';
import {
  chooseDataDir,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  findRunningPostgres,
  findSiteUser,
  type SystemUser,
  startEmbeddedPostgres,
} from '@skein/embedded-postgres';
import type { Config } from '#platform/config.ts';
import { type ConnectionSettings, type Database, openDatabase } from '#platform/db/database.ts';
import { checkDatabase, DatabaseNotUsableError, migrate } from '#platform/db/migrate.ts';
import { wakeNotifier } from '#platform/db/notifier.ts';
import { grantToSite, isDenied, makeSiteRole, roleOf } from '#platform/db/site-role.ts';
import { migrateJobs } from '#platform/jobs/worker.ts';
import type { Log } from '#platform/log/log.ts';
import { OwnerNotConnected } from './plain-failure.ts';
import { connectionsOfAll } from './processes/connections.ts';

const CHECKOUT = join(import.meta.dirname, '../..');
/** Role of the site in the embedded database. */
const SITE_ROLE = 'skein_site';

export interface ReadyDatabase {
  readonly database: Database;
  /** Settings of the role of the site. */
  readonly settings: ConnectionSettings;
  /** See `BareDatabase`. */
  readonly siteUser: SystemUser | null;
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
    siteUser: findSiteUser(config.runAs ?? undefined, config.dataDir),
  });
  if (moved) log.warn({ dataDir: dir }, reason ?? 'The data is stored in another folder');
  return { ...config, dataDir: dir };
}

/** A database that may not be migrated yet. */
export interface BareDatabase {
  /** For the role that owns the tables. It migrates them, and restores backups. */
  readonly owner: ConnectionSettings;
  /** For the role that everything else uses. It can’t change the logs. The same one if there is only one. */
  readonly site: ConnectionSettings;
  /** The user as whom a process that was started as root goes on. Null if it is not root, or stays root. */
  readonly siteUser: SystemUser | null;
  close: () => Promise<void>;
}

/** How a command starts the embedded database in another way than the site. */
export type OtherStart = Pick<EmbeddedPostgresOptions, 'native' | 'lock' | 'like'>;

/** Starts the embedded database, or returns the addresses of the external one. Doesn’t migrate it. */
export async function bareDatabase(config: Config, log: Log, otherStart: OtherStart = {}): Promise<BareDatabase> {
  const { databaseUrl, databaseOwnerUrl } = config;
  const siteUser = findSiteUser(config.runAs ?? undefined, databaseUrl === null ? config.dataDir : null);
  if (databaseUrl) {
    const site = { connectionString: databaseUrl };
    const owner = databaseOwnerUrl ? { connectionString: databaseOwnerUrl } : site;
    if (owner !== site) await tryOwner(owner);
    return { owner, site, siteUser, close: async () => {} };
  }
  const embedded = await startEmbeddedPostgres({
    ...otherStart,
    dataDir: config.dataDir,
    settings: { max_connections: String(connectionsOfAll(config)) },
    ...(config.embeddedPgUser ? { pgUser: config.embeddedPgUser } : {}),
    site: { role: SITE_ROLE, user: siteUser },
    onExit: (death) => log.error(death, 'The embedded database exited unexpectedly'),
    onRestart: (restart) => log.warn(restart, 'The embedded database was restarted'),
  });
  const { socketDir: host, port, user, database } = embedded;
  const owner = { host, port, user, database };
  return { owner, site: { ...owner, user: SITE_ROLE }, siteUser, close: () => embedded.stop() };
}

/** Throws if the role can’t connect. Later, such an error would look like one of `DATABASE_URL`. */
async function tryOwner(owner: ConnectionSettings): Promise<void> {
  const database = openDatabase(owner, () => {}, { max: 1 });
  try {
    await database.pool.query('select');
  } catch (cause) {
    throw new OwnerNotConnected('DATABASE_OWNER_URL can’t be used', { cause });
  } finally {
    await database.close();
  }
}

/** Starts the embedded database, or connects to DATABASE_URL, and migrates it to this version. */
export async function readyDatabase(config: Config, log: Log): Promise<ReadyDatabase> {
  const bare = await bareDatabase(config, log);
  const { site: settings, siteUser } = bare;
  let database: Database | undefined;
  const close = async () => {
    await database?.close();
    await bare.close();
  };
  try {
    database = openSite(settings, log);
    await prepareTables(bare, database, log);
    return { database, settings, siteUser, alone: config.databaseUrl === null, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const openSite = (settings: ConnectionSettings, log: Log) =>
  openDatabase(settings, (err) => log.warn({ err }, 'A database connection was lost'));

/** Migrates the tables as their owner, and gives the role of the site what it needs. */
async function prepareTables({ owner, site }: BareDatabase, database: Database, log: Log): Promise<void> {
  const own = owner === site ? database : openDatabase(owner, () => {}, { max: 1, statementTimeout: 0 });
  try {
    await checkDatabase(own.db);
    if (site.user === SITE_ROLE) await makeSiteRole(own.db, SITE_ROLE);
    const applied = await migrate(owner);
    if (applied.length > 0) log.info({ applied }, 'The database was migrated to this version');
    await migrateJobs(own.pool, log);
    if (own !== database) await grantToSite(own.db, site.user ?? (await roleOf(database.db)));
  } catch (error) {
    throw isDenied(error)
      ? new DatabaseNotUsableError(
          'The role in DATABASE_OWNER_URL may not change the tables. Use the role that owns them.',
          { cause: error },
        )
      : error;
  } finally {
    if (own !== database) await own.close();
  }
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
    const { socketDir: host, port, database: name } = running;
    const settings = { host, port, user: SITE_ROLE, database: name };
    const database = openSite(settings, log);
    const siteUser = findSiteUser(config.runAs ?? undefined, config.dataDir);
    return { database, settings, siteUser, alone: false, close: () => database.close() };
  }
}
