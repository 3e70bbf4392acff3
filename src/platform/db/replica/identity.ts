import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { readLogPosition } from '../log-position.ts';

/** What tells a server apart from others. */
export interface Identity {
  /** The same for a database and its physical replicas. */
  readonly database: string;
  /** When the server was started. Another server behind the same address has another time. */
  readonly run: string;
  readonly isStandby: boolean;
}

/** A connection or a pool. */
interface Asked {
  query: (text: string) => Promise<{ rows: unknown[] }>;
}

export const askedBy = (db: Db): Asked => ({ query: (text) => sql.raw(text).execute(db) });

/** Returns the only row of a query. */
export async function askRow<R>(client: Asked, text: string): Promise<R> {
  const { rows } = await client.query(text);
  return rows[0] as R;
}

/** Returns when the server was started, which differs between servers. */
export const RUN = 'select pg_postmaster_start_time()::text as run';

const IDENTITY = `select system_identifier || ' ' || (select oid from pg_database where datname = current_database()) as database,
  pg_postmaster_start_time()::text as run, pg_is_in_recovery() as "isStandby" from pg_control_system()`;

export const identify = (client: Asked): Promise<Identity> => askRow<Identity>(client, IDENTITY);

/** Why a server can’t be the replica of a primary. */
export type Mistake = 'other_database' | 'no_standby';

/** Returns why this server can’t be the replica of this primary, or null if it can. */
export function mistakeOf(replica: Identity, primary: Identity): Mistake | null {
  if (replica.database !== primary.database) return 'other_database';
  return replica.isStandby ? null : 'no_standby';
}

/** Returns the position for the next record of the log. Everything that is visible now comes before it. */
export async function primaryPosition(primary: Asked): Promise<bigint> {
  const { position } = await askRow<{ position: string }>(
    primary,
    'select pg_current_wal_insert_lsn()::text as position',
  );
  return readLogPosition(position)!;
}

/**
 * Writes a record to the log of the primary, and returns the position after it. It is the end of a transaction that changes
 * nothing, which every role may write.
 */
export async function writeMark(primary: Asked): Promise<bigint> {
  await primary.query('select pg_current_xact_id()');
  return primaryPosition(primary);
}

/** How far the replica has come. What was committed before this position can be read there. */
export async function replayedPosition(replica: Asked): Promise<{ replayed: bigint; isStandby: boolean }> {
  const { position, isStandby } = await askRow<{ position: string | null; isStandby: boolean }>(
    replica,
    'select pg_last_wal_replay_lsn()::text as position, pg_is_in_recovery() as "isStandby"',
  );
  return { replayed: readLogPosition(position ?? '0/0')!, isStandby };
}
