import type { Decision } from '#core/decision.ts';
import { canCreateChapter, canSubmitChapter } from '../model/chapter-policy.ts';
import type { ChapterCtx } from './chapter-ctx.ts';
import type { ChapterRecord } from './chapters.repo.ts';
import type { StoryAtHand } from './writing-modes.ts';

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
