import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';

/** Inserts a term of the glossary, or replaces its translation. Returns its id. */
export async function putTerm(
  db: Db,
  {
    story_id,
    language,
    term,
    ...values
  }: Pick<Row<'glossary_terms'>, 'story_id' | 'language' | 'term' | 'translation' | 'note' | 'saved_by'>,
): Promise<string> {
  const { id } = await db
    .insertInto('glossary_terms')
    .values({ story_id, language, term, ...values })
    .onConflict((conflict) =>
      conflict.columns(['story_id', 'language', 'term']).doUpdateSet({ ...values, saved_at: sql`db_clock()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes a term of the glossary. */
export async function deleteTerm(db: Db, id: string): Promise<void> {
  await db.deleteFrom('glossary_terms').where('id', '=', id).execute();
}
