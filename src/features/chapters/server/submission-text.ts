import { AppError } from '#core/errors.ts';
import type { StoryAtHand } from '#features/stories/server/index.ts';
import { memberOf } from '#platform/context.ts';
import type { ChapterDraft, ChapterEditorData } from '../contract.ts';
import type { ChapterDocument } from '../model/document.ts';
import type { ChapterCtx } from './chapter-ctx.ts';
import { toChapterDraft } from './chapter-views.ts';
import { type ChapterRecord, findChapter, insertRevision, lockChapter, saveCopy } from './chapters.repo.ts';
import { endingOf } from './editor.queries.ts';

/** A submission is written as a chapter without a place, so that it is saved and kept in versions like any other. */

/** Begins one for the caller, in the open transaction; answers the chapter's id. Whether they may is the caller's question. */
export async function beginSubmissionText(
  ctx: ChapterCtx,
  storyId: string,
  text: { title: string; summary: string; document: ChapterDocument },
): Promise<string> {
  const { id } = await ctx.db
    .insertInto('chapters')
    .values({ story_id: storyId, author_id: memberOf(ctx).id, is_submission: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  await saveCopy(ctx.db, id, 0, { ...text, choice: '' });
  return id;
}

async function existing(chapter: Promise<ChapterRecord | null>): Promise<ChapterRecord> {
  const found = await chapter;
  if (!found) throw new AppError('submission_not_found');
  return found;
}

/** Its working copy as it is now, locked against saves until the transaction ends. */
export async function lockText(ctx: ChapterCtx, chapterId: string): Promise<ChapterRecord> {
  return existing(lockChapter(ctx.db, chapterId));
}

/** Keeps the text among its versions as one that was submitted. */
export async function keepAsSubmitted(ctx: ChapterCtx, chapterId: string): Promise<void> {
  await insertRevision(ctx.db, chapterId, 'submitted');
}

/** The working copy as its author edits it. */
export async function getOwnText(ctx: ChapterCtx, chapterId: string): Promise<ChapterDraft> {
  return toChapterDraft(ctx, await existing(findChapter(ctx.db, chapterId)));
}

/** The place that the next chapter of a line will have, and how the one before it ended. */
export async function nextPlace(
  ctx: ChapterCtx,
  story: StoryAtHand,
): Promise<{ number: number; before: ChapterEditorData['before'] }> {
  const { order } = ctx.modes[story.mode];
  const number = await order.newNumber(ctx.db, story.id, null, false);
  const before = await order.before(ctx.db, { storyId: story.id, parentId: null, number });
  return { number, before: before === null ? null : await endingOf(ctx, before) };
}
