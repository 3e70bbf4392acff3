import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { inTransaction } from '#platform/db/database.ts';
import { DELETED_KEPT } from '../model/story-limits.ts';
import { moveEdit } from './edit-status.ts';
import { findStory, lockStory, type StoryRecord } from './stories.repo.ts';
import { closeStory, endStoryReview, resetCopy } from './stories.service.ts';
import type { StoryCtx } from './story-ctx.ts';
import { HOME_TAG, storyTag } from './story-tags.ts';

/** What becomes of a story whose creator leaves for good. */
export type StoryFate = { kind: 'gone' } | { kind: 'handed'; to: string } | { kind: 'stays' };

/**
 * Settles a story whose creator leaves, as `decide` says once it is locked; answers what became of it, null when it is
 * theirs no longer. What is handed on or stays loses the edit that waits; what stays without anybody is ended.
 */
export async function settleStoryOfLeaver(
  ctx: StoryCtx,
  { storyId, creatorId }: { storyId: string; creatorId: string },
  decide: (ctx: StoryCtx, story: StoryRecord) => Promise<StoryFate>,
): Promise<StoryFate | null> {
  return inTransaction(ctx, async (inner) => {
    const story = await lockStory(inner.db, storyId);
    if (story?.facts.creatorId !== creatorId || story.facts.deleted) return null;
    const fate = await decide(inner, story);
    if (fate.kind === 'gone') {
      await closeStory(inner, story);
      await inner.db
        .updateTable('stories')
        .set({ deleted_at: sql<Date>`db_clock() - make_interval(secs => ${DELETED_KEPT / 1000})` })
        .where('id', '=', storyId)
        .execute();
      return fate;
    }
    await dropEdit(inner, story);
    if (fate.kind === 'handed')
      await inner.db.updateTable('stories').set({ creator_id: fate.to }).where('id', '=', storyId).execute();
    else if (story.progress !== 'ended') {
      await inner.storyEffects.changing(inner, storyId);
      await inner.db.updateTable('stories').set({ progress: 'ended' }).where('id', '=', storyId).execute();
      await inner.storyEffects.rulesChanged(inner, storyId);
    }
    await invalidateCacheTags(inner, storyTag(storyId), HOME_TAG);
    return fate;
  });
}

async function dropEdit(ctx: StoryCtx, story: StoryRecord): Promise<void> {
  if (story.facts.editStatus === null) return;
  await endStoryReview(ctx, story);
  const now = await findStory(ctx.db, story.id);
  if (!now) throw new AppError('conflict');
  await moveEdit(ctx.db, 'story', now, 'end', null);
  await resetCopy(ctx.db, story.id);
}
