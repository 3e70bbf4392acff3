import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import { forgetReasons } from '#platform/db/status-log.ts';
import { DELETED_TRANSLATION_KEPT } from '../model/translation-limits.ts';

export interface DeletedTranslation {
  id: string;
  storyId: string;
  chapterId: string | null;
  translatorId: string;
  language: Row<'translations'>['language'];
  /** Readers could see it. */
  wasShown: boolean;
}

/**
 * Deletes the translations of a translator, except those that are in review, published or superseded. With `published`,
 * also deletes published and superseded ones, unless another member’s translation is based on them. Returns what it has
 * deleted.
 */
export async function deleteTranslationsOf(
  db: Db,
  translatorId: string,
  published: boolean,
): Promise<DeletedTranslation[]> {
  const { rows } = await sql<DeletedTranslation>`
    delete from translations t where t.translator_id = ${translatorId} and t.status not in ('submitted', 'under_review')
      and (t.status not in ('approved', 'superseded') or (${published} and not exists
        (select from translations b where b.based_on_id = t.id and b.translator_id <> ${translatorId})))
    returning t.id::text as id, t.story_id::text as "storyId", t.chapter_id::text as "chapterId",
      t.translator_id::text as "translatorId", t.language::text as language, t.status = 'approved' as "wasShown"`.execute(
    db,
  );
  return rows;
}

/** Deletes all translations of a chapter whose words are deleted. */
export async function deleteTranslationsOfChapter(db: Db, chapterId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`delete from translations where chapter_id = ${chapterId}
    returning id::text as id`.execute(db);
  await forgetReasons(db, 'translation', rows);
}

/** Purges deleted translations that can no longer be restored. */
export function purgeDeletedTranslations(ctx: Pick<Ctx, 'db'>): Promise<void> {
  return inTransaction(ctx, async ({ db }) => {
    const { rows } = await sql<{ id: string }>`delete from translations
      where deleted_at < db_clock() - make_interval(secs => ${DELETED_TRANSLATION_KEPT / 1000})
      returning id::text as id`.execute(db);
    await forgetReasons(db, 'translation', rows);
  });
}
