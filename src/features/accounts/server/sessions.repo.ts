import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import { SESSIONS_PER_ACCOUNT } from '../model/account-limits.ts';
import type { SessionEnd } from '../model/account-status.ts';

/**
 * Inserts a session, and ends the oldest ones beyond the limit of the account. Returns its id, the language of the member,
 * and whether sessions have ended.
 */
export async function insertSession(
  db: Db,
  session: { accountId: string; seed: Buffer; device: string },
): Promise<{ id: string; language: Language; hasEnded: boolean }> {
  const { accountId, seed, device } = session;
  const opened = await db
    .insertInto('sessions')
    .values({ account_id: accountId, seed, device })
    .returning([
      'id',
      sql<
        Row<'accounts'>['preferred_language']
      >`(select preferred_language from accounts where accounts.id = ${accountId})`.as('language'),
    ])
    .executeTakeFirstOrThrow();
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_at: sql`db_clock()`, end_reason: 'too_many' })
    .where('ended_at', 'is', null)
    .where('id', 'in', (open) =>
      open
        .selectFrom('sessions')
        .select('id')
        .where('account_id', '=', accountId)
        .where('ended_at', 'is', null)
        .orderBy('used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(SESSIONS_PER_ACCOUNT),
    )
    .executeTakeFirst();
  return { ...opened, hasEnded: numUpdatedRows > 0n };
}

/** Returns the session with the status of its account, locked until the transaction ends. */
export function lockSession(db: Db, id: string) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .where('s.id', '=', id)
    .select([
      's.id',
      's.account_id',
      's.seed',
      's.generation',
      's.rotates',
      's.rotated_at',
      's.created_at',
      's.used_at',
      's.ended_at',
    ])
    .select(['a.status', 'a.suspended_until', 'a.preferred_language', 'a.time_zone'])
    .forUpdate('s')
    .executeTakeFirst();
}

/** Records the use of a session. `generation` if its refresh token has been replaced. */
export async function noteUse(db: Db, id: string, now: Date, generation?: number): Promise<void> {
  const rotated = generation === undefined ? {} : { generation, rotated_at: now, rotates: true };
  await db
    .updateTable('sessions')
    .set({ used_at: now, ...rotated })
    .where('id', '=', id)
    .execute();
}

/** Ends a session. Returns its account, or undefined if it had ended before. Use `endSession`. */
export function closeSession(db: Db, id: string, reason: SessionEnd) {
  return db
    .updateTable('sessions')
    .set({ ended_at: sql`db_clock()`, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst();
}

/** Ends sessions of an account, all or all but one. Use `endSessions`. */
export async function closeSessions(db: Db, accountId: string, reason: SessionEnd, except?: string): Promise<void> {
  let update = db
    .updateTable('sessions')
    .set({ ended_at: sql`db_clock()`, end_reason: reason })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null);
  if (except) update = update.where('id', '!=', except);
  await update.execute();
}

/** Ends the sessions of all accounts. */
export async function endEverySession(db: Db, reason: SessionEnd): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql`db_clock()`, end_reason: reason })
    .where('ended_at', 'is', null)
    .execute();
}

/** Returns the seed that proves a refresh token of a session. */
export function findSessionSeed(db: Db, id: string) {
  return db.selectFrom('sessions').select(['id', 'seed']).where('id', '=', id).executeTakeFirst();
}

export type ReportedSession = NonNullable<Awaited<ReturnType<typeof findReportedSession>>>;

/** Returns what the email about a login says about its session. */
export function findReportedSession(db: Db, id: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'seed', 'account_id', 'device', 'created_at', 'ended_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Ends a session, and those that the account has opened since. Callers use `endSessionsSince`. */
export async function closeSessionsSince(
  db: Db,
  session: { id: string; account_id: string; created_at: Date },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql`db_clock()`, end_reason: 'ended' })
    .where('account_id', '=', session.account_id)
    .where((row) => row.or([row('id', '=', session.id), row('created_at', '>=', session.created_at)]))
    .where('ended_at', 'is', null)
    .execute();
}
