import type { Decision } from '#core/decision.ts';
import type { WritingPlace } from '#features/stories/contract.ts';
import type { ChapterWriting, StoryState } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { canSubmitChapter } from '../model/chapter-policy.ts';
import { wasPublished } from '../model/chapter-status.ts';
import type { ChapterRecord } from './chapters.repo.ts';

/**
 * Whether the caller can start a chapter after `parentId`, or continue the given chapter, in the story’s current state
 * and mode.
 */
export async function mayWrite(
  ctx: Ctx,
  story: StoryState,
  parentId: string | null,
  chapterId: string | null = null,
): Promise<Decision> {
  return ctx.modes[story.mode].mayWrite(ctx, story, parentId, chapterId);
}

/** Whether the caller can submit this chapter, or the edit of this published chapter. */
export async function maySubmit(ctx: Ctx, chapter: ChapterRecord): Promise<Decision> {
  const own = canSubmitChapter(ctx.actor, chapter.facts);
  if (!own.ok || wasPublished(chapter.facts.status)) return own;
  return mayWrite(ctx, chapter.story, chapter.parentId, chapter.id);
}

export const chapterWriting: ChapterWriting = {
  mayWrite: (ctx, story, parentId) => mayWrite(ctx, story, parentId),
};

/** Returns where pages offer the caller to continue from this chapter. */
export async function placeToWrite(ctx: Ctx, chapter: ChapterRecord): Promise<WritingPlace | null> {
  const mode = ctx.modes[chapter.story.mode];
  const place = await mode.order.placeToWrite(ctx.db, chapter);
  if (place === null) return null;
  return (await mode.mayBeOffered(ctx, chapter.story, place.parentChapterId)).ok ? place : null;
}
