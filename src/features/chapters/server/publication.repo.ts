import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { copyFields } from './chapter-columns.ts';
import type { WorkingCopy } from './chapters.repo.ts';

/** Writes to published texts. */

/** Publishes the working copy of a chapter. Returns when the chapter was first published. */
export async function publishCopy(
  db: Db,
  { id, storyId, copy }: { id: string; storyId: string; copy: WorkingCopy },
): Promise<Date> {
  const { published_at: publishedAt } = await db
    .updateTable('chapters')
    .set({
      ...copyFields(copy),
      choice: copy.choice || null,
      units: copy.units,
      published_at: sql<Date>`coalesce(published_at, db_clock())`,
    })
    .where('id', '=', id)
    .returning('published_at')
    .executeTakeFirstOrThrow();
  await sql`insert into chapter_texts (chapter_id, story_id, revision, document)
    values (${id}, ${storyId}, 1, ${JSON.stringify(copy.document)}::jsonb)
    on conflict (chapter_id) do update set revision = chapter_texts.revision + 1, document = excluded.document`.execute(
    db,
  );
  if (publishedAt === null) throw new Error('The chapter has no time of publication');
  return publishedAt;
}

/** Stores the fingerprint of a published text, by which the automatic check finds copies. */
export async function saveFingerprint(
  db: Db,
  chapter: { id: string; storyId: string; authorId: string },
  bands: number[],
): Promise<void> {
  await db
    .insertInto('text_fingerprints')
    .values({ chapter_id: chapter.id, story_id: chapter.storyId, author_id: chapter.authorId, bands })
    .onConflict((conflict) => conflict.column('chapter_id').doUpdateSet({ bands }))
    .execute();
}
