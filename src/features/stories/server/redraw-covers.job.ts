import * as z from 'zod/mini';
import { id } from '#core/fields.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { enqueue, handleJob, jobKind } from '#platform/jobs/jobs.ts';
import { changeDraft } from './drafts.repo.ts';
import { changeStory, findStory, lockStory } from './stories.repo.ts';
import { coverSubject, storeDrawnCover, storeSocialImage } from './story-cover.ts';
import { HOME_TAG, storyTag } from './story-tags.ts';

const redrawCovers = jobKind('stories.redraw_covers', z.object({ accountId: id }));

/** Redraws the covers of a member’s stories after a name change, because drawn covers show the author’s name. */
export function enqueueRedraw(ctx: Pick<Ctx, 'db'>, accountId: string): Promise<void> {
  return enqueue(ctx, redrawCovers, { accountId }, { key: `redraw ${accountId}` });
}

export const redrawCoversJob = handleJob(redrawCovers, async (ctx: Ctx, { accountId }) => {
  const stories = await ctx.db.selectFrom('stories').select('id').where('creator_id', '=', accountId).execute();
  for (const { id: storyId } of stories) {
    await inTransaction(ctx, async (inner) => {
      const story = await lockStory(inner.db, storyId);
      if (story) await redraw(inner, storyId);
    });
  }
});

async function redraw(ctx: Ctx, storyId: string): Promise<void> {
  const story = await findStory(ctx.db, storyId);
  if (!story) return;
  const published = await ctx.db
    .selectFrom('stories')
    .select(['title', 'cover_key'])
    .where('id', '=', storyId)
    .executeTakeFirstOrThrow();
  const owner = story.facts.creatorId;
  if (!story.draft.cover_uploaded) {
    const key = await storeDrawnCover(ctx, owner, coverSubject(story, story.draft));
    await changeDraft(ctx.db, storyId, { cover_key: key });
  }
  if (published.cover_key?.startsWith('d-') && published.title) {
    const subject = coverSubject(story, story.published);
    const key = await storeDrawnCover(ctx, owner, subject);
    await storeSocialImage(ctx, owner, key, subject);
    await changeStory(ctx.db, storyId, { cover_key: key });
    await invalidateCacheTags(ctx, storyTag(storyId), HOME_TAG);
  }
}
