import { sql } from 'kysely';
import { HOME_TAG, lockStory, moveEdit, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { DELETED_DRAFT_KEPT } from '../model/chapter-limits.ts';
import { type ChapterNode, chaptersWithoutSuccessors } from '../model/chapters-without-successors.ts';
import type { ChapterCtx } from './chapter-ctx.ts';
import { lockChapter } from './chapters.repo.ts';
import { closeGap, lockStoryThenChapter } from './publication.ts';
import { endChapterReview } from './submission.service.ts';

/** Deleted so long ago that nobody brings it back: the next sweep takes it. */
const longAgo = sql<Date>`db_clock() - make_interval(secs => ${DELETED_DRAFT_KEPT / 1000})`;

/**
 * An author leaves for good: what they never published goes, and so do the edits and the earlier versions of what they
 * did. Entries of rounds are the rounds' business. Chapter by chapter, and none twice.
 */
export async function deleteUnpublishedOf(ctx: ChapterCtx, authorId: string): Promise<void> {
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
  await sql`update chapters set deleted_at = ${longAgo}
    where author_id = ${authorId} and deleted_at > ${longAgo} and status in ('draft', 'rejected')`.execute(ctx.db);
  await sql`delete from chapter_revisions r using chapters c
    where c.id = r.chapter_id and c.author_id = ${authorId} and c.is_public`.execute(ctx.db);
}

async function dropUnpublished(ctx: ChapterCtx, chapterId: string): Promise<void> {
  let chapter = await lockStoryThenChapter(ctx, chapterId);
  if (chapter && (chapter.facts.status === 'pending' || chapter.facts.editStatus === 'pending')) {
    await endChapterReview(ctx, chapter);
    chapter = await lockChapter(ctx.db, chapterId);
  }
  if (!chapter) return;
  if (chapter.facts.editStatus !== null) {
    await moveEdit(ctx.db, 'chapter', chapter, 'end', null);
    await ctx.db.deleteFrom('chapter_drafts').where('chapter_id', '=', chapterId).execute();
    return;
  }
  if (chapter.facts.status !== 'draft' && chapter.facts.status !== 'rejected') return;
  await ctx.db.updateTable('chapters').set({ deleted_at: longAgo, number: null }).where('id', '=', chapterId).execute();
  if (chapter.number !== null) await closeGap(ctx, chapter, chapter.number);
}

/**
 * The public chapters of an author in a story that nobody has built on, last ones first. `translated` are those that
 * somebody else has translated.
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

/** Takes out the public chapters of an author that nobody has built on; who was reading there is one chapter back. */
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
      await dropPublished(inner.db, id);
    await invalidateCacheTags(inner, storyTag(storyId), HOME_TAG);
  });
}

async function dropPublished(db: Db, chapterId: string): Promise<void> {
  await sql`update reading_places p set chapter_id = b.id from chapters c join chapters b on b.story_id = c.story_id
      and b.deleted_at is null and case when c.parent_id is null then b.number = c.number - 1 else b.id = c.parent_id end
    where c.id = ${chapterId} and p.chapter_id = c.id`.execute(db);
  await sql`delete from reviews where subject_kind = 'chapter' and subject_id = ${chapterId}`.execute(db);
  await db.deleteFrom('chapter_texts').where('chapter_id', '=', chapterId).execute();
  const { rows } = await sql<{ story_id: string }>`
    with gone as (delete from chapters where id = ${chapterId} returning story_id, author_id, units),
    counted as (update story_stats st set chapters = st.chapters - 1, units = st.units - gone.units from gone
      where st.story_id = gone.story_id),
    theirs as (update participants p set chapters = p.chapters - 1 from gone
      where p.story_id = gone.story_id and p.account_id = gone.author_id)
    select story_id::text as story_id from gone`.execute(db);
  for (const { story_id: storyId } of rows)
    await sql`update stories s set continued_at = (select date_trunc('milliseconds', max(c.published_at)) from chapters c
        where c.story_id = s.id and c.is_public)
      where s.id = ${storyId} and s.continued_at is not null`.execute(db);
}
