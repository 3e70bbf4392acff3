import { type Insertable, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import type { DB } from '#platform/db/schema.ts';

/** Writes to the working copies of stories. */

/** The columns of a new draft. */
export type NewDraft = Omit<Insertable<DB['story_drafts']>, 'story_id'>;

export type DraftChanges = Partial<Omit<Row<'story_drafts'>, 'story_id' | 'version' | 'saved_at' | 'is_minor_edit'>>;

/** Saves the next version. Returns false if the stored version is not `version`. */
export async function saveDraftVersion(
  db: Db,
  storyId: string,
  version: number,
  changes: DraftChanges,
): Promise<boolean> {
  const saved = await db
    .updateTable('story_drafts')
    .set({ ...changes, version: version + 1, saved_at: sql<Date>`db_clock()` })
    .where('story_id', '=', storyId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  return saved !== undefined;
}

/** Changes the working copy without creating a new version. For fields that the author doesn’t edit. */
export async function changeDraft(
  db: Db,
  storyId: string,
  changes: Partial<Pick<Row<'story_drafts'>, 'cover_key' | 'is_minor_edit'>>,
): Promise<void> {
  await db.updateTable('story_drafts').set(changes).where('story_id', '=', storyId).execute();
}

/** Resets the working copy of a published story to the published texts. `columns` are in both tables. */
export async function resetCopy(db: Db, storyId: string, columns: readonly string[]): Promise<void> {
  const published = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`s.${column}`)}`));
  await sql`update story_drafts d set ${published}, cover_key = s.cover_key, cover_uploaded = s.cover_key not like 'd-%',
    version = d.version + 1, saved_at = db_clock()
    from stories s where s.id = d.story_id and s.id = ${storyId}`.execute(db);
}
