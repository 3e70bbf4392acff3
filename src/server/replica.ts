import { SECOND } from '#core/time.ts';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/db/database.ts';
import { DatabaseNotUsableError } from '#platform/db/migrate.ts';
import { notificationsOf } from '#platform/db/notifications.ts';
import { identify, type Mistake, mistakeOf } from '#platform/db/replica/identity.ts';
import { Replica } from '#platform/db/replica/replica.ts';
import { withClient } from '#platform/db/with-client.ts';
import type { Log } from '#platform/log/log.ts';
import type { ReadyDatabase } from './database.ts';

/** A replica that doesn’t answer delays the start by at most this many ms. */
const PATIENCE = SECOND;

/** What an operator has mistaken. */
const MISTAKES: Readonly<Record<Mistake, string>> = {
  other_database: 'The server in DATABASE_REPLICA_URL isn’t a replica of the database in DATABASE_URL.',
  no_standby: 'The server in DATABASE_REPLICA_URL isn’t a standby: it doesn’t follow the one in DATABASE_URL.',
};

/** Opens the replica of the settings, or returns null if there is none. It needn’t be reachable. */
export function openReplica(config: Config, { db, pool }: Database, log: Log): Replica | null {
  if (config.databaseReplicaUrl === null) return null;
  const settings = { connectionString: config.databaseReplicaUrl };
  return new Replica({ settings, primary: pool, notifications: notificationsOf(db), log });
}

/**
 * Closes the database and throws if the server in the settings belongs to another database. One that can’t be reached, or
 * that a failover has made the primary, is left alone until it is a standby: a site must be able to start then.
 */
export async function refuseWrongReplica(config: Config, { database, close }: ReadyDatabase, log: Log): Promise<void> {
  if (config.databaseReplicaUrl === null) return;
  const settings = {
    connectionString: config.databaseReplicaUrl,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
  };
  let mistake: Mistake | null = null;
  try {
    const replica = await withClient(settings, 'skein watch', identify);
    mistake = mistakeOf(replica, await identify(database.pool));
  } catch (err) {
    log.warn({ err }, 'The replica can’t be reached; public reads use the primary');
  }
  if (mistake === 'no_standby') log.warn(MISTAKES.no_standby);
  if (mistake !== 'other_database') return;
  await close();
  throw new DatabaseNotUsableError(MISTAKES[mistake]);
}
