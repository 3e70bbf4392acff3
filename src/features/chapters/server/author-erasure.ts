import { sql } from 'kysely';
import { type DeletingMember, onBehalfOf } from '#features/accounts/server/index.ts';
import { deleteReviews, restrictedSince } from '#features/moderation/server/index.ts';
import { countChapters } from '#features/participation/server/index.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { countPublished, HOME_TAG, lockStory, recomputeContinuedAt, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { emit } from '#platform/features/events.ts';
import { type ChapterNode, chaptersWithoutSuccessors } from '../model/chapters-without-successors.ts';
import { deletedLongAgo, deletePublished, deleteRevisionsOf, expireDeletedOf } from './chapter-erasure.repo.ts';
import { deleteCopy, lockChapter, markDeleted, moveChapterEdit } from './chapters.repo.ts';
import { closeGap, lockStoryThenChapter } from './publication.ts';
import { emptyTakenDown } from './shown.ts';
import { endChapterReview } from './submission.service.ts';

/**
 * Deletes what a member never published, and the edits and earlier versions of what they did, when their account is
 * erased. Contest entries are handled elsewhere. Each chapter is processed once, in its own transaction.
 */
export async function deleteUnpublishedOf(ctx: Ctx, { id: authorId }: DeletingMember): Promise<void> {
  const rows = await ctx.db
    .selectFrom('chapters')
    .select('id')
    .where('author_id', '=', authorId)
    .where('is_submission', '=', false)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('status', 'in', ['draft', 'pending', 'rejected']), eb('edit_status', 'is not', null)]))
    .orderBy('story_id')
    .orderBy('id')
    .execute();
  const own = onBehalfOf(ctx, authorId);
  for (const { id } of rows) await inTransaction(own, (inner) => dropUnpublished(inner, id));
  await expireDeletedOf(ctx.db, authorId);
  await deleteRevisionsOf(ctx.db, authorId);
}

async function dropUnpublished(ctx: Ctx, chapterId: string): Promise<void> {
  let chapter = await lockStoryThenChapter(ctx, chapterId);
  if (chapter && (chapter.facts.status === 'pending' || chapter.facts.editStatus === 'pending')) {
    await endChapterReview(ctx, chapter);
    chapter = await lockChapter(ctx.db, chapterId);
  }
  if (!chapter) return;
  if (chapter.facts.editStatus !== null) {
    await moveChapterEdit(ctx.db, chapter, 'end', null);
    await deleteCopy(ctx.db, chapterId);
    // A text that a moderator has also hidden stays like any other hidden one, until that decision is reversed.
    const isRestricted = (await restrictedSince(ctx.db, 'hide_chapter', chapterId)) !== null;
    if (chapter.facts.takenDown && !isRestricted) await emptyTakenDown(ctx, chapter);
    return;
  }
  if (chapter.facts.status !== 'draft' && chapter.facts.status !== 'rejected') return;
  await markDeleted(ctx.db, chapterId, deletedLongAgo);
  if (chapter.number !== null) await closeGap(ctx, chapter, chapter.number);
}

/** True if anyone but the creator has written in the story, including drafts and entries. */
export async function othersHaveWritten(db: Db, storyId: string, creatorId: string): Promise<boolean> {
  const other = await db
    .selectFrom('chapters')
    .select('id')
    .where('story_id', '=', storyId)
    .where('author_id', '<>', creatorId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Returns an author’s public chapters in a story that no one has continued or built on, last first. */
export async function findChaptersWithoutSuccessors(
  ctx: Pick<Ctx, 'db' | 'builtOnBy' | 'modeModels'>,
  story: { id: string; mode: WritingMode },
  authorId: string,
): Promise<string[]> {
  const builtOn = new Set<string>();
  for (const find of Object.values(ctx.builtOnBy))
    for (const id of await find(ctx.db, story.id, authorId)) builtOn.add(id);
  const { rows } = await sql<Omit<ChapterNode, 'isBuiltOn'>>`
    select c.id::text as id, c.author_id::text as "authorId", c.number, c.parent_id::text as "parentId",
      c.is_public as "isPublic"
    from chapters c where c.story_id = ${story.id} and c.deleted_at is null and not c.is_submission`.execute(ctx.db);
  const chapters = rows.map((row) => ({ ...row, isBuiltOn: builtOn.has(row.id) }));
  return chaptersWithoutSuccessors(ctx.modeModels[story.mode], chapters, authorId);
}

/**
 * Deletes the public chapters without successors of a member whose account is being erased, if that is what they want.
 * Readers who were there go back one chapter.
 */
export async function deleteWorksOf(ctx: Ctx, { id, texts }: DeletingMember): Promise<void> {
  if (texts !== 'delete') return;
  const stories = await ctx.db
    .selectFrom('chapters')
    .select('story_id')
    .where('author_id', '=', id)
    .where((eb) => eb.ref('is_public'))
    .distinct()
    .orderBy('story_id')
    .execute();
  const own = onBehalfOf(ctx, id);
  for (const { story_id: storyId } of stories)
    await inTransaction(own, async (inner) => {
      const story = await lockStory(inner.db, storyId);
      if (!story) return;
      for (const chapterId of await findChaptersWithoutSuccessors(inner, story, id))
        await dropPublished(inner, storyId, chapterId);
      await invalidateCacheTags(inner, storyTag(storyId), HOME_TAG);
    });
}

async function dropPublished(ctx: Ctx, storyId: string, chapterId: string): Promise<void> {
  const { db } = ctx;
  await emit(ctx, 'chapter.removing', { storyId, chapterId });
  await deleteReviews(db, 'chapter', chapterId);
  const gone = await deletePublished(db, chapterId);
  if (!gone) return;
  const { authorId, units } = gone;
  await countPublished(db, storyId, { chapters: -1, units: -units });
  await countChapters(db, storyId, authorId, -1);
  await recomputeContinuedAt(db, storyId);
  await emit(ctx, 'chapter.removed', { storyId, chapterId });
}
