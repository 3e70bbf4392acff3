import { sql } from 'kysely';
import { type Actor, isModerator } from '#core/actor.ts';
import { LANGUAGES, type Language } from '#core/languages.ts';
import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import { hasEarnedReviewing, type TranslatorRecord } from '../model/reviewers.ts';
import { EARNED_RECENT } from '../model/translation-limits.ts';

/**
 * What became of a member's translations by language, for every language that they sent one in. A text counts once however
 * often it was translated anew, and not while it is taken down; decisions are those of the log, so that one about a text
 * that was approved later is not forgotten.
 */
export async function translatorRecords(db: Db, accountId: string): Promise<Map<Language, TranslatorRecord>> {
  const { rows } = await sql<TranslatorRecord & Pick<Row<'translations'>, 'language'>>`
    with own as (select id, language, status, story_id, coalesce(chapter_id, 0) as chapter_id
        from translations where translator_id = ${accountId} and submitted_at is not null),
      decisions as (select o.language, case l.action when 'approve' then 'approved' else 'rejected' end as decision,
          row_number() over (partition by o.language order by l.id desc) as nth
        from status_log l join own o on o.id = l.subject_id
        where l.subject_kind = 'translation' and l.action in ('approve', 'reject', 'take_down')
          -- A decision that was lifted counts for nobody.
          and not (l.action = 'take_down' and exists (select from status_log b where b.subject_kind = 'translation'
            and b.subject_id = l.subject_id and b.action = 'reinstate' and b.id > l.id)))
    select language,
      (count(distinct (story_id, chapter_id)) filter (where status in ('approved', 'superseded')))::int as approved,
      coalesce((select array_agg(d.decision order by d.nth) from decisions d
        where d.language = own.language and d.nth <= ${EARNED_RECENT}), '{}') as recent
    from own group by language`.execute(db);
  return new Map(rows.map(({ language, ...record }) => [language, record]));
}

/** Languages in which an administrator has named the member as reviewer. */
async function grantedLanguages(db: Db, accountId: string): Promise<Language[]> {
  const rows = await db.selectFrom('reviewer_grants').where('account_id', '=', accountId).select('language').execute();
  return rows.map(({ language }) => language);
}

/** The languages that a member may review into, in the order of the site. */
export async function reviewedLanguages(db: Db, actor: Actor): Promise<Language[]> {
  const { id } = actor;
  return isModerator(actor) ? [...LANGUAGES] : reviewedByRecord(db, id);
}

/** Those that an administrator has named them for, or that they have earned: what everyone may know. */
export async function reviewedByRecord(db: Db, accountId: string): Promise<Language[]> {
  const granted = await grantedLanguages(db, accountId);
  const records = await translatorRecords(db, accountId);
  return LANGUAGES.filter((language) => {
    const record = records.get(language);
    return granted.includes(language) || (record !== undefined && hasEarnedReviewing(record));
  });
}
