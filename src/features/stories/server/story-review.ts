import { sql } from 'kysely';
import { notify } from '#features/messages/server/index.ts';
import type { LockedSubject, ReviewSubject } from '#features/moderation/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { emit } from '#platform/features/events.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { drawSocialImage } from './draw-social-image.job.ts';
import { findStory, lockStory, moveStory, moveStoryEdit, type StoryChanges, type StoryRecord } from './stories.repo.ts';
import { publishedColumns, reviewedTexts } from './story-columns.ts';
import type { LockedFirstChapter } from './story-ports.ts';
import { HOME_TAG, storyTag } from './story-tags.ts';

function isUnderReview({ facts }: StoryRecord): boolean {
  return (
    !facts.deleted && (facts.status === 'pending' || (facts.status === 'published' && facts.editStatus === 'pending'))
  );
}

/** How stories are reviewed: the first time with their first chapter, later their edits. */
export const storyReviewSubject: ReviewSubject = {
  screen: 'review',
  async lock(ctx, storyId, version) {
    const story = await lockStory(ctx.db, storyId);
    if (!story || !isUnderReview(story) || story.draft.version !== version) return null;
    return story.facts.status === 'pending'
      ? lockedStory(ctx, story, await ctx.firstChapter.lock(ctx, storyId))
      : lockedEdit(ctx, story);
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
};

/** A story that was submitted for the first time, with its first chapter if there is one. */
function lockedStory(ctx: Ctx, story: StoryRecord, chapter: LockedFirstChapter | null): LockedSubject {
  const actorId = ctx.actor?.id ?? null;
  return {
    async approve() {
      await emit(ctx, 'story.visibility_changing', { storyId: story.id, isPublic: true });
      await moveStory(ctx.db, story, 'approve', { actorId }, publishedTexts(ctx, story));
      await enqueue(ctx, drawSocialImage, { storyId: story.id });
      await chapter?.approve({ ...story, facts: { ...story.facts, status: 'published' } });
      await emit(ctx, 'story.published', { storyId: story.id, mode: story.mode });
      await notifyApproved(ctx, story);
    },
    async reject(reason, rule) {
      await moveStory(ctx.db, story, 'reject', { actorId, reason });
      await chapter?.reject(reason);
      await notifyAuthor(ctx, story, 'story_rejected', { reason, ...(rule ? { rule } : {}) });
    },
  };
}

/** A submitted edit of a published story. */
function lockedEdit(ctx: Ctx, story: StoryRecord): LockedSubject {
  const actorId = ctx.actor?.id ?? null;
  return {
    async approve() {
      const { title, description, is_minor_edit: isMinorEdit } = story.draft;
      await emit(ctx, 'story.text_changing', { storyId: story.id, isMinorEdit, next: { title, description } });
      await moveStoryEdit(ctx.db, story, 'end', actorId, publishedTexts(ctx, story));
      await enqueue(ctx, drawSocialImage, { storyId: story.id });
      await notifyApproved(ctx, story);
    },
    async reject(reason, rule) {
      await moveStoryEdit(ctx.db, story, 'reject', actorId);
      await notifyAuthor(ctx, story, 'story_rejected', { reason, ...(rule ? { rule } : {}) });
    },
  };
}

/** The columns of the texts that were reviewed. */
function publishedTexts({ storyFields }: Ctx, { draft }: StoryRecord): StoryChanges {
  return {
    ...publishedColumns(storyFields, draft),
    cover_key: draft.cover_key,
    published_at: sql<Date>`coalesce(published_at, db_clock())`,
    text_revision: sql<number>`text_revision + 1`,
  };
}

async function notifyApproved(ctx: Ctx, story: StoryRecord): Promise<void> {
  await notifyAuthor(ctx, story, 'story_approved');
  await invalidateCacheTags(ctx, storyTag(story.id), HOME_TAG);
}

async function notifyAuthor(
  ctx: Ctx,
  story: StoryRecord,
  kind: 'story_approved' | 'story_rejected',
  why: { reason?: string; rule?: string } = {},
): Promise<void> {
  await notify(ctx, kind, {
    to: story.facts.creatorId,
    storyId: story.id,
    params: { story: story.draft.title, ...why },
  });
}
