import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { forgetReasons } from '#platform/db/status-log.ts';
import { DELETED_TRANSLATION_KEPT } from '../model/translation-limits.ts';

/**
 * Deletes the translations of a translator, except those that are in review, published or superseded. With `published`,
 * also deletes published and superseded ones, unless another member’s translation is based on them. Returns the ids of
 * the stories.
 */
export async function deleteTranslationsOf(db: Db, translatorId: string, published: boolean): Promise<Set<string>> {
  const { rows } = await sql<{ story_id: string }>`
    delete from translations t where t.translator_id = ${translatorId} and t.status not in ('submitted', 'under_review')
      and (t.status not in ('approved', 'superseded') or (${published} and not exists
        (select from translations b where b.based_on_id = t.id and b.translator_id <> ${translatorId})))
    returning t.story_id::text as story_id`.execute(db);
  return new Set(rows.map((row) => row.story_id));
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
