import { isModerator } from '#core/actor.ts';
import { authorize } from '#core/decision.ts';
import type { Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { userTag } from '#features/accounts/server/index.ts';
import { logDraftRead } from '#features/moderation/server/index.ts';
import { cacheTag } from '#platform/cache/tag-cache.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { idCursor, keysetPageOf } from '#platform/db/keyset.ts';
import { askGuards } from '#platform/features/guards.ts';
import type { OwnStory, StoryCard, StoryDraft, StoryView, ViewerState } from '../contract.ts';
import {
  canDeleteStory,
  canEditStory,
  canReadDraft,
  canSee,
  canSeeStatistics,
  canSetRules,
  canSubmitStory,
  canWithdrawStory,
  isUnsentStory,
} from '../model/story-policy.ts';
import { findStory } from './stories.repo.ts';
import { findSummary, publicStory } from './story-summary.ts';
import { selectCards, selectOwn, toOwnStory, toStoryCard, toStoryDraft, toStoryView } from './story-views.ts';

/** Returns a published story. Throws story_not_found for any other story. */
export async function getStory(ctx: Ctx, input: { storyId: string }): Promise<StoryView> {
  return toStoryView(ctx, await publicStory(ctx, input.storyId));
}

/**
 * Returns the draft. Logs it if a moderator reads one that wasn’t submitted. Throws story_not_found for callers who may
 * not know about it.
 */
export async function getStoryDraft(ctx: Ctx, input: { storyId: string }): Promise<StoryDraft> {
  const story = await findStory(ctx.db, input.storyId);
  if (!story) throw new AppError('story_not_found');
  authorize(canReadDraft(ctx.actor, story.facts));
  if (isUnsentStory(story.facts) && memberOf(ctx).id !== story.facts.creatorId)
    await logDraftRead(ctx, { kind: 'story_draft', id: story.id, storyId: story.id });
  return toStoryDraft(ctx, story);
}

/** Returns what the caller can do with the story, from the same policies that the services enforce. */
export async function getStoryViewerState(ctx: Ctx, input: { storyId: string }): Promise<ViewerState> {
  const story = await findSummary(ctx, input.storyId);
  if (!story || !canSee(ctx.actor, story.facts)) throw new AppError('story_not_found');
  const { facts } = story;
  const { can, ...membership } = await ctx.membership.standing(ctx, story);
  return {
    can: {
      edit: canEditStory(ctx.actor, facts).ok,
      setRules: canSetRules(ctx.actor, facts).ok,
      submit: canSubmitStory(ctx.actor, facts).ok,
      withdraw: canWithdrawStory(ctx.actor, facts).ok,
      delete: canDeleteStory(ctx.actor, facts).ok && (await askGuards(ctx, 'story.delete', story)).ok,
      moderate: isModerator(ctx.actor),
      seeStatistics: canSeeStatistics(ctx.actor, facts, membership.isParticipant).ok,
      ...can,
    },
    membership,
    writeNext: (await ctx.chapterWriting.mayWrite(ctx, story, null)).ok ? { parentChapterId: null } : null,
  };
}

/** Whether the caller may subscribe to the changes of a story: anyone who can see it. */
export async function mayWatchStory(ctx: Ctx, storyId: string): Promise<boolean> {
  const story = await findSummary(ctx, storyId);
  return story !== null && canSee(ctx.actor, story.facts);
}

interface PageInput {
  cursor?: string | undefined;
  limit: number;
}

export async function listOwnStories(ctx: Ctx, input: PageInput): Promise<Page<OwnStory>> {
  let query = selectOwn(ctx.db, memberOf(ctx).id);
  const before = idCursor(input.cursor);
  if (before) query = query.where('s.id', '<', before);
  const rows = await query
    .orderBy('s.id', 'desc')
    .limit(input.limit + 1)
    .execute();
  return keysetPageOf(rows, input.limit, toOwnStory, (row) => row.id);
}

export async function listStoriesByUser(ctx: Ctx, input: PageInput & { userId: string }): Promise<Page<StoryCard>> {
  cacheTag(ctx, userTag(input.userId));
  let query = selectCards(ctx).where('s.creator_id', '=', input.userId);
  const before = idCursor(input.cursor);
  if (before) query = query.where('s.id', '<', before);
  const rows = await query
    .orderBy('s.id', 'desc')
    .limit(input.limit + 1)
    .execute();
  return keysetPageOf(
    rows,
    input.limit,
    (row) => toStoryCard(ctx, row),
    (row) => row.id,
  );
}
