import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { forgetReasons } from '#platform/db/status-log.ts';
import { withBlockIds } from '../model/block-ids.ts';
import { DELETED_DRAFT_KEPT } from '../model/chapter-limits.ts';
import { EMPTY_DOCUMENT } from '../model/document.ts';
import { randomIds } from './chapters.repo.ts';

/** Permanent deletions: for erased accounts, and of what was deleted long ago. */

/** Time of the oldest deletion that can still be undone. */
export const deletedLongAgo: RawBuilder<Date> = sql<Date>`db_clock() - make_interval(secs => ${DELETED_DRAFT_KEPT / 1000})`;

/** Backdates the deletions of an author, so that none can be undone and the next purge deletes the rows. */
export async function expireDeletedOf(db: Db, authorId: string): Promise<void> {
  await sql`update chapters set deleted_at = ${deletedLongAgo}
    where author_id = ${authorId} and deleted_at > ${deletedLongAgo} and status in ('draft', 'rejected')`.execute(db);
}

/** Deletes the earlier versions of an author’s published chapters. */
export async function deleteRevisionsOf(db: Db, authorId: string): Promise<void> {
  await sql`delete from chapter_revisions r using chapters c
    where c.id = r.chapter_id and c.author_id = ${authorId} and c.is_public`.execute(db);
}

/**
 * Deletes a published chapter with its text. Returns the data for updating the counters, or null if there is no such
 * chapter.
 */
export async function deletePublished(
  db: Db,
  id: string,
): Promise<{ storyId: string; authorId: string; units: number } | null> {
  await db.deleteFrom('chapter_texts').where('chapter_id', '=', id).execute();
  const row = await db
    .deleteFrom('chapters')
    .where('id', '=', id)
    .returning(['story_id', 'author_id', 'units'])
    .executeTakeFirst();
  return row ? { storyId: row.story_id, authorId: row.author_id, units: row.units ?? 0 } : null;
}

/** What replaces the fields of an emptied chapter, which can’t be blank. No one sees it. */
const GONE = '–';

/** Deletes the words of a published chapter, but not the chapter. Returns the number of units that it had. */
export async function emptyPublished(db: Db, id: string): Promise<number> {
  const nothing = withBlockIds(EMPTY_DOCUMENT, randomIds);
  const { rows } = await sql<{ units: number | null }>`
    with before as (select id, units from chapters where id = ${id}),
    emptied as (
      update chapter_texts set document = ${JSON.stringify(nothing)}::jsonb where chapter_id = ${id}),
    unmarked as (delete from text_fingerprints where chapter_id = ${id})
    update chapters c set title = ${GONE}, summary = ${GONE}, units = 0,
      choice = case when c.choice is null then null else ${GONE} end
    from before where c.id = before.id returning before.units`.execute(db);
  return rows[0]?.units ?? 0;
}

/** Deletes the drafts that were deleted so long ago that they can no longer be restored. */
export function purgeDeletedDrafts(ctx: Pick<Ctx, 'db'>): Promise<void> {
  return inTransaction(ctx, async ({ db }) => {
    const { rows } = await sql<{ id: string }>`delete from chapters
      where deleted_at < ${deletedLongAgo} and status in ('draft', 'rejected') returning id::text as id`.execute(db);
    await forgetReasons(db, 'chapter', rows);
  });
}

/** Deletes chapters. `ids` is a query of their ids. */
export async function deleteChapters(db: Db, ids: RawBuilder<unknown>): Promise<void> {
  await sql`delete from chapters where id in (${ids})`.execute(db);
}

/** Deletes the texts and the chapters of stories. `stories` is a query of story ids. For use in a larger statement. */
export const deleteTextsSql = (stories: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`delete from chapter_texts where story_id in (${stories})`;
export const deleteChaptersSql = (stories: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`delete from chapters where story_id in (${stories})`;
