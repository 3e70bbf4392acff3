import { type DeletingMember, onBehalfOf } from '#features/accounts/server/index.ts';
import { type NotifyCtx, notify } from '#features/messages/server/index.ts';
import {
  countParticipants,
  findStory,
  HOME_TAG,
  lockStory,
  type StoryRecord,
  storyTag,
} from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { emit } from '#platform/features/events.ts';
import { publishTopics } from '#platform/live/publish.ts';
import { endParticipation, insertParticipant, isParticipant, storiesOfOthers } from './participants.repo.ts';

/**
 * Adds a member to the writers. Requires an open transaction and the story lock. Returning members keep their number.
 */
export async function takeIn(ctx: Ctx, story: StoryRecord, accountId: string): Promise<void> {
  await insertParticipant(ctx.db, story.id, accountId);
  await countParticipants(ctx.db, story.id, 1);
  await emit(ctx, 'participant.joined', { storyId: story.id, mode: story.mode, accountId });
  await announceWriters(ctx, story.id);
}

/** Removes a participant. Requires an open transaction and the story lock. Their chapters stay. */
export async function letGo(
  ctx: Ctx,
  story: StoryRecord,
  accountId: string,
  { removed }: { removed: boolean },
): Promise<void> {
  await endParticipation(ctx.db, story.id, accountId, removed);
  await countParticipants(ctx.db, story.id, -1);
  await emit(ctx, 'participant.left', { storyId: story.id, mode: story.mode, accountId });
  await announceWriters(ctx, story.id);
}

/** Updates cached and open pages of the story, because its writers have changed. */
async function announceWriters(ctx: Ctx, storyId: string): Promise<void> {
  await invalidateCacheTags(ctx, storyTag(storyId), HOME_TAG);
  await publishTopics(ctx, `story:${storyId}`);
}

/**
 * Notifies all writers and authors of a story except its creator that it was deleted, banned or unbanned (product §4).
 */
export async function notifyCoAuthors(
  ctx: NotifyCtx,
  storyId: string,
  kind: 'story_deleted' | 'story_banned' | 'story_unbanned',
): Promise<void> {
  const story = await findStory(ctx.db, storyId);
  if (!story) return;
  const others = await ctx.db
    .selectFrom('participants')
    .select('account_id')
    .where('story_id', '=', storyId)
    .where('account_id', '<>', story.facts.creatorId)
    .where((eb) => eb.or([eb('left_at', 'is', null), eb('chapters', '>', 0)]))
    .orderBy('number')
    .execute();
  const to = others.map(({ account_id }) => account_id);
  await notify(ctx, kind, { to, params: { story: story.published.title } });
}

/** Removes a member from all stories when their account is erased, except from stories that they still own. */
export async function removeFromAllStories(ctx: Ctx, { id: accountId }: DeletingMember): Promise<void> {
  const own = onBehalfOf(ctx, accountId);
  for (const id of await storiesOfOthers(ctx.db, accountId)) {
    await inTransaction(own, async (inner) => {
      const story = await lockStory(inner.db, id);
      if (story && story.facts.creatorId !== accountId && (await isParticipant(inner.db, id, accountId)))
        await letGo(inner, story, accountId, { removed: false });
    });
  }
}
