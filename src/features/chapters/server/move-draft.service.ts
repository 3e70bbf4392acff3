import { authorize } from '#core/decision.ts';
import { AppError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { ChapterDraft } from '../contract.ts';
import { canMoveChapter } from '../model/chapter-policy.ts';
import { toChapterDraft } from './chapter-views.ts';
import { moveAfter } from './chapters.repo.ts';
import { ensureParent, lockChapterOrThrow, lockChapterWithStory } from './drafts.service.ts';
import { mayWrite } from './may-write.ts';
import { closeGap } from './publication.ts';

/**
 * Moves a draft or a rejected chapter after another chapter of its story, for example because others have taken all
 * continuations. Throws wrong_state if the chapters form a line, and the refusals of the mode for the new place.
 */
export async function moveDraft(
  ctx: Ctx,
  { chapterId, parentChapterId }: { chapterId: string; parentChapterId: string },
): Promise<ChapterDraft> {
  return inTransaction(ctx, async (inner) => {
    const chapter = await lockChapterWithStory(inner, chapterId);
    authorize(canMoveChapter(ctx.actor, chapter.facts));
    const { story, storyId, number } = chapter;
    // In a line, no chapter has a parent.
    if (chapter.parentId === null || inner.modes[story.mode].order.parentOf(parentChapterId) === null)
      throw new AppError('wrong_state');
    await ensureParent(inner.db, storyId, parentChapterId);
    authorize(await mayWrite(inner, story, parentChapterId, chapterId));
    await moveAfter(inner.db, chapterId, parentChapterId);
    // A rejected chapter gives up its old place. It gets a number again when it is submitted.
    if (number !== null) await closeGap(inner, chapter, number);
    return toChapterDraft(inner, await lockChapterOrThrow(inner, chapterId));
  });
}
