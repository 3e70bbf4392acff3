import { type Db, notifyProcesses } from '../db/database.ts';
import type { Subscriber } from '../db/notifications.ts';
import type { LiveHub } from './hub.ts';

const KIND = 'sessions';

/**
 * Makes every process check the streams of a member when the transaction commits, so that those of ended sessions and
 * restricted accounts end right away. Otherwise they would last until their next heartbeat.
 */
export async function checkStreams(db: Db, accountId: string): Promise<void> {
  await notifyProcesses(db, { kind: KIND, payload: accountId });
}

/** Checks the streams of this process. The heartbeat checks those whose notification was missed. */
export function sessionEndsFor(hub: LiveHub): Subscriber {
  const check = (accountId: string) => hub.check(accountId);
  return {
    kind: KIND,
    receiveOwn: check,
    receive: (accountId, isOwn) => {
      if (!isOwn) check(accountId);
    },
    setListening: () => {},
  };
}
