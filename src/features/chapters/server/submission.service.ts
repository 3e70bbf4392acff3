import { authorize } from '#core/decision.ts';
import { AppError } from '#core/errors.ts';
import { requestReview, withdrawReview } from '#features/moderation/server/index.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import type { Ctx } from '#platform/context.ts';
import { memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { ChapterDraft } from '../contract.ts';
import { canMoveChapter, canWithdrawChapter } from '../model/chapter-policy.ts';
import { wasPublished } from '../model/chapter-status.ts';
import { missingFieldsOf, toChapterDraft } from './chapter-views.ts';
import {
  type ChapterRecord,
  clearNumbers,
  findChapter,
  insertRevision,
  lockChapter,
  moveChapter,
  moveChapterEdit,
  setMinorEdit,
} from './chapters.repo.ts';
import { lockChapterOrThrow, lockChapterWithStory } from './drafts.service.ts';
import { maySubmit } from './may-write.ts';
import { closeGap, returnToAuthor } from './publication.ts';

/**
 * Submits a chapter, or the edit of a published one, for review. Throws invalid_input for missing fields,
 * save_changes_first if `version` is not the saved version, and previous_chapter_missing if the preceding chapter isn’t
 * submitted yet.
 */
export async function submitChapter(
  ctx: Ctx,
  input: {
    chapterId: string;
    version?: number | undefined;
    nextAuthorId?: string | undefined;
    inPlaceOf?: string | undefined;
    isMinorEdit?: boolean | undefined;
  },
): Promise<ChapterDraft> {
  return inTransaction(ctx, async (inner) => {
    let chapter = await lockChapterWithStory(inner, input.chapterId);
    authorize(await maySubmit(inner, chapter));
    if (input.version !== undefined && input.version !== chapter.copy.version) throw new AppError('save_changes_first');
    const fields = missingFieldsOf(chapter);
    if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
    if (input.inPlaceOf) {
      await giveUpNumber(inner, chapter, input.inPlaceOf);
      // The numbers after it have moved.
      chapter = await lockChapterOrThrow(inner, chapter.id);
    }
    const isEdit = wasPublished(chapter.facts.status);
    const isMinorEdit = isEdit && input.isMinorEdit === true;
    if (isMinorEdit !== chapter.isMinorEdit) await setMinorEdit(inner.db, chapter.id, isMinorEdit);
    const sent = await send(inner, chapter, { nextAuthorId: input.nextAuthorId ?? null });
    const { submittedAt, isScreened } = await requestReview(inner, {
      kind: 'chapter',
      subjectId: chapter.id,
      storyId: chapter.storyId,
      authorId: chapter.facts.authorId,
      version: chapter.copy.version,
      isEdit,
      language: chapter.story.published.language,
      title: chapter.copy.title,
    });
    if (isScreened) return toChapterDraft(inner, (await findChapter(inner.db, chapter.id))!);
    return toChapterDraft(inner, sent, { state: 'automatic', reason: null, submittedAt, findings: [] });
  });
}

/**
 * Takes the number from another unpublished chapter of the same author, which blocks the chapter being submitted. Its
 * status stays the same.
 */
async function giveUpNumber(ctx: Ctx, chapter: ChapterRecord, otherId: string): Promise<void> {
  const other = otherId === chapter.id ? null : await lockChapter(ctx.db, otherId);
  if (other?.storyId !== chapter.storyId) throw new AppError('chapter_not_found');
  authorize(canMoveChapter(ctx.actor, other.facts));
  if (other.number === null) return;
  await clearNumbers(ctx.db, [other.id]);
  await closeGap(ctx, other, other.number);
}

/** Moves a chapter into review and assigns its number. Returns the chapter as it is now. The caller requests the review. */
export async function send(
  ctx: Ctx,
  chapter: ChapterRecord,
  options: { nextAuthorId: string | null } = { nextAuthorId: null },
): Promise<ChapterRecord> {
  const actorId = memberOf(ctx).id;
  await insertRevision(ctx.db, chapter.id, 'submitted');
  if (wasPublished(chapter.facts.status)) {
    await moveChapterEdit(ctx.db, chapter, 'submit', actorId);
    return { ...chapter, facts: { ...chapter.facts, editStatus: 'pending' } };
  }
  const mode = ctx.modes[chapter.story.mode];
  const number = await mode.order.numberOf(ctx.db, chapter);
  await moveChapter(ctx.db, chapter, 'submit', { actorId }, { number });
  await mode.onSubmit(ctx, chapter, options);
  return { ...chapter, number, facts: { ...chapter.facts, status: 'pending' } };
}

/** Withdraws a chapter from review, even an approved one that is waiting for the chapter before it. */
export async function withdrawChapter(ctx: Ctx, input: { chapterId: string }): Promise<ChapterDraft> {
  return inTransaction(ctx, async (inner) => {
    const chapter = await lockChapterWithStory(inner, input.chapterId);
    authorize(canWithdrawChapter(ctx.actor, chapter.facts));
    // The first chapter is reviewed and withdrawn with its story.
    if (!isPublicStory(chapter.facts.story)) throw new AppError('wrong_state');
    await endChapterReview(inner, chapter);
    return toChapterDraft(inner, await lockChapterOrThrow(inner, chapter.id));
  });
}

/** Ends the review of a pending chapter or edit. */
export async function endChapterReview(ctx: Ctx, chapter: ChapterRecord): Promise<void> {
  await withdrawReview(ctx, 'chapter', chapter.id);
  await returnToAuthor(ctx, chapter, 'withdraw');
}
