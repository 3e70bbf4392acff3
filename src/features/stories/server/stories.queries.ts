import { isModerator } from '#core/actor.ts';
import { authorize } from '#core/decision.ts';
import type { Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { userTag } from '#features/accounts/server/index.ts';
import { shows } from '#platform/cache/tag-cache.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { idCursor, pageOf } from '#platform/db/keyset.ts';
import { imageUrl } from '#platform/images/images.repo.ts';
import type { OwnStory, StoryCard, StoryDraft, StoryView, ViewerState } from '../contract.ts';
import type { Joining } from '../model/joining.ts';
import {
  canDeleteStory,
  canEditStory,
  canReadDraft,
  canSeeStatistics,
  canSetRules,
  canSubmitStory,
  canWithdrawStory,
  isPublicStory,
} from '../model/story-policy.ts';
import type { Progress } from '../model/story-status.ts';
import type { WritingMode } from '../model/writing-mode.ts';
import { nameCategories } from './categories.service.ts';
import { findStory, toContestRules } from './stories.repo.ts';
import { socialImageKey } from './story-cover.ts';
import type { StoryCtx } from './story-ctx.ts';
import { selectCards, selectOwn, storyTag, toOwnStory, toStoryCard, toStoryDraft } from './story-views.ts';

/** A published story. What is not public does not exist here: story_not_found. */
export async function getStory(ctx: Ctx, input: { storyId: string }): Promise<StoryView> {
  // Noted before it is found, so that an answer "not found" goes stale when the story is published.
  shows(ctx, storyTag(input.storyId));
  const row = await ctx.db
    .selectFrom('stories as s')
    .innerJoin('accounts as a', 'a.id', 's.creator_id')
    .innerJoin('story_stats as st', 'st.story_id', 's.id')
    .where('s.id', '=', input.storyId)
    .where('s.status', '=', 'published')
    .where('s.deleted_at', 'is', null)
    .select(['s.id', 's.title', 's.description', 's.mode', 's.progress', 's.language', 's.categories', 's.cover_key'])
    .select(['s.joining', 's.participant_limit', 's.turn_days', 'st.participants'])
    .select(['s.writing_hours', 's.voting_hours', 's.min_participants'])
    .select(['s.min_units', 's.max_units', 's.published_at', 's.continued_at', 'st.chapters', 'st.units'])
    .select(['a.id as creator_id', 'a.username', 'a.slug', 'a.avatar_key'])
    .executeTakeFirst();
  if (!row) throw new AppError('story_not_found');
  shows(ctx, userTag(row.creator_id));
  const coverKey = row.cover_key!;
  return {
    id: row.id,
    title: row.title!,
    description: row.description!,
    mode: row.mode as WritingMode,
    status: 'published',
    progress: row.progress as Progress,
    language: row.language as Language,
    categories: row.categories ?? [],
    categoryNames: await nameCategories(ctx, row.categories ?? []),
    coverUrl: imageUrl(coverKey),
    socialImageUrl: imageUrl(socialImageKey(coverKey)),
    creator: { id: row.creator_id, username: row.username, slug: row.slug, avatar: imageUrl(row.avatar_key) },
    chapterCount: row.chapters,
    unitCount: Number(row.units),
    minUnits: row.min_units,
    maxUnits: row.max_units,
    joining: row.joining as Joining,
    participantLimit: row.participant_limit,
    turnDays: row.mode === 'relay' ? row.turn_days : null,
    contest: row.mode === 'competition' ? toContestRules(row) : null,
    participantCount: row.participants,
    publishedAt: row.published_at!.toISOString(),
    continuedAt: row.continued_at?.toISOString() ?? null,
  };
}

/** The working copy. Error: story_not_found for whoever may not know of it. */
export async function getStoryDraft(ctx: Ctx, input: { storyId: string }): Promise<StoryDraft> {
  const story = await findStory(ctx.db, input.storyId);
  if (!story) throw new AppError('story_not_found');
  authorize(canReadDraft(ctx.actor, story.facts));
  return toStoryDraft(ctx, story);
}

/** What the caller may do here, from the policies that the services enforce. */
export async function getStoryViewerState(ctx: StoryCtx, input: { storyId: string }): Promise<ViewerState> {
  const story = await findStory(ctx.db, input.storyId);
  if (!story || !(isPublicStory(story.facts) || canReadDraft(ctx.actor, story.facts).ok))
    throw new AppError('story_not_found');
  const { facts } = story;
  const { can, ...membership } = await ctx.membership.standing(ctx, story);
  return {
    can: {
      edit: canEditStory(ctx.actor, facts).ok,
      setRules: canSetRules(ctx.actor, facts).ok,
      submit: canSubmitStory(ctx.actor, facts).ok,
      withdraw: canWithdrawStory(ctx.actor, facts).ok,
      delete: canDeleteStory(ctx.actor, facts).ok && (await ctx.storyEffects.mayBeDeleted(ctx, story.id)).ok,
      moderate: isModerator(ctx.actor),
      seeStatistics: canSeeStatistics(ctx.actor, facts, membership.isParticipant).ok,
      ...can,
    },
    membership,
    writeNext: (await ctx.chapterWriting.mayWrite(ctx, story, null)).ok ? { parentChapterId: null } : null,
  };
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
  return pageOf(rows, input.limit, toOwnStory, (row) => row.id);
}

export async function listStoriesByUser(ctx: Ctx, input: PageInput & { userId: string }): Promise<Page<StoryCard>> {
  shows(ctx, userTag(input.userId));
  let query = selectCards(ctx.db).where('s.creator_id', '=', input.userId);
  const before = idCursor(input.cursor);
  if (before) query = query.where('s.id', '<', before);
  const rows = await query
    .orderBy('s.id', 'desc')
    .limit(input.limit + 1)
    .execute();
  return pageOf(
    rows,
    input.limit,
    (row) => toStoryCard(ctx, row),
    (row) => row.id,
  );
}
