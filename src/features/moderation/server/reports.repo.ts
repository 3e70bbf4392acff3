import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import type { FoundBy, Rule } from '../model/restriction.ts';
import type { RestrictableTarget } from './restrictable.ts';

const COLUMNS = [
  'id',
  'target_kind',
  'target_id',
  'account_id',
  'story_id',
  'chapter_id',
  'title',
  'language',
  'state',
  'created_at',
] as const;

export function findCase(db: Db, id: string) {
  return db.selectFrom('report_cases').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export type CaseRow = NonNullable<Awaited<ReturnType<typeof findCase>>>;

/** Locks an open case, so that only one moderator can decide it. Throws case_not_found or case_closed. */
export async function lockOpenCase(db: Db, id: string): Promise<CaseRow> {
  const row = await db.selectFrom('report_cases').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new AppError('case_not_found');
  if (row.state !== 'open') throw new AppError('case_closed');
  return row;
}

/**
 * Locks the open case of a target, so that it isn’t closed before the report is added. Opens one if there is none. If
 * two are opened at once, the second waits for the unique index and then joins the first.
 */
export async function openCase(db: Db, target: RestrictableTarget): Promise<string> {
  for (;;) {
    const open = await db
      .selectFrom('report_cases')
      .select('id')
      .where('target_kind', '=', target.kind)
      .where('target_id', '=', target.id)
      .where('state', '=', 'open')
      .forUpdate()
      .executeTakeFirst();
    if (open) return open.id;
    const { rows } = await sql<{ id: string }>`
      insert into report_cases (target_kind, target_id, account_id, story_id, chapter_id, title, language)
      values (${target.kind}, ${target.id}, ${target.ownerId}, ${target.storyId}, ${target.chapterId}, ${target.title}, ${target.language})
      on conflict (target_kind, target_id) where state = 'open' do nothing returning id::text as id`.execute(db);
    if (rows[0]) return rows[0].id;
  }
}

/** Adds a report to a case. Returns false if this member has reported it already. */
export async function insertReport(
  db: Db,
  report: { caseId: string; reporterId: string; reason: Rule; detail: string },
): Promise<boolean> {
  const row = await db
    .insertInto('reports')
    .values({ case_id: report.caseId, reporter_id: report.reporterId, reason: report.reason, detail: report.detail })
    .onConflict((conflict) => conflict.doNothing())
    .returning('case_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns how a case came to the moderators. A public report is named even if members have reported it as well. */
export async function foundThrough(db: Db, caseId: string): Promise<FoundBy> {
  const found = await db
    .selectFrom('public_reports')
    .select('id')
    .where('case_id', '=', caseId)
    .limit(1)
    .executeTakeFirst();
  return found ? 'public_report' : 'report';
}

/** Stores the decision about a locked case. */
export async function storeDecision(
  db: Db,
  id: string,
  by: { state: Row<'report_cases'>['state']; moderatorId: string | null; answer: string | null },
): Promise<void> {
  await db
    .updateTable('report_cases')
    .set({ state: by.state, decided_at: sql<Date>`db_clock()`, decided_by: by.moderatorId, answer: by.answer })
    .where('id', '=', id)
    .execute();
}
