import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { after } from '#core/time.ts';
import { type Ctx, databaseNow, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { OwnSession } from '../contract.ts';
import { SESSION_ABSOLUTE, SESSION_IDLE } from '../model/account-limits.ts';
import { logSecurity } from './accounts.repo.ts';
import { readDevice } from './device.ts';
import { endSession, endSessions } from './end-sessions.ts';
import { forgetOtherDevices } from './known-devices.ts';

/**
 * Lists the caller’s sessions: the current one first, then by last use. Leaves out those that can’t be refreshed any
 * more.
 */
export async function listSessions(ctx: Ctx): Promise<OwnSession[]> {
  const { id, sessionId } = memberOf(ctx);
  const now = await databaseNow(ctx.db);
  const rows = await ctx.db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'used_at'])
    .where('account_id', '=', id)
    .where('ended_at', 'is', null)
    .where('used_at', '>=', after(now, -SESSION_IDLE))
    .where('created_at', '>=', after(now, -SESSION_ABSOLUTE))
    .orderBy((row) => row('id', '=', sessionId), 'desc')
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ...readDevice(row.device),
    begunAt: row.created_at.toISOString(),
    usedAt: row.used_at.toISOString(),
    isThis: row.id === sessionId,
  }));
}

/** Ends one of the caller’s sessions, from its next request on. Throws session_not_found. */
export async function endOwnSession(ctx: Ctx, input: { sessionId: string }): Promise<typeof DONE> {
  const { id } = memberOf(ctx);
  return inTransaction(ctx, async ({ db }) => {
    const own = await db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', input.sessionId)
      .where('account_id', '=', id)
      .executeTakeFirst();
    if (!own) throw new AppError('session_not_found');
    await endSession(db, own.id, 'ended');
    await logSecurity(db, id, 'session_ended');
    return DONE;
  });
}

/** Ends all of the caller’s sessions except the current one, and forgets the devices of the others. */
export async function endOtherSessions(ctx: Ctx): Promise<typeof DONE> {
  const { id, sessionId } = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    await endSessions(inner.db, id, 'ended', sessionId);
    await forgetOtherDevices(inner, id);
    await logSecurity(inner.db, id, 'other_sessions_ended');
    return DONE;
  });
}
