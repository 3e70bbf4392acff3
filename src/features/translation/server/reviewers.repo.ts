import { sql } from 'kysely';
import { type Actor, isModerator } from '#core/actor.ts';
import { LANGUAGES, type Language } from '#core/languages.ts';
import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import { hasEarnedReviewing, type TranslatorRecord } from '../model/reviewers.ts';
import { EARNED_RECENT } from '../model/translation-limits.ts';

/**
 * A member’s record as a translator, for each language that they have submitted a translation into. A text counts once,
 * no matter how often it was translated again, and not while it is taken down. Decisions come from the status log, so
 * that a rejection still counts if the text was approved later.
 */
export async function translatorRecords(db: Db, accountId: string): Promise<Map<Language, TranslatorRecord>> {
  const { rows } = await sql<TranslatorRecord & Pick<Row<'translations'>, 'language'>>`
    with own as (select id, language, status, story_id, coalesce(chapter_id, 0) as chapter_id
        from translations where translator_id = ${accountId} and submitted_at is not null),
      decisions as (select o.language, case l.action when 'approve' then 'approved' else 'rejected' end as decision,
          row_number() over (partition by o.language order by l.id desc) as nth
        from status_log l join own o on o.id = l.subject_id
        where l.subject_kind = 'translation' and l.action in ('approve', 'reject', 'take_down')
          -- Reversed decisions don’t count.
          and not (l.action = 'take_down' and exists (select from status_log b where b.subject_kind = 'translation'
            and b.subject_id = l.subject_id and b.action = 'reinstate' and b.id > l.id)))
    select language,
      (count(distinct (story_id, chapter_id)) filter (where status in ('approved', 'superseded')))::int as approved,
      coalesce((select array_agg(d.decision order by d.nth) from decisions d
        where d.language = own.language and d.nth <= ${EARNED_RECENT}), '{}') as recent
    from own group by language`.execute(db);
  return new Map(rows.map(({ language, ...record }) => [language, record]));
}

/** Languages for which an admin has appointed the member as reviewer. */
async function grantedLanguages(db: Db, accountId: string): Promise<Language[]> {
  const rows = await db.selectFrom('reviewer_grants').where('account_id', '=', accountId).select('language').execute();
  return rows.map(({ language }) => language);
}

/** The languages that a member can review into, in the order of LANGUAGES. */
export async function reviewedLanguages(db: Db, actor: Actor): Promise<Language[]> {
  const { id } = actor;
  return isModerator(actor) ? [...LANGUAGES] : reviewedByRecord(db, id);
}

/** Languages for which the member was appointed or has qualified. This is public. */
export async function reviewedByRecord(db: Db, accountId: string): Promise<Language[]> {
  const granted = await grantedLanguages(db, accountId);
  const records = await translatorRecords(db, accountId);
  return LANGUAGES.filter((language) => {
    const record = records.get(language);
    return granted.includes(language) || (record !== undefined && hasEarnedReviewing(record));
  });
}

/** Allows a member to review translations into a language. Returns false if they were allowed before. */
export async function insertGrant(
  db: Db,
  grant: { accountId: string; language: Language; grantedBy: string },
): Promise<boolean> {
  const granted = await db
    .insertInto('reviewer_grants')
    .values({ account_id: grant.accountId, language: grant.language, granted_by: grant.grantedBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst();
  return granted !== undefined;
}

/** Withdraws that permission. Returns false if they didn’t have it. */
export async function deleteGrant(db: Db, accountId: string, language: Language): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reviewer_grants')
    .where('account_id', '=', accountId)
    .where('language', '=', language)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
