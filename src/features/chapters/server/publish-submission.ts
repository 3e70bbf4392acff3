import type { ChapterDocument } from '../model/document.ts';
import type { ChapterCtx } from './chapter-ctx.ts';
import { findChapter, insertRevision, lockChapter, moveChapter, saveCopy } from './chapters.repo.ts';
import { publishInOrder } from './publication.ts';

/** The text that won, as it was submitted. */
export interface Won {
  title: string;
  summary: string;
  document: ChapterDocument;
  /** Of the working copy, when it was submitted. */
  version: number;
}

/**
 * Gives the submission that won its round the place behind the last chapter and publishes it, in the open transaction with
 * the story locked. The text is the one that was voted on; what its author changed afterwards stays among its versions.
 */
export async function publishSubmission(ctx: ChapterCtx, chapterId: string, won: Won): Promise<void> {
  const chapter = await lockChapter(ctx.db, chapterId);
  if (!chapter) throw new Error(`The chapter ${chapterId} of a submission is not there`);
  const { copy, mode } = chapter;
  if (copy.version !== won.version) {
    await insertRevision(ctx.db, chapter.id, 'autosave');
    const { title, summary, document } = won;
    await saveCopy(ctx.db, chapter.id, copy.version, { title, summary, choice: '', document });
  }
  await ctx.modes[mode].order.takePlace(ctx.db, chapter);
  await moveChapter(ctx.db, chapter, 'submit', { actorId: null });
  const placed = await findChapter(ctx.db, chapterId);
  // Its author is told of the victory, not of a review.
  await publishInOrder(ctx, placed!, false);
}
