import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import type { Db } from '#platform/db/database.ts';
import { toJson } from '#platform/db/json.ts';
import type { Row } from '#platform/db/rows.ts';

/** Writes to the categories that members suggest. */

/** Inserts a suggestion. The database refuses a second open suggestion of the same name by the same member. */
export async function insertSuggestion(
  db: Db,
  suggestion: Pick<Row<'category_suggestions'>, 'account_id' | 'name' | 'reason'>,
): Promise<void> {
  await db.insertInto('category_suggestions').values(suggestion).execute();
}

/** Stores the decision about a suggestion. Requires the row lock. */
export async function closeSuggestion(
  db: Db,
  id: string,
  by: { state: 'accepted' | 'declined'; moderatorId: string; answer: string | null },
): Promise<void> {
  await db
    .updateTable('category_suggestions')
    .set({ state: by.state, decided_by: by.moderatorId, decided_at: sql<Date>`db_clock()`, answer: by.answer })
    .where('id', '=', id)
    .execute();
}

/** Adds a category. Returns false if there is one with this code. */
export async function insertCategory(
  db: Db,
  category: { code: string; names: Record<Language, string>; suggestionId: string },
): Promise<boolean> {
  const { code, names, suggestionId } = category;
  const { rows } = await sql`with named as (insert into categories (code) values (${code}) on conflict do nothing)
    insert into added_categories (code, names, suggestion_id) values (${code}, ${toJson(names)}, ${suggestionId})
    on conflict do nothing returning code`.execute(db);
  return rows.length > 0;
}
