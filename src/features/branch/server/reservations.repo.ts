import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { RESERVATION_KEPT, RESERVATIONS_PER_MEMBER } from '../model/branch-limits.ts';

/** Members’ reservations of continuations. An expired one counts as none, even before it is deleted. */

export const IS_LIVING = sql<boolean>`r.expires_at > db_clock()`;

export async function holdReservation(
  db: Db,
  reservation: { parentId: string; accountId: string; storyId: string },
): Promise<{ until: Date }> {
  const until = sql<Date>`db_clock() + make_interval(secs => ${RESERVATION_KEPT / 1000})`;
  return db
    .insertInto('branch_reservations')
    .values({
      parent_id: reservation.parentId,
      account_id: reservation.accountId,
      story_id: reservation.storyId,
      expires_at: until,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['parent_id', 'account_id'])
        .doUpdateSet({ reserved_at: sql<Date>`db_clock()`, expires_at: sql.ref('excluded.expires_at') }),
    )
    .returning('expires_at as until')
    .executeTakeFirstOrThrow();
}

/** Returns false if there was none. */
export async function dropReservation(db: Db, parentId: string, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('branch_reservations')
    .where('parent_id', '=', parentId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the oldest reservations beyond the limit, so that no one can reserve all open branches of a story. */
export async function dropOldestReservations(db: Db, storyId: string, accountId: string): Promise<void> {
  await sql`delete from branch_reservations where story_id = ${storyId} and account_id = ${accountId} and parent_id not in (
    select parent_id from branch_reservations where story_id = ${storyId} and account_id = ${accountId}
    order by reserved_at desc, parent_id desc limit ${RESERVATIONS_PER_MEMBER})`.execute(db);
}

/** Releases the reservations of a member who leaves a story. */
export async function dropReservationsOf(db: Db, storyId: string, accountId: string): Promise<void> {
  await db
    .deleteFrom('branch_reservations')
    .where('story_id', '=', storyId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Deletes expired reservations. They are no longer shown anywhere. */
export async function dropExpiredReservations(ctx: Ctx): Promise<void> {
  await sql`delete from branch_reservations where expires_at <= db_clock()`.execute(ctx.db);
}

/**
 * A chapter occupies its continuation while it is in review and once it is public, but not as a draft or when rejected.
 */
const HOLDS_WAY = sql`ch.deleted_at is null and ch.status in ('pending', 'approved', 'hidden')`;

/** SQL expression: the number of continuations of a chapter that are occupied by chapters other than `but`. */
export function countHeld(parentId: string, but: string | null = null) {
  return sql<number>`(select count(*)::int from chapters ch
    where ch.parent_id = ${parentId} and ${HOLDS_WAY} and ch.id is distinct from ${but})`;
}

/** A reservation and the member who holds it. */
export interface ReservationRow {
  parent_id: string;
  until: Date;
  id: string;
  username: string;
  slug: string;
}

/** Query for the active reservations in a story, oldest first. Only those after `parentId`, if given. */
export function activeReservations(db: Db, storyId: string, parentId: string | null = null) {
  const query = db
    .selectFrom('branch_reservations as r')
    .innerJoin('accounts as a', 'a.id', 'r.account_id')
    .where('r.story_id', '=', storyId)
    .where(IS_LIVING)
    .orderBy('r.reserved_at')
    .orderBy('r.account_id')
    .select(['r.parent_id', 'r.expires_at as until', 'a.id', 'a.username', 'a.slug']);
  return parentId === null ? query : query.where('r.parent_id', '=', parentId);
}
