import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { INVITATION_LINK_KEPT, INVITATION_LINK_LASTS } from '../model/invitation-link.ts';

export type LinkRow = Awaited<ReturnType<typeof insertInvitationLink>>;

const COLUMNS = ['id', 'story_id', 'seed', 'created_at', 'expires_at', 'used_at', 'withdrawn_at'] as const;
const isLate = sql<boolean>`expires_at <= db_clock()`.as('is_late');

/** Inserts a link with a new secret. */
export function insertInvitationLink(db: Db, storyId: string, creatorId: string) {
  return db
    .insertInto('invitation_links')
    .values({
      story_id: storyId,
      created_by: creatorId,
      seed: randomBytes(32),
      expires_at: sql<Date>`db_clock() + make_interval(secs => ${INVITATION_LINK_LASTS / 1000})`,
    })
    .returning([...COLUMNS, isLate])
    .executeTakeFirstOrThrow();
}

/** Returns a link by its id. Lock its story first if you act on the result. */
export function findInvitationLink(db: Db, id: string): Promise<LinkRow | undefined> {
  return db
    .selectFrom('invitation_links')
    .where('id', '=', id)
    .select([...COLUMNS, isLate])
    .executeTakeFirst();
}

/** Returns the open links of a story, newest first. */
export function openLinksOf(db: Db, storyId: string): Promise<LinkRow[]> {
  return db
    .selectFrom('invitation_links')
    .where('story_id', '=', storyId)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', sql<Date>`db_clock()`)
    .orderBy('id', 'desc')
    .select([...COLUMNS, isLate])
    .execute();
}

/** Uses up a link. Returns false if it has been used or withdrawn. */
export async function useLink(db: Db, id: string, accountId: string): Promise<boolean> {
  const used = await db
    .updateTable('invitation_links')
    .set({ used_by: accountId, used_at: sql`db_clock()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Withdraws one link, or all open links of a story or of the member who created them. Returns how many. */
export async function withdrawLinks(db: Db, by: 'id' | 'story_id' | 'created_by', id: string): Promise<number> {
  const withdrawn = await db
    .updateTable('invitation_links')
    .set({ withdrawn_at: sql`db_clock()` })
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where(by, '=', id)
    .returning('id')
    .execute();
  return withdrawn.length;
}

/** Deletes links that ended long ago. */
export async function dropOldLinks(db: Db): Promise<void> {
  await db
    .deleteFrom('invitation_links')
    .where('expires_at', '<', sql<Date>`db_clock() - make_interval(secs => ${INVITATION_LINK_KEPT / 1000})`)
    .execute();
}
