import { sql } from 'kysely';
import { notify } from '#features/messages/server/index.ts';
import type { ReviewSubject } from '#features/moderation/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { emit } from '#platform/features/events.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { drawSocialImage } from './draw-social-image.job.ts';
import { changeStory, findStory, lockStory, moveStory, moveStoryEdit, type StoryRecord } from './stories.repo.ts';
import { publishedColumns, reviewedTexts } from './story-columns.ts';
import { HOME_TAG, storyTag } from './story-tags.ts';

function isUnderReview({ facts }: StoryRecord): boolean {
  return (
    !facts.deleted && (facts.status === 'pending' || (facts.status === 'published' && facts.editStatus === 'pending'))
  );
}

/** How stories are reviewed: the first time with their first chapter, later their edits. */
export const storyReviewSubject: ReviewSubject = {
  async lock(ctx, storyId, version) {
    const story = await lockStory(ctx.db, storyId);
    if (!story || !isUnderReview(story) || story.draft.version !== version) return false;
    if (story.facts.status === 'pending') await ctx.firstChapter.lock(ctx, storyId);
    return true;
  },
  async material(ctx, storyId, version) {
    const story = await findStory(ctx.db, storyId);
    if (!story || !isUnderReview(story) || story.draft.version !== version) return null;
    const { draft } = story;
    const chapter = story.facts.status === 'pending' ? await ctx.firstChapter.texts(ctx, storyId) : [];
    return {
      title: draft.title,
      texts: [...reviewedTexts(ctx.storyFields, draft), ...chapter],
      coverKey: draft.cover_key,
      language: draft.language,
      isMinorEdit: draft.is_minor_edit,
    };
  },
  async approve(ctx, storyId) {
    const story = await lockStory(ctx.db, storyId);
    if (!story) return;
    const actorId = ctx.actor?.id ?? null;
    const isFirst = story.facts.status === 'pending';
    const { title, description, is_minor_edit: isMinorEdit } = story.draft;
    if (!isFirst) await emit(ctx, 'story.text_changing', { storyId, isMinorEdit, next: { title, description } });
    await publishDraft(ctx, story);
    if (isFirst) {
      await moveStory(ctx.db, story, 'approve', { actorId });
      await ctx.firstChapter.approve(ctx, storyId);
      await emit(ctx, 'story.published', { storyId });
    } else await moveStoryEdit(ctx.db, story, 'end', actorId);
    await notifyAuthor(ctx, story, 'story_approved');
    await invalidateCacheTags(ctx, storyTag(storyId), HOME_TAG);
  },
  async reject(ctx, storyId, reason, rule) {
    const story = await lockStory(ctx.db, storyId);
    if (!story) return;
    const actorId = ctx.actor?.id ?? null;
    if (story.facts.status === 'pending') {
      await moveStory(ctx.db, story, 'reject', { actorId, reason });
      await ctx.firstChapter.reject(ctx, storyId, reason);
    } else await moveStoryEdit(ctx.db, story, 'reject', actorId);
    await notifyAuthor(ctx, story, 'story_rejected', { reason, ...(rule ? { rule } : {}) });
  },
};

/** Publishes the reviewed texts. */
async function publishDraft(ctx: Ctx, story: StoryRecord): Promise<void> {
  const { draft } = story;
  await changeStory(ctx.db, story.id, {
    ...publishedColumns(ctx.storyFields, draft),
    cover_key: draft.cover_key,
    published_at: sql<Date>`coalesce(published_at, db_clock())`,
    text_revision: sql<number>`text_revision + 1`,
  });
  await enqueue(ctx, drawSocialImage, { storyId: story.id });
}

async function notifyAuthor(
  ctx: Ctx,
  story: StoryRecord,
  type: 'story_approved' | 'story_rejected',
  why: { reason?: string; rule?: string } = {},
): Promise<void> {
  await notify(ctx, {
    to: story.facts.creatorId,
    type,
    storyId: story.id,
    params: { story: story.draft.title, ...why },
  });
}
