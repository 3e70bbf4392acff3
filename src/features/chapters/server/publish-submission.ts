import type { Ctx } from '#platform/context.ts';
import type { ChapterDocument } from '../model/document.ts';
import { initialFields } from './chapter-columns.ts';
import { findChapter, insertRevision, lockChapter, moveChapter, saveCopy } from './chapters.repo.ts';
import { publishInOrder } from './publication.ts';

/** The winning text, as it was submitted. */
export interface Won {
  title: string;
  summary: string;
  document: ChapterDocument;
  /** Version of the working copy at submission. */
  version: number;
}

/**
 * Publishes the winning entry of a round after the last chapter. Requires an open transaction and the story lock.
 * Publishes the text that was voted on; later changes of its author stay in the version history. An entry has no fields
 * but title and summary, so the others are as in a new chapter.
 */
export async function publishSubmission(ctx: Ctx, chapterId: string, won: Won): Promise<void> {
  const chapter = await lockChapter(ctx.db, chapterId);
  if (!chapter) throw new Error(`Chapter ${chapterId} of a submission doesn’t exist`);
  const { copy, story } = chapter;
  if (copy.version !== won.version) {
    await insertRevision(ctx.db, chapter.id, 'autosave');
    const { title, summary, document } = won;
    const fields = initialFields(ctx.chapterFields, { title, summary });
    await saveCopy(ctx.db, chapter.id, copy.version, { ...copy, ...fields, document });
  }
  const number = await ctx.modes[story.mode].order.numberOf(ctx.db, chapter);
  await moveChapter(ctx.db, chapter, 'submit', { actorId: null }, { number });
  const placed = await findChapter(ctx.db, chapterId);
  // Its author is notified of the win, not of a review.
  await publishInOrder(ctx, placed!, false);
}
