import { sql } from 'kysely';
import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { findStory, moveEdit } from '#features/stories/server/index.ts';
import { type Ctx, databaseNow, memberOf } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import type { ChapterDraft } from '../contract.ts';
import { DELETED_DRAFT_KEPT, DRAFTS_PER_STORY } from '../model/chapter-limits.ts';
import { canDeleteChapter, canDiscardChapterEdit, canUndeleteChapter } from '../model/chapter-policy.ts';
import { wasPublished } from '../model/chapter-status.ts';
import { type ChapterDocument, EMPTY_DOCUMENT } from '../model/document.ts';
import type { ChapterCtx } from './chapter-ctx.ts';
import { toChapterDraft } from './chapter-views.ts';
import {
  type ChapterRecord,
  type CopyChanges,
  findChapter,
  insertRevision,
  insertRevisionIfWorth,
  lockChapter,
  saveCopy,
} from './chapters.repo.ts';
import { mayWrite } from './may-write.ts';
import { closeGap, lockStoryThenChapter } from './publication.ts';

export interface GivenText {
  title?: string | undefined;
  summary?: string | undefined;
  choice?: string | undefined;
  content?: { document: ChapterDocument; isPlain: boolean } | undefined;
}

/** Begins a chapter as a draft. Errors: story_not_found, chapter_not_found (the parent), forbidden, too_many_drafts. */
export async function createChapter(
  ctx: ChapterCtx,
  input: GivenText & { storyId: string; parentChapterId?: string | undefined },
): Promise<ChapterDraft> {
  const actor = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const story = await findStory(inner.db, input.storyId);
    if (!story) throw new AppError('story_not_found');
    const given = input.parentChapterId ?? null;
    authorize(await mayWrite(inner, story, given));
    if (given) await ensureParent(inner.db, input.storyId, given);
    const parentId = inner.modes[story.mode].order.parentOf(given);
    await ensureRoom(inner.db, input.storyId, actor.id);
    const { id } = await inner.db
      .insertInto('chapters')
      .values({ story_id: input.storyId, author_id: actor.id, parent_id: parentId })
      .returning('id')
      .executeTakeFirstOrThrow();
    const copy = {
      title: input.title ?? '',
      summary: input.summary ?? '',
      choice: choiceOf(parentId, input.choice),
      document: input.content?.document ?? EMPTY_DOCUMENT,
    };
    await saveCopy(inner.db, id, 0, copy);
    const chapter = await lockChapterOrThrow(inner, id);
    await insertRevisionIfWorth(inner.db, id, chapter.copy.units);
    return toChapterDraft(inner, chapter);
  });
}

/** Only a way that leads on from another chapter is clicked. */
export function choiceOf(parentId: string | null, choice = ''): string {
  return parentId === null ? '' : choice;
}

async function ensureParent(db: Db, storyId: string, parentId: string): Promise<void> {
  const parent = await findChapter(db, parentId);
  if (parent?.storyId !== storyId || parent.facts.deleted || parent.facts.status !== 'approved')
    throw new AppError('chapter_not_found');
}

async function ensureRoom(db: Db, storyId: string, authorId: string): Promise<void> {
  const { drafts } = await db
    .selectFrom('chapters')
    .where('story_id', '=', storyId)
    .where('author_id', '=', authorId)
    .where('status', '=', 'draft')
    .where('is_submission', '=', false)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<string>().as('drafts'))
    .executeTakeFirstOrThrow();
  if (Number(drafts) >= DRAFTS_PER_STORY) throw new AppError('too_many_drafts');
}

/** The chapter, locked; chapter_not_found when there is none. */
export async function lockChapterOrThrow(ctx: Ctx, chapterId: string): Promise<ChapterRecord> {
  const chapter = await lockChapter(ctx.db, chapterId);
  if (!chapter) throw new AppError('chapter_not_found');
  return chapter;
}

/** The same with its story locked before it, for what moves in the line or in and out of review. */
export async function lockChapterWithStory(ctx: Ctx, chapterId: string): Promise<ChapterRecord> {
  const chapter = await lockStoryThenChapter(ctx, chapterId);
  if (!chapter) throw new AppError('chapter_not_found');
  return chapter;
}

/** The refusal of a stale save, with the text as it is now, so that the editor can offer both. */
export async function changedMeanwhile(ctx: ChapterCtx, chapter: ChapterRecord): Promise<AppError> {
  return new AppError('chapter_changed', { details: { current: await toChapterDraft(ctx, chapter) } });
}

/** Writes the next version of the working copy; for a published chapter that begins an edit. The chapter as it is then. */
export async function write(ctx: ChapterCtx, chapter: ChapterRecord, copy: CopyChanges): Promise<ChapterRecord> {
  const isEdit = wasPublished(chapter.facts.status);
  const saved = await saveCopy(ctx.db, chapter.id, chapter.copy.version, copy, { isEdit });
  if (!saved) throw await changedMeanwhile(ctx, await lockChapterOrThrow(ctx, chapter.id));
  if (!isEdit || chapter.facts.editStatus !== null) return { ...chapter, copy: saved };
  await moveEdit(ctx.db, 'chapter', chapter, 'begin', memberOf(ctx).id);
  return lockChapterOrThrow(ctx, chapter.id);
}

/** Throws the edit of a published chapter away; it stays among the versions. */
export async function discardChapterEdit(ctx: ChapterCtx, input: { chapterId: string }): Promise<ChapterDraft> {
  return inTransaction(ctx, async (inner) => {
    const chapter = await lockChapterOrThrow(inner, input.chapterId);
    authorize(canDiscardChapterEdit(ctx.actor, chapter.facts));
    await insertRevision(inner.db, chapter.id, 'autosave');
    await moveEdit(inner.db, 'chapter', chapter, 'end', memberOf(ctx).id);
    await inner.db.deleteFrom('chapter_drafts').where('chapter_id', '=', chapter.id).execute();
    return toChapterDraft(inner, await lockChapterOrThrow(inner, chapter.id));
  });
}

/** Deletes a draft or a chapter that came back. Its place becomes free; in a line those behind it close up. */
export async function deleteChapter(ctx: ChapterCtx, input: { chapterId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const chapter = await lockChapterWithStory(inner, input.chapterId);
    authorize(canDeleteChapter(ctx.actor, chapter.facts));
    await inner.db
      .updateTable('chapters')
      .set({ deleted_at: sql<Date>`db_clock()`, number: null })
      .where('id', '=', chapter.id)
      .execute();
    if (chapter.number !== null) await closeGap(inner, chapter, chapter.number);
    return DONE;
  });
}

/** Error: chapter_not_found when it is not deleted, not the caller's, or deleted too long ago. */
export async function undeleteChapter(ctx: ChapterCtx, input: { chapterId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const chapter = await lockChapterOrThrow(inner, input.chapterId);
    authorize(canUndeleteChapter(ctx.actor, chapter.facts));
    const oldest = new Date((await databaseNow(inner.db)).getTime() - DELETED_DRAFT_KEPT);
    const row = await inner.db
      .updateTable('chapters')
      .set({ deleted_at: null })
      .where('id', '=', chapter.id)
      .where('deleted_at', '>', oldest)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new AppError('chapter_not_found');
    return DONE;
  });
}
