import { sql } from 'kysely';
import { deleteChaptersSql, deleteTextsSql, purgeDeletedDrafts } from '#features/chapters/server/index.ts';
import { deleteRoundsSql } from '#features/contest/server/index.ts';
import { deleteReviewsSql } from '#features/moderation/server/index.ts';
import { purgeableStoriesSql, purgeDeletedStories } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { forgetReasons } from '#platform/db/status-log.ts';
import { sweepImagesAfter } from '#platform/images/images.repo.ts';

const STORIES_AT_ONCE = 500;

/** Key of the drawn cover that a social image (`s-….png`) belongs to. */
const DRAWN_COVER = sql`'d-' || substr(split_part(i.key, '.', 1), 3) || '.svg'`;
/** Queries of what shows an image. */
const USES = [
  sql`select from accounts a where a.avatar_key = i.key`,
  sql`select from stories s where s.cover_key = i.key`,
  sql`select from stories s where s.cover_key = ${DRAWN_COVER}`,
  sql`select from story_drafts d where d.cover_key = i.key`,
];

/**
 * Deletes images that aren’t shown anymore: replaced covers and profile pictures, and covers of titles that were still
 * being typed. Goes through the keys in pages, so that each step is short, however many images there are.
 */
export async function sweepImages(ctx: Ctx): Promise<void> {
  for (let after: string | null = ''; after !== null; ) after = await sweepImagesAfter(ctx, after, USES);
}

/**
 * Purges what was deleted 30 days ago: chapter drafts, and stories in which only their creator wrote chapters. What
 * others wrote stays, and so does the story that it is in (product §4).
 */
export async function dropDeleted(ctx: Pick<Ctx, 'db'>): Promise<void> {
  await purgeDeletedDrafts(ctx);
  await inTransaction(ctx, ({ db }) => purgeStories(db));
  await purgeDeletedStories(ctx.db);
}

/** Deletes what belongs to stories, and the reasons of decisions about it. */
async function purgeStories(db: Db): Promise<void> {
  const gone = sql`select id from gone`;
  // A round references the winning entry, which is deleted with its chapter.
  const { rows } = await sql<{ kind: string; id: string }>`with gone as (${purgeableStoriesSql(STORIES_AT_ONCE)}),
    reviews_of as (${deleteReviewsSql(gone)} returning id), texts_of as (${deleteTextsSql(gone)}),
    rounds_of as (${deleteRoundsSql(gone)}), chapters_of as (${deleteChaptersSql(gone)} returning id)
    select 'story' as kind, id::text from gone
    union all select 'review', id::text from reviews_of
    union all select 'chapter', id::text from chapters_of`.execute(db);
  for (const [kind, deleted] of Map.groupBy(rows, (row) => row.kind)) await forgetReasons(db, kind, deleted);
}
