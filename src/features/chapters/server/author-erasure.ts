import { sql } from 'kysely';
import { deleteReviews } from '#features/moderation/server/index.ts';
import { countChapters } from '#features/participation/server/index.ts';
import { countPublished, HOME_TAG, lockStory, recomputeContinuedAt, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { type ChapterNode, chaptersWithoutSuccessors } from '../model/chapters-without-successors.ts';
import { deletedLongAgo, deletePublished, deleteRevisionsOf, expireDeletedOf } from './chapter-erasure.repo.ts';
import { deleteCopy, lockChapter, markDeleted, moveChapterEdit } from './chapters.repo.ts';
import { closeGap, lockStoryThenChapter } from './publication.ts';
import { endChapterReview } from './submission.service.ts';

/**
 * Deletes what a member never published, and the edits and earlier versions of what they did, when their account is
 * erased. Contest entries are handled elsewhere. Each chapter is processed once, in its own transaction.
 */
export async function deleteUnpublishedOf(ctx: Ctx, authorId: string): Promise<void> {
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
  for (const { id } of rows) await inTransaction(ctx, (inner) => dropUnpublished(inner, id));
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
    return;
  }
  if (chapter.facts.status !== 'draft' && chapter.facts.status !== 'rejected') return;
  await markDeleted(ctx.db, chapterId, deletedLongAgo);
  if (chapter.number !== null) await closeGap(ctx, chapter, chapter.number);
}

/**
 * Returns an author’s public chapters without successors in a story, last first. `translated` contains the chapters
 * that other members have translated.
 */
export async function findChaptersWithoutSuccessors(
  db: Db,
  story: { id: string; mode: Parameters<typeof chaptersWithoutSuccessors>[0] },
  authorId: string,
  translated: ReadonlySet<string>,
): Promise<string[]> {
  const { rows } = await sql<Omit<ChapterNode, 'isTranslated'>>`
    select c.id::text as id, c.author_id::text as "authorId", c.number, c.parent_id::text as "parentId",
      c.is_public as "isPublic"
    from chapters c where c.story_id = ${story.id} and c.deleted_at is null and not c.is_submission`.execute(db);
  const chapters = rows.map((row) => ({ ...row, isTranslated: translated.has(row.id) }));
  return chaptersWithoutSuccessors(story.mode, chapters, authorId);
}

/** Deletes an author’s public chapters without successors. Readers who were there go back one chapter. */
export async function deleteChaptersWithoutSuccessors(
  ctx: Ctx,
  storyId: string,
  authorId: string,
  findTranslated: (db: Db) => Promise<ReadonlySet<string>>,
): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const story = await lockStory(inner.db, storyId);
    if (!story) return;
    const translated = await findTranslated(inner.db);
    for (const id of await findChaptersWithoutSuccessors(inner.db, story, authorId, translated))
      await dropPublished(inner, id);
    await invalidateCacheTags(inner, storyTag(storyId), HOME_TAG);
  });
}

async function dropPublished(ctx: Ctx, chapterId: string): Promise<void> {
  const { db } = ctx;
  await ctx.chapterEffects.deleting(ctx, chapterId);
  await deleteReviews(db, 'chapter', chapterId);
  const gone = await deletePublished(db, chapterId);
  if (!gone) return;
  const { storyId, authorId, units } = gone;
  await countPublished(db, storyId, { chapters: -1, units: -units });
  await countChapters(db, storyId, authorId, -1);
  await recomputeContinuedAt(db, storyId);
}
