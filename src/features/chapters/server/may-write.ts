import type { Decision } from '#core/decision.ts';
import type { WritingPlace } from '#features/stories/contract.ts';
import type { ChapterWriting, StoryAtHand } from '#features/stories/server/index.ts';
import { canCreateChapter, canSubmitChapter } from '../model/chapter-policy.ts';
import type { ChapterCtx } from './chapter-ctx.ts';
import type { ChapterRecord } from './chapters.repo.ts';

/** May the caller begin a chapter after `parentId` here, by the story's state and its mode? */
export async function mayWrite(ctx: ChapterCtx, story: StoryAtHand, parentId: string | null): Promise<Decision> {
  const mode = ctx.modes[story.mode];
  return canCreateChapter(ctx.actor, await mode.loadFacts(ctx, story, parentId), mode, parentId);
}

/** May the caller send this chapter, or the edit of this published one? */
export async function maySubmit(ctx: ChapterCtx, chapter: ChapterRecord): Promise<Decision> {
  const own = canSubmitChapter(ctx.actor, chapter.facts);
  if (!own.ok || chapter.facts.status === 'approved') return own;
  return mayWrite(ctx, storyOf(chapter), chapter.parentId);
}

export function storyOf(chapter: ChapterRecord): StoryAtHand {
  return { id: chapter.storyId, mode: chapter.mode, facts: chapter.facts.story };
}

export const chapterWriting: ChapterWriting = {
  mayWrite: (ctx: ChapterCtx, story, parentId) => mayWrite(ctx, story, parentId),
};

/** Where the caller may go on from this chapter: in a line after the last that can be read, else after any. */
export async function placeToWrite(ctx: ChapterCtx, chapter: ChapterRecord): Promise<WritingPlace | null> {
  const { isLine } = ctx.modes[chapter.mode];
  if (isLine && (await hasNext(ctx, chapter))) return null;
  const parentChapterId = isLine ? null : chapter.id;
  return (await mayWrite(ctx, storyOf(chapter), parentChapterId)).ok ? { parentChapterId } : null;
}

async function hasNext({ db }: ChapterCtx, { storyId, number }: ChapterRecord): Promise<boolean> {
  const next = await db
    .selectFrom('chapters')
    .select('id')
    .where('story_id', '=', storyId)
    .where('number', '>', number)
    .where('status', '=', 'approved')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return next !== undefined;
}
