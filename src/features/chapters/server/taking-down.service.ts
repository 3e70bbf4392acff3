import { authorize } from '#core/decision.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { ChapterDraft } from '../contract.ts';
import { canTakeDownChapter } from '../model/chapter-policy.ts';
import { toChapterDraft } from './chapter-views.ts';
import { lockChapterOrThrow, lockChapterWithStory, write } from './drafts.service.ts';
import { markTakenDown, tellCoWriters } from './shown.ts';

/**
 * Takes a published chapter down: readers see only its place, and its author has it as a draft, which is published again
 * like an edit. It keeps its number and stays counted. Throws chapter_in_review, chapter_hidden, won_in_round, or
 * wrong_state if it isn’t published.
 */
export function takeDownChapter(ctx: Ctx, input: { chapterId: string }): Promise<ChapterDraft> {
  return inTransaction(ctx, async (inner) => {
    const chapter = await lockChapterWithStory(inner, input.chapterId);
    authorize(canTakeDownChapter(ctx.actor, chapter.facts));
    // An existing edit becomes that draft.
    if (chapter.facts.editStatus === null) await write(inner, chapter, chapter.copy);
    await markTakenDown(inner, chapter);
    await tellCoWriters(inner, chapter, 'chapter_taken_down');
    return toChapterDraft(inner, await lockChapterOrThrow(inner, chapter.id));
  });
}
