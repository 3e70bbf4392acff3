import type { Db } from '#platform/db/database.ts';
import { checkStreams } from '#platform/live/session-ends.ts';
import type { SessionEnd } from '../model/account-status.ts';
import { closeSession, closeSessions, closeSessionsSince, type ReportedSession } from './sessions.repo.ts';

/** Ends a session and its streams. */
export async function endSession(db: Db, id: string, reason: SessionEnd): Promise<void> {
  const closed = await closeSession(db, id, reason);
  if (closed) await checkStreams(db, closed.account_id);
}

/** Ends sessions of an account, all or all but one, and their streams. */
export async function endSessions(db: Db, accountId: string, reason: SessionEnd, except?: string): Promise<void> {
  await closeSessions(db, accountId, reason, except);
  await checkStreams(db, accountId);
}

/** Ends a session, those that the account has opened since, and their streams. */
export async function endSessionsSince(db: Db, session: ReportedSession): Promise<void> {
  await closeSessionsSince(db, session);
  await checkStreams(db, session.account_id);
}
