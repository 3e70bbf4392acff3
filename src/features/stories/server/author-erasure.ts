import { AppError } from '#core/errors.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { resetCopy } from './drafts.repo.ts';
import { changeStory, deletedLongAgo, findStory, lockStory, moveStoryEdit, type StoryRecord } from './stories.repo.ts';
import { closeStory, endStoryReview } from './stories.service.ts';
import { HOME_TAG, storyTag } from './story-tags.ts';

/** What happens to a story when its creator’s account is erased. */
export type StoryFate = { kind: 'gone' } | { kind: 'handed'; to: string } | { kind: 'stays' };

/**
 * Deletes, hands over or keeps the story of a member whose account is being erased. `decide` is called with the story
 * locked. Returns the decision, or null if the member is no longer the creator. A story that is not deleted loses its
 * open edit. A story that stays without a creator is ended.
 */
export async function settleStoryOfLeaver(
  ctx: Ctx,
  { storyId, creatorId }: { storyId: string; creatorId: string },
  decide: (ctx: Ctx, story: StoryRecord) => Promise<StoryFate>,
): Promise<StoryFate | null> {
  return inTransaction(ctx, async (inner) => {
    const story = await lockStory(inner.db, storyId);
    if (story?.facts.creatorId !== creatorId || story.facts.deleted) return null;
    const fate = await decide(inner, story);
    if (fate.kind === 'gone') {
      await closeStory(inner, story);
      await changeStory(inner.db, storyId, { deleted_at: deletedLongAgo });
      return fate;
    }
    await dropEdit(inner, story);
    if (fate.kind === 'handed') await changeStory(inner.db, storyId, { creator_id: fate.to });
    else if (story.progress !== 'ended') {
      await inner.storyEffects.changing(inner, storyId);
      await changeStory(inner.db, storyId, { progress: 'ended' });
      await inner.storyEffects.rulesChanged(inner, storyId);
    }
    await invalidateCacheTags(inner, storyTag(storyId), HOME_TAG);
    return fate;
  });
}

async function dropEdit(ctx: Ctx, story: StoryRecord): Promise<void> {
  if (story.facts.editStatus === null) return;
  await endStoryReview(ctx, story);
  const now = await findStory(ctx.db, story.id);
  if (!now) throw new AppError('conflict');
  await moveStoryEdit(ctx.db, now, 'end', null);
  await resetCopy(ctx.db, story.id);
}
