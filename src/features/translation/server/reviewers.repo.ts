import { sql } from 'kysely';
import { type Actor, isModerator } from '#core/actor.ts';
import { LANGUAGES, type Language } from '#core/languages.ts';
import type { Db } from '#platform/db/database.ts';
import { hasEarnedReviewing, type TranslatorRecord } from '../model/reviewers.ts';
import { EARNED_RECENT } from '../model/translation-limits.ts';

/**
 * What became of a member's translations by language, for every language that they sent one in. A translation that came
 * back, or was taken down, counts as rejected until it is approved.
 */
export async function translatorRecords(db: Db, accountId: string): Promise<Map<Language, TranslatorRecord>> {
  const { rows } = await sql<TranslatorRecord & { language: Language }>`select language,
      (count(*) filter (where approved_at is not null))::int as approved,
      coalesce((array_agg(case when status in ('approved', 'superseded') then 'approved' else 'rejected' end
        order by decided_at desc, id desc) filter (where decided_at is not null))[1:${EARNED_RECENT}::int], '{}') as recent
    from translations where translator_id = ${accountId} and submitted_at is not null group by language`.execute(db);
  return new Map(rows.map(({ language, ...record }) => [language, record]));
}

/** Languages in which an administrator has named the member as reviewer. */
async function grantedLanguages(db: Db, accountId: string): Promise<Language[]> {
  const rows = await db.selectFrom('reviewer_grants').where('account_id', '=', accountId).select('language').execute();
  return rows.map(({ language }) => language as Language);
}

/** The languages that a member may review into, in the order of the site. */
export async function reviewedLanguages(db: Db, actor: Actor): Promise<Language[]> {
  const { id } = actor;
  if (isModerator(actor)) return [...LANGUAGES];
  const granted = await grantedLanguages(db, id);
  const records = await translatorRecords(db, id);
  return LANGUAGES.filter((language) => {
    const record = records.get(language);
    return granted.includes(language) || (record !== undefined && hasEarnedReviewing(record));
  });
}
