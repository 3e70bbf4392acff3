import { AppError } from '#core/errors.ts';
import type { StoryAtHand } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { memberOf } from '#platform/context.ts';
import type { ChapterDraft, ChapterEditorData } from '../contract.ts';
import type { ChapterDocument } from '../model/document.ts';
import { initialFields } from './chapter-columns.ts';
import { toChapterDraft } from './chapter-views.ts';
import {
  type ChapterRecord,
  findChapter,
  insertChapter,
  insertRevision,
  lockChapter,
  saveCopy,
} from './chapters.repo.ts';
import { findEnding } from './editor.queries.ts';

/** An entry is written as a chapter without a number, so that saving and versions work as for any other chapter. */

/**
 * Creates one for the caller, in the open transaction. Returns the chapter’s id. The caller of this function checks
 * permissions.
 */
export async function beginSubmissionText(
  ctx: Ctx,
  storyId: string,
  text: { title: string; summary: string; document: ChapterDocument },
): Promise<string> {
  const id = await insertChapter(ctx.db, { storyId, authorId: memberOf(ctx).id, isSubmission: true });
  await saveCopy(ctx.db, id, 0, { ...initialFields(ctx.chapterFields), ...text });
  return id;
}

async function existing(chapter: Promise<ChapterRecord | null>): Promise<ChapterRecord> {
  const found = await chapter;
  if (!found) throw new AppError('submission_not_found');
  return found;
}

/** Locks its working copy against saves until the transaction ends, and returns it. */
export async function lockText(ctx: Ctx, chapterId: string): Promise<ChapterRecord> {
  return existing(lockChapter(ctx.db, chapterId));
}

/** Keeps the text in the version history as submitted. */
export async function keepAsSubmitted(ctx: Ctx, chapterId: string): Promise<void> {
  await insertRevision(ctx.db, chapterId, 'submitted');
}

/** Returns the working copy for its author. */
export async function getOwnText(ctx: Ctx, chapterId: string): Promise<ChapterDraft> {
  return toChapterDraft(ctx, await existing(findChapter(ctx.db, chapterId)));
}

/** Returns the number that the next chapter of a linear story will get, and the ending of the preceding one. */
export async function nextPlace(
  ctx: Ctx,
  story: StoryAtHand,
): Promise<{ number: number; before: ChapterEditorData['before'] }> {
  const { order } = ctx.modes[story.mode];
  const number = await order.newNumber(ctx.db, story.id, null, false);
  const before = await order.before(ctx.db, { storyId: story.id, parentId: null, number });
  return { number, before: before === null ? null : await findEnding(ctx, before) };
}
