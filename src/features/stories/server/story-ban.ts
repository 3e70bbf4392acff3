import { AppError } from '#core/errors.ts';
import { profileTag, userTag } from '#features/accounts/server/index.ts';
import type { Restrictable } from '#features/moderation/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { emit } from '#platform/features/events.ts';
import { isPublicStory } from '../model/story-policy.ts';
import { findStory, lockStory, moveStory, type StoryRecord } from './stories.repo.ts';
import { setListed } from './story-stats.repo.ts';
import { HOME_TAG, storyTag } from './story-tags.ts';

/**
 * Stories as the subject of reports and bans. A banned story can’t be read or found. Its texts, chapters and pending
 * submissions stay unchanged, so that lifting the ban restores it exactly.
 */
export const storyRestrictable: Restrictable = {
  async find(ctx, id) {
    const story = await findStory(ctx.db, id);
    if (!story || story.facts.deleted) return null;
    const { title, language } = story.published;
    return {
      kind: 'story',
      id,
      ownerId: story.facts.creatorId,
      title,
      language: language,
      storyId: id,
      chapterId: null,
      names: { story: title },
      isPublic: isPublicStory(story.facts),
      texts: await publicTexts(ctx, id),
    };
  },

  async restrict(ctx: Ctx, id, { reason }) {
    const story = await lockedStory(ctx, id);
    // Apply overdue timed changes first.
    await emit(ctx, 'story.changing', { storyId: id });
    if (isPublicStory(story.facts)) await emit(ctx, 'story.visibility_changing', { storyId: id, isPublic: false });
    await moveStory(ctx.db, story, 'ban', { actorId: ctx.actor?.id ?? null, reason });
    await relist(ctx, story, false);
    await emit(ctx, 'story.banned', { storyId: id });
  },

  async lift(ctx: Ctx, id, { reason }) {
    const story = await lockStory(ctx.db, id);
    if (!story || story.facts.deleted) return false;
    await emit(ctx, 'story.visibility_changing', { storyId: id, isPublic: true });
    await moveStory(ctx.db, story, 'unban', { actorId: ctx.actor?.id ?? null, reason });
    await relist(ctx, story, story.listed);
    await emit(ctx, 'story.unbanned', { storyId: id });
    return true;
  },
};

async function lockedStory(ctx: Ctx, id: string): Promise<StoryRecord> {
  const story = await lockStory(ctx.db, id);
  if (!story || story.facts.deleted) throw new AppError('target_not_found');
  return story;
}

async function relist(ctx: Ctx, story: StoryRecord, listed: boolean): Promise<void> {
  await setListed(ctx.db, story.id, listed);
  await invalidateCacheTags(
    ctx,
    storyTag(story.id),
    userTag(story.facts.creatorId),
    profileTag(story.facts.creatorId),
    HOME_TAG,
  );
}

/** Returns the published texts, or nothing if the story was never published. */
async function publicTexts({ db }: Pick<Ctx, 'db'>, id: string): Promise<{ field: string; text: string }[]> {
  const row = await db.selectFrom('stories').select(['title', 'description']).where('id', '=', id).executeTakeFirst();
  if (row?.title == null) return [];
  return [
    { field: 'title', text: row.title },
    { field: 'description', text: row.description ?? '' },
  ];
}
