import { type RawBuilder, sql } from 'kysely';
import { deleteChapters } from '#features/chapters/server/index.ts';
import type { Ctx } from '#platform/context.ts';

/**
 * Deletes the entries of former members that no round shows, with their texts. An entry that was removed from a ballot
 * is kept until the round is completed, because the letters of other entries depend on it. This also runs every
 * hour, and deletes it after that.
 */
export async function dropUnreadEntries({ db }: Pick<Ctx, 'db'>, authorId: string | null = null): Promise<void> {
  await deleteChapters(
    db,
    sql`select e.chapter_id from submissions e join rounds r on r.id = e.round_id join accounts a on a.id = e.author_id
      where a.status = 'erased' and (${authorId}::bigint is null or a.id = ${authorId}::bigint)
        and e.status in ('draft', 'rejected') and e.votes is null
        and (e.ballot_at is null or r.status = 'completed') and r.winner_id is distinct from e.id`,
  );
}

/** Deletes the rounds of stories. `stories` is a query of story ids. Part of a larger statement. */
export const deleteRoundsSql = (stories: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`delete from rounds where story_id in (${stories})`;
