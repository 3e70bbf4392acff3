import { authorize } from '#core/decision.ts';
import { AppError } from '#core/errors.ts';
import { requestReview, withdrawReview } from '#features/moderation/server/index.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { moveEdit } from '#features/stories/server/index.ts';
import { memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { ChapterDraft } from '../contract.ts';
import { canWithdrawChapter } from '../model/chapter-policy.ts';
import { wasPublished } from '../model/chapter-status.ts';
import type { ChapterCtx } from './chapter-ctx.ts';
import { missingFieldsOf, toChapterDraft } from './chapter-views.ts';
import { type ChapterRecord, findChapter, insertRevision, moveChapter, setMinorEdit } from './chapters.repo.ts';
import { lockChapterOrThrow, lockChapterWithStory } from './drafts.service.ts';
import { maySubmit } from './may-write.ts';
import { returnToAuthor } from './publication.ts';

/**
 * Sends a chapter, or the edit of a published one, to review. Missing fields: invalid_input; an older version than the
 * server's: save_changes_first; the chapter before it not sent yet: previous_chapter_missing.
 */
export async function submitChapter(
  ctx: ChapterCtx,
  input: {
    chapterId: string;
    version?: number | undefined;
    nextAuthorId?: string | undefined;
    isMinorEdit?: boolean | undefined;
  },
): Promise<ChapterDraft> {
  return inTransaction(ctx, async (inner) => {
    const chapter = await lockChapterWithStory(inner, input.chapterId);
    authorize(await maySubmit(inner, chapter));
    if (input.version !== undefined && input.version !== chapter.copy.version) throw new AppError('save_changes_first');
    const fields = missingFieldsOf(chapter);
    if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
    const isEdit = wasPublished(chapter.facts.status);
    const isMinorEdit = isEdit && input.isMinorEdit === true;
    if (isMinorEdit !== chapter.isMinorEdit) await setMinorEdit(inner.db, chapter.id, isMinorEdit);
    await send(inner, chapter, { nextAuthorId: input.nextAuthorId ?? null });
    await requestReview(inner, {
      kind: 'chapter',
      subjectId: chapter.id,
      storyId: chapter.storyId,
      authorId: chapter.facts.authorId,
      version: chapter.copy.version,
      isEdit,
      language: chapter.language,
      title: chapter.copy.title,
    });
    return toChapterDraft(inner, (await findChapter(inner.db, chapter.id))!);
  });
}

/** Moves a chapter into review and gives it its place; the review itself is the caller's. */
export async function send(
  ctx: ChapterCtx,
  chapter: ChapterRecord,
  options: { nextAuthorId: string | null } = { nextAuthorId: null },
): Promise<void> {
  const actorId = memberOf(ctx).id;
  await insertRevision(ctx.db, chapter.id, 'submitted');
  if (wasPublished(chapter.facts.status)) return moveEdit(ctx.db, 'chapter', chapter, 'submit', actorId);
  const mode = ctx.modes[chapter.mode];
  await mode.order.takePlace(ctx.db, chapter);
  await moveChapter(ctx.db, chapter, 'submit', { actorId });
  await mode.onSubmit(ctx, chapter, options);
}

/** Takes a chapter back from review, also one that is approved and waits for the chapter before it. */
export async function withdrawChapter(ctx: ChapterCtx, input: { chapterId: string }): Promise<ChapterDraft> {
  return inTransaction(ctx, async (inner) => {
    const chapter = await lockChapterWithStory(inner, input.chapterId);
    authorize(canWithdrawChapter(ctx.actor, chapter.facts));
    // The first chapter is looked at with its story and comes back with it.
    if (!isPublicStory(chapter.facts.story)) throw new AppError('wrong_state');
    await endChapterReview(inner, chapter);
    return toChapterDraft(inner, await lockChapterOrThrow(inner, chapter.id));
  });
}

/** Ends the review of a chapter that waits, or of its edit. */
export async function endChapterReview(ctx: ChapterCtx, chapter: ChapterRecord): Promise<void> {
  await withdrawReview(ctx, 'chapter', chapter.id);
  await returnToAuthor(ctx, chapter, 'withdraw');
}
