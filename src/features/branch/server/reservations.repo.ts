import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { RESERVATIONS_PER_MEMBER, SPOT_KEPT } from '../model/branch-limits.ts';

/** Reservations that members hold after chapters. One that ran out is as good as none until it is tidied up. */

export const IS_LIVING = sql<boolean>`sp.expires_at > db_clock()`;

export async function holdReservation(
  db: Db,
  reservation: { parentId: string; accountId: string; storyId: string },
): Promise<{ until: Date }> {
  const until = sql<Date>`db_clock() + make_interval(secs => ${SPOT_KEPT / 1000})`;
  return db
    .insertInto('branch_spots')
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

/** False when they held none. */
export async function dropReservation(db: Db, parentId: string, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('branch_spots')
    .where('parent_id', '=', parentId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Nobody keeps all ends of a story to themselves: beyond a few, the reservations held longest go. */
export async function dropOldestReservations(db: Db, storyId: string, accountId: string): Promise<void> {
  await sql`delete from branch_spots where story_id = ${storyId} and account_id = ${accountId} and parent_id not in (
    select parent_id from branch_spots where story_id = ${storyId} and account_id = ${accountId}
    order by reserved_at desc, parent_id desc limit ${RESERVATIONS_PER_MEMBER})`.execute(db);
}

/** Releases the reservations of a member who leaves a story. */
export async function dropReservationsOf(db: Db, storyId: string, accountId: string): Promise<void> {
  await db.deleteFrom('branch_spots').where('story_id', '=', storyId).where('account_id', '=', accountId).execute();
}

/** Forgets the reservations that ran out; nothing shows them any more. */
export async function dropExpiredReservations(ctx: Ctx): Promise<void> {
  await sql`delete from branch_spots where expires_at <= db_clock()`.execute(ctx.db);
}

/** A chapter holds its way while it waits and for good once it is public; not while it is back with its author. */
const HOLDS_WAY = sql`ch.deleted_at is null and ch.status in ('pending', 'approved', 'hidden')`;

/** SQL expression: how many ways after a chapter are held by chapters other than `but`. */
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

/** The reservations that members hold in a story, in the order of coming; after one chapter where it is named. */
export function activeReservations(db: Db, storyId: string, parentId: string | null = null) {
  const query = db
    .selectFrom('branch_spots as sp')
    .innerJoin('accounts as a', 'a.id', 'sp.account_id')
    .where('sp.story_id', '=', storyId)
    .where(IS_LIVING)
    .orderBy('sp.reserved_at')
    .orderBy('sp.account_id')
    .select(['sp.parent_id', 'sp.expires_at as until', 'a.id', 'a.username', 'a.slug']);
  return parentId === null ? query : query.where('sp.parent_id', '=', parentId);
}
