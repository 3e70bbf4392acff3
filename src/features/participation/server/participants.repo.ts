import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** Adds a participant. Someone who returns keeps their number. */
export async function insertParticipant(db: Db, storyId: string, accountId: string): Promise<void> {
  await sql`insert into participants (story_id, account_id, number)
    select ${storyId}, ${accountId}, coalesce(max(number), 0) + 1 from participants where story_id = ${storyId}
    on conflict (story_id, account_id) do update set joined_at = db_clock(), left_at = null, removed = false`.execute(
    db,
  );
}

/** Records that a participant has left. `removed` if the creator removed them. */
export async function endParticipation(db: Db, storyId: string, accountId: string, removed: boolean): Promise<void> {
  await db
    .updateTable('participants')
    .set({ left_at: sql<Date>`db_clock()`, removed })
    .where('story_id', '=', storyId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Adds a published chapter of a participant to the count, or subtracts one. */
export async function countChapters(db: Db, storyId: string, authorId: string, by: 1 | -1): Promise<void> {
  await db
    .updateTable('participants')
    .set((eb) => ({ chapters: eb('chapters', '+', by) }))
    .where('story_id', '=', storyId)
    .where('account_id', '=', authorId)
    .execute();
}
