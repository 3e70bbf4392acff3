import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { copyFields } from './chapter-columns.ts';
import { type ChapterRecord, moveChapter, moveChapterEdit } from './chapters.repo.ts';

/** Writes to published texts. */

/**
 * Publishes the working copy of a chapter, or of an edit, and moves the status. `bands` is the fingerprint of the text, by
 * which the automatic check finds copies. Returns when the chapter was first published.
 */
export async function publishCopy(
  db: Db,
  chapter: ChapterRecord,
  { isEdit, actorId, bands }: { isEdit: boolean; actorId: string | null; bands: number[] | null },
): Promise<Date> {
  const { copy } = chapter;
  const published = sql<Date>`coalesce(published_at, db_clock())`;
  const texts = { ...copyFields(copy), choice: copy.choice || null, units: copy.units, published_at: published };
  const publishedAt = isEdit
    ? await moveChapterEdit(db, chapter, 'end', actorId, texts)
    : await moveChapter(db, chapter, 'approve', { actorId }, texts);
  await storeText(db, chapter, bands);
  if (publishedAt === null) throw new Error('The chapter has no time of publication');
  return publishedAt;
}

/** Stores the text of the working copy as the published one, with its fingerprint, and deletes the working copy. */
async function storeText(db: Db, { id, storyId, facts, copy }: ChapterRecord, bands: number[] | null): Promise<void> {
  const marked = sql`, marked as (
    insert into text_fingerprints (chapter_id, story_id, author_id, bands)
    values (${id}, ${storyId}, ${facts.authorId}, ${bands}::integer[])
    on conflict (chapter_id) do update set bands = excluded.bands)`;
  await sql`with stored as (
      insert into chapter_texts (chapter_id, story_id, revision, document)
      values (${id}, ${storyId}, 1, ${JSON.stringify(copy.document)}::jsonb)
      on conflict (chapter_id) do update set revision = chapter_texts.revision + 1, document = excluded.document)
      ${bands ? marked : sql``}
    delete from chapter_drafts where chapter_id = ${id}`.execute(db);
}
