import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { findStory } from '#features/stories/server/index.ts';
import { type Ctx, databaseNow, memberOf } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import type { ChapterDraft } from '../contract.ts';
import { type ChapterValues, type GivenValues, givenValues } from '../model/chapter-field-list.ts';
import { DELETED_DRAFT_KEPT, DRAFTS_PER_STORY } from '../model/chapter-limits.ts';
import {
  canBeContinued,
  canDeleteChapter,
  canDiscardChapterEdit,
  canUndeleteChapter,
} from '../model/chapter-policy.ts';
import { wasPublished } from '../model/chapter-status.ts';
import { type ChapterDocument, EMPTY_DOCUMENT } from '../model/document.ts';
import { initialFields } from './chapter-columns.ts';
import { toChapterDraft } from './chapter-views.ts';
import {
  type ChapterRecord,
  type CopyChanges,
  deleteCopy,
  findChapter,
  insertChapter,
  insertRevision,
  insertRevisionIfWorth,
  lockChapter,
  markDeleted,
  moveChapterEdit,
  restoreChapter,
  saveCopy,
} from './chapters.repo.ts';
import { mayWrite } from './may-write.ts';
import { closeGap, lockStoryThenChapter } from './publication.ts';

export interface GivenText extends GivenValues {
  content?: { document: ChapterDocument; isPlain: boolean } | undefined;
}

/**
 * Creates a chapter as a draft. Throws the refusals of its mode, chapter_not_found (for the parent), too_many_drafts.
 */
export async function createChapter(
  ctx: Ctx,
  input: GivenText & { storyId: string; parentChapterId?: string | undefined; keep?: boolean | undefined },
): Promise<ChapterDraft> {
  const actor = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const story = await findStory(inner.db, input.storyId);
    if (!story) throw new AppError('story_not_found');
    const given = input.parentChapterId ?? null;
    const mode = inner.modes[story.mode];
    authorize(await (input.keep ? mode.mayKeep(inner, story, given) : mayWrite(inner, story, given)));
    if (given) await ensureParent(inner.db, input.storyId, given);
    const parentId = mode.order.parentOf(given);
    await ensureRoom(inner.db, input.storyId, actor.id);
    const id = await insertChapter(inner.db, { storyId: input.storyId, authorId: actor.id, parentId });
    const copy = {
      ...initialFields(ctx.chapterFields, givenFields(ctx, parentId, input)),
      document: input.content?.document ?? EMPTY_DOCUMENT,
    };
    await saveCopy(inner.db, id, 0, copy);
    const chapter = await lockChapterOrThrow(inner, id);
    await insertRevisionIfWorth(inner.db, id, chapter.copy.units);
    return toChapterDraft(inner, chapter);
  });
}

/** Returns the fields of a save. Only chapters with a parent have a choice. */
export function givenFields({ chapterFields }: Ctx, parentId: string | null, input: GivenText): Partial<ChapterValues> {
  return givenValues(chapterFields, parentId === null && input.choice ? { ...input, choice: '' } : input);
}

/** Throws chapter_not_found if no chapter of the story can be continued after this one. */
export async function ensureParent(db: Db, storyId: string, parentId: string): Promise<void> {
  const parent = await findChapter(db, parentId);
  if (parent?.storyId !== storyId || !canBeContinued(parent.facts)) throw new AppError('chapter_not_found');
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

/** Locks the chapter. Throws chapter_not_found. */
export async function lockChapterOrThrow(ctx: Ctx, chapterId: string): Promise<ChapterRecord> {
  const chapter = await lockChapter(ctx.db, chapterId);
  if (!chapter) throw new AppError('chapter_not_found');
  return chapter;
}

/** Locks the story, then the chapter. For changes to the order of chapters and to reviews. */
export async function lockChapterWithStory(ctx: Ctx, chapterId: string): Promise<ChapterRecord> {
  const chapter = await lockStoryThenChapter(ctx, chapterId);
  if (!chapter) throw new AppError('chapter_not_found');
  return chapter;
}

/** The error for a stale save. It contains the current text, so that the editor can offer both. */
export async function changedMeanwhile(ctx: Ctx, chapter: ChapterRecord): Promise<AppError> {
  return new AppError('chapter_changed', { details: { current: await toChapterDraft(ctx, chapter) } });
}

/**
 * Saves the next version of the working copy, and returns the updated chapter. For a published chapter, the first save
 * starts an edit.
 */
export async function write(ctx: Ctx, chapter: ChapterRecord, copy: CopyChanges): Promise<ChapterRecord> {
  const isEdit = wasPublished(chapter.facts.status);
  const saved = await saveCopy(ctx.db, chapter.id, chapter.copy.version, copy, { isEdit });
  if (!saved) throw await changedMeanwhile(ctx, await lockChapterOrThrow(ctx, chapter.id));
  if (!isEdit || chapter.facts.editStatus !== null) return { ...chapter, copy: saved };
  await moveChapterEdit(ctx.db, chapter, 'begin', memberOf(ctx).id);
  return lockChapterOrThrow(ctx, chapter.id);
}

/** Discards the edit of a published chapter. Its text stays in the version history. */
export async function discardChapterEdit(ctx: Ctx, input: { chapterId: string }): Promise<ChapterDraft> {
  return inTransaction(ctx, async (inner) => {
    const chapter = await lockChapterOrThrow(inner, input.chapterId);
    authorize(canDiscardChapterEdit(ctx.actor, chapter.facts));
    await insertRevision(inner.db, chapter.id, 'autosave');
    await moveChapterEdit(inner.db, chapter, 'end', memberOf(ctx).id);
    await deleteCopy(inner.db, chapter.id);
    return toChapterDraft(inner, await lockChapterOrThrow(inner, chapter.id));
  });
}

/** Deletes a draft or a rejected chapter. Its number becomes free; in linear stories the following chapters move up. */
export async function deleteChapter(ctx: Ctx, input: { chapterId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const chapter = await lockChapterWithStory(inner, input.chapterId);
    authorize(canDeleteChapter(ctx.actor, chapter.facts));
    await markDeleted(inner.db, chapter.id);
    if (chapter.number !== null) await closeGap(inner, chapter, chapter.number);
    return DONE;
  });
}

/**
 * Restores a deleted chapter. Throws chapter_not_found if it is not deleted, not the caller’s, or was deleted too long
 * ago.
 */
export async function undeleteChapter(ctx: Ctx, input: { chapterId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const chapter = await lockChapterOrThrow(inner, input.chapterId);
    authorize(canUndeleteChapter(ctx.actor, chapter.facts));
    const oldest = new Date((await databaseNow(inner.db)).getTime() - DELETED_DRAFT_KEPT);
    if (!(await restoreChapter(inner.db, chapter.id, oldest))) throw new AppError('chapter_not_found');
    return DONE;
  });
}
