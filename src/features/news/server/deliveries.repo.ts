import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { DELIVERIES_KEPT, REFUSALS_MAX } from '../model/news-limits.ts';

/** Locks the row of a member’s address, so that their emails are counted one after the other. */
async function lockAddress(db: Db, accountId: string): Promise<{ refused: number; stopped_at: Date | null }> {
  return db
    .insertInto('mail_refusals')
    .values({ account_id: accountId })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ account_id: accountId }))
    .returning(['refused', 'stopped_at'])
    .executeTakeFirstOrThrow();
}

/**
 * Claims the email of a message, in an open transaction. Returns false if the member had `most` emails that day, if their
 * address was refused, or if it has been sent. A claim lasts, so another attempt for the same message gets it again.
 */
export async function claimMail(
  db: Db,
  { accountId, messageId, day, most }: { accountId: string; messageId: string; day: string; most: number },
): Promise<boolean> {
  const { stopped_at } = await lockAddress(db, accountId);
  if (stopped_at !== null) return false;
  const known = await db
    .selectFrom('mail_deliveries')
    .select('sent_at')
    .where('account_id', '=', accountId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  if (known) return known.sent_at === null;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mail_deliveries')
    .columns(['account_id', 'message_id', 'day'])
    .expression(
      db
        .selectNoFrom([
          sql<string>`${accountId}::bigint`.as('account_id'),
          sql<string>`${messageId}::bigint`.as('message_id'),
          sql<string>`${day}::date`.as('day'),
        ])
        .where(
          sql<boolean>`(select count(*) from mail_deliveries where account_id = ${accountId} and day = ${day}::date) < ${most}`,
        ),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Records that the mail server has accepted an email, and the address with it. */
export async function markSent(db: Db, accountId: string, messageId: string): Promise<void> {
  await db
    .updateTable('mail_deliveries')
    .set({ sent_at: sql<Date>`db_clock()` })
    .where('account_id', '=', accountId)
    .where('message_id', '=', messageId)
    .execute();
  await db
    .updateTable('mail_refusals')
    .set({ refused: 0 })
    .where('account_id', '=', accountId)
    .where('stopped_at', 'is', null)
    .where('refused', '>', 0)
    .execute();
}

/** Counts a permanent refusal, in an open transaction. Returns true if nothing more is sent from now on. */
export async function countRefusal(db: Db, accountId: string): Promise<boolean> {
  const { refused, stopped_at } = await lockAddress(db, accountId);
  if (stopped_at !== null) return false;
  const isStopped = refused + 1 === REFUSALS_MAX;
  await db
    .updateTable('mail_refusals')
    .set({ refused: refused + 1, ...(isStopped ? { stopped_at: sql<Date>`db_clock()` } : {}) })
    .where('account_id', '=', accountId)
    .execute();
  return isStopped;
}

/** Forgets the refusals of a member’s address, because it has changed or they want to try again. */
export async function forgetRefusals(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('mail_refusals').where('account_id', '=', accountId).execute();
}

export async function dropOldDeliveries(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('mail_deliveries')
    .where('day', '<', new Date(now.getTime() - DELIVERIES_KEPT).toISOString().slice(0, 10))
    .execute();
}
