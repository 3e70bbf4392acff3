import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { joinOpen } from '#features/participation/server/index.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { lockStory, type StoryRecord } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { branchRules } from '../model/branch-rules.ts';
import { branchMode, showTaken } from './branch-mode.ts';
import { findPlace } from './places.queries.ts';
import { dropOldestReservations, dropReservation, holdReservation } from './reservations.repo.ts';

/** Locks and returns the story of the chapter. Throws chapter_not_found. */
async function lockStoryOf(ctx: Ctx, chapterId: string): Promise<StoryRecord> {
  const place = await findPlace(ctx.db, chapterId);
  const story = place && (await lockStory(ctx.db, place.storyId));
  if (!story || !isPublicStory(story.facts)) throw new AppError('chapter_not_found');
  return story;
}

/**
 * Reserves a continuation of a chapter for 48 hours, so that others see who is writing there. Joins the story if
 * joining is open. Throws the errors of joining, and forbidden, wrong_state (hidden chapter), no_continuation_left,
 * path_too_deep.
 */
export async function reserve(ctx: Ctx, { chapterId }: { chapterId: string }): Promise<{ until: string }> {
  const actor = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOf(inner, chapterId);
    if (story.joinPolicy === 'open') await joinOpen(inner, story.id);
    authorize(branchRules.canWrite(actor, await branchMode.loadFacts(inner, story, chapterId, null), chapterId));
    const { until } = await holdReservation(inner.db, { parentId: chapterId, accountId: actor.id, storyId: story.id });
    await dropOldestReservations(inner.db, story.id, actor.id);
    await showTaken(inner, { storyId: story.id });
    return { until: until.toISOString() };
  });
}

/** Releases the caller’s reservation, if there is one. */
export async function releaseReservation(ctx: Ctx, { chapterId }: { chapterId: string }): Promise<typeof DONE> {
  const actor = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const story = await lockStoryOf(inner, chapterId);
    if (await dropReservation(inner.db, chapterId, actor.id)) await showTaken(inner, { storyId: story.id });
    return DONE;
  });
}
