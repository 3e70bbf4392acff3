import { type RawBuilder, sql } from 'kysely';
import { SECOND } from '#core/time.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import { REPORTER_KEPT } from '../../model/public-report.ts';

export type NewPublicReport = Pick<
  Row<'public_reports'>,
  'case_id' | 'reporter_id' | 'name' | 'email' | 'language' | 'reason' | 'law' | 'country' | 'passage' | 'detail'
>;

/** Adds a report to a case. Returns null if this member has already sent one. */
export async function insertPublicReport(
  db: Db,
  report: NewPublicReport,
): Promise<{ id: string; created_at: Date } | null> {
  const row = await db
    .insertInto('public_reports')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'created_at'])
    .executeTakeFirst();
  return row ?? null;
}

/** Returns whether a member has already reported what this case is about, in any way. */
export async function hasReported(db: Db, caseId: string, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select
    exists (select from reports where case_id = ${caseId} and reporter_id = ${memberId})
    or exists (select from public_reports where case_id = ${caseId} and reporter_id = ${memberId}) as found`.execute(
    db,
  );
  return rows[0]?.found ?? false;
}

/** Returns the public reports of a case whose senders can be emailed, oldest first. */
export async function answeredReports(db: Db, caseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('public_reports')
    .select('id')
    .where('case_id', '=', caseId)
    .where((eb) => eb.or([eb('email', 'is not', null), eb('reporter_id', 'is not', null)]))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns a report with its case, for emails about it. */
export function findPublicReport(db: Db, id: string) {
  return db
    .selectFrom('public_reports as p')
    .innerJoin('report_cases as c', 'c.id', 'p.case_id')
    .where('p.id', '=', id)
    .select(['p.id', 'p.reporter_id', 'p.email', 'p.language', 'p.created_at', 'c.target_kind'])
    .executeTakeFirst();
}

/** Returns the public reports of a case with those members who sent them, oldest first. */
export function selectPublicReports(db: Db, caseId: string) {
  return db
    .selectFrom('public_reports as p')
    .leftJoin('accounts as a', 'a.id', 'p.reporter_id')
    .where('p.case_id', '=', caseId)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .select(['p.id', 'p.name', 'p.email', 'p.reason', 'p.law', 'p.country', 'p.passage', 'p.detail', 'p.created_at'])
    .select(['p.reporter_id', 'a.username', 'a.slug'])
    .execute();
}

/**
 * Deletes who sent a report, and their words, once the case has been closed for so long that they can no longer object.
 * What was reported and decided stays, for the counts.
 */
export async function forgetPublicReporters({ db }: Pick<Ctx, 'db'>): Promise<void> {
  await sql`update public_reports p set name = null, email = null, passage = '', detail = '' from report_cases c
    where c.id = p.case_id and p.reporter_id is null
      and (p.email is not null or p.name is not null or p.detail <> '' or p.passage <> '')
      and c.decided_at < db_clock() - make_interval(secs => ${REPORTER_KEPT / SECOND})`.execute(db);
}

/** Replaces the words of the public reports about a member: `detail` is an expression of `p.detail`. */
export async function dropPublicWordsAbout(db: Db, accountId: string, detail: RawBuilder<unknown>): Promise<void> {
  await sql`update public_reports p set passage = '', detail = ${detail} from report_cases c
    where c.id = p.case_id and c.account_id = ${accountId}`.execute(db);
}

/** Deletes the words of the reports of a case about a member who has been erased since. */
export async function dropWordsOfCase(db: Db, caseId: string): Promise<void> {
  await sql`update reports set detail = '' where case_id = ${caseId}`.execute(db);
  await sql`update public_reports set detail = '', passage = '' where case_id = ${caseId}`.execute(db);
}
