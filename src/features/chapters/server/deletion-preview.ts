import type { DeletionView } from '#features/accounts/contract-account-deletion.ts';
import { storyWasPublished } from '#features/stories/model/story-status.ts';
import { isAlone } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { wasPublished } from '../model/chapter-status.ts';
import { findChaptersWithoutSuccessors } from './author-erasure.ts';

/** Counts what would happen to a member’s texts, by the same rules as the erasure. */
export async function deletionPreview(ctx: Ctx, id: string): Promise<DeletionView['deletionPreview']> {
  const { db } = ctx;
  const own = await db
    .selectFrom('stories')
    .select(['id', 'title', 'status'])
    .where('creator_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  const chapters = await db
    .selectFrom('chapters as c')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .where('c.author_id', '=', id)
    .where('c.deleted_at', 'is', null)
    .where('s.deleted_at', 'is', null)
    .where('c.is_submission', '=', false)
    .select(['c.id', 'c.story_id', 'c.status', 's.mode'])
    .execute();
  const published = chapters.filter(({ status }) => wasPublished(status));
  const going = [];
  for (const story of own) if (await isAlone(ctx, story.id, id)) going.push(story);
  const goingIds = new Set(going.map((story) => story.id));
  const elsewhere = published.filter(({ story_id }) => !goingIds.has(story_id));
  let freed = 0;
  for (const [storyId, mode] of new Map(elsewhere.map((chapter) => [chapter.story_id, chapter.mode])))
    freed += (await findChaptersWithoutSuccessors(ctx, { id: storyId, mode }, id)).length;
  const shown = going.filter(({ status }) => storyWasPublished(status));
  const unpublished = new Set(own.filter(({ status }) => !storyWasPublished(status)).map((story) => story.id));
  const drafts =
    chapters.length -
    published.length -
    chapters.filter(({ story_id, status }) => unpublished.has(story_id) && status !== 'approved').length;
  const draftCount = drafts + unpublished.size;
  return {
    keep: {
      chapters: published.length,
      stories: new Set(published.map(({ story_id }) => story_id)).size,
      drafts: draftCount,
    },
    delete: {
      title: shown[0]?.title ?? null,
      stories: shown.length,
      drafts: draftCount,
      chaptersLeft: elsewhere.length - freed,
    },
  };
}
