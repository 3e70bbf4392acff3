import { authorize } from '#core/decision.ts';
import { AppError } from '#core/errors.ts';
import { requestReview, withdrawReview } from '#features/moderation/server/index.ts';
import { moveEdit } from '#features/stories/server/index.ts';
import { memberOf } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import type { ChapterDraft } from '../contract.ts';
import { missingChapterFields } from '../model/chapter-fields.ts';
import { canWithdrawChapter } from '../model/chapter-policy.ts';
import type { ChapterCtx } from './chapter-ctx.ts';
import { asLanguage, toChapterDraft } from './chapter-views.ts';
import { type ChapterRecord, insertRevision, moveChapter } from './chapters.repo.ts';
import { mine, mineWithStory } from './drafts.service.ts';
import { maySubmit } from './may-write.ts';
import { giveBack } from './publication.ts';

/**
 * Sends a chapter, or the edit of a published one, to review. Missing fields: invalid_input; an older version than the
 * server's: save_changes_first; the chapter before it not sent yet: previous_chapter_missing.
 */
export async function submitChapter(
  ctx: ChapterCtx,
  input: { chapterId: string; version?: number | undefined; nextAuthorId?: string | undefined },
): Promise<ChapterDraft> {
  return inTransaction(ctx, async (inner) => {
    const chapter = await mineWithStory(inner, input.chapterId);
    authorize(await maySubmit(inner, chapter));
    if (input.version !== undefined && input.version !== chapter.copy.version) throw new AppError('save_changes_first');
    const fields = missingChapterFields(chapter.copy, chapter.bounds, asLanguage(chapter.language));
    if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
    await send(inner, chapter, { nextAuthorId: input.nextAuthorId ?? null });
    await requestReview(inner, {
      kind: 'chapter',
      subjectId: chapter.id,
      storyId: chapter.storyId,
      authorId: chapter.facts.authorId,
      version: chapter.copy.version,
      isEdit: chapter.facts.status === 'approved',
      language: chapter.language,
      title: chapter.copy.title,
    });
    return toChapterDraft(inner, await mine(inner, chapter.id));
  });
}

/** Moves a chapter into review and gives it its place in the line; the review itself is the caller's. */
export async function send(
  ctx: ChapterCtx,
  chapter: ChapterRecord,
  wish: { nextAuthorId: string | null } = { nextAuthorId: null },
): Promise<void> {
  const actorId = memberOf(ctx).id;
  await insertRevision(ctx.db, chapter.id, 'submitted', chapter.copy);
  if (chapter.facts.status === 'approved') return moveEdit(ctx.db, 'chapter', chapter, 'submit', actorId);
  const mode = ctx.modes[chapter.mode];
  if (mode.isLine) await takePlace(ctx.db, chapter);
  await moveChapter(ctx.db, chapter, 'submit', { actorId });
  await mode.onSubmit(ctx, chapter, wish);
}

/**
 * The place in the line: the one it had, or the one after the last. The chapter before must be in review or published, so
 * that a line has no gaps. Error: previous_chapter_missing.
 */
async function takePlace(db: Db, chapter: ChapterRecord): Promise<void> {
  let query = db
    .selectFrom('chapters')
    .select(['number', 'status'])
    .where('story_id', '=', chapter.storyId)
    .where('number', 'is not', null)
    .where('deleted_at', 'is', null);
  if (chapter.number !== null) query = query.where('number', '<', chapter.number);
  const before = await query.orderBy('number', 'desc').limit(1).executeTakeFirst();
  if (before && !['pending', 'approved', 'hidden'].includes(before.status)) {
    throw new AppError('previous_chapter_missing');
  }
  if (chapter.number !== null) return;
  await db
    .updateTable('chapters')
    .set({ number: (before?.number ?? 0) + 1 })
    .where('id', '=', chapter.id)
    .execute();
}

/** Takes a chapter back from review, also one that is approved and waits for the chapter before it. */
export async function withdrawChapter(ctx: ChapterCtx, input: { chapterId: string }): Promise<ChapterDraft> {
  return inTransaction(ctx, async (inner) => {
    const chapter = await mineWithStory(inner, input.chapterId);
    authorize(canWithdrawChapter(ctx.actor, chapter.facts));
    // The first chapter is looked at with its story and comes back with it.
    if (chapter.facts.story.status !== 'published') throw new AppError('wrong_state');
    await takeBack(inner, chapter);
    return toChapterDraft(inner, await mine(inner, chapter.id));
  });
}

/** Ends the review of a chapter that waits, or of its edit. */
export async function takeBack(ctx: ChapterCtx, chapter: ChapterRecord): Promise<void> {
  await withdrawReview(ctx, 'chapter', chapter.id);
  await giveBack(ctx, chapter, 'withdraw');
}
