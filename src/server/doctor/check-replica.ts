import { setTimeout as delay } from 'node:timers/promises';
import { SECOND } from '#core/time.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/database.ts';
import { endOfLastRecord } from '#platform/db/log-position.ts';
import {
  askedBy,
  identify,
  type Mistake,
  mistakeOf,
  replayedPosition,
  writeMark,
} from '#platform/db/replica/identity.ts';
import { withClient } from '#platform/db/with-client.ts';
import { type Check, ok, warn, wrong } from './finding.ts';

/** In ms. */
export const REPLICA_TIMES = { answer: 3 * SECOND, late: 5 * SECOND, look: 50 };

/** How the replica is. `none`: the site has none. `late`: it doesn’t replay a new mark in time. */
export type ReplicaState = 'none' | 'follows' | 'late' | 'unreachable' | Mistake;

/** Writes a mark on the primary, and looks whether the replica of the settings replays it in time. */
export async function examineReplica(
  { databaseReplicaUrl }: Pick<Config, 'databaseReplicaUrl'>,
  db: Db,
  times = REPLICA_TIMES,
): Promise<ReplicaState> {
  if (databaseReplicaUrl === null) return 'none';
  const primary = askedBy(db);
  const identity = await identify(primary);
  const mark = endOfLastRecord(await writeMark(primary));
  const settings = {
    connectionString: databaseReplicaUrl,
    connectionTimeoutMillis: times.answer,
    query_timeout: times.answer,
  };
  const examined = withClient(settings, 'skein doctor', async (replica): Promise<ReplicaState> => {
    const mistake = mistakeOf(await identify(replica), identity);
    if (mistake !== null) return mistake;
    const end = performance.now() + times.late;
    for (;;) {
      if ((await replayedPosition(replica)).replayed >= mark) return 'follows';
      if (performance.now() > end) return 'late';
      await delay(times.look);
    }
  });
  return examined.catch(() => 'unreachable');
}

/** Looks whether the replica follows the primary. */
export const checkReplica: Check = async ({ deps: { config, db } }) => {
  const state = await examineReplica(config, db);
  switch (state) {
    case 'none':
      return [];
    case 'follows':
      return [ok('replica_follows')];
    case 'late':
      return [warn('replica_late', { seconds: REPLICA_TIMES.late / SECOND })];
    case 'unreachable':
      return [warn('replica_unreachable')];
    case 'other_database':
      return [wrong('replica_other_database')];
    case 'no_standby':
      return [wrong('replica_no_standby')];
  }
};
