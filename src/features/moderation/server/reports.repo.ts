import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { type CaseAction, caseMachine } from '../model/case-status.ts';
import type { Rule } from '../model/restriction.ts';
import { notifyReporters } from './moderation-notices.ts';
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

/** The case, locked: whoever decides first wins. Errors: case_not_found, case_closed. */
export async function lockOpenCase(db: Db, id: string): Promise<CaseRow> {
  const row = await db.selectFrom('report_cases').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new AppError('case_not_found');
  if (row.state !== 'open') throw new AppError('case_closed');
  return row;
}

/**
 * The open case of a target, locked, so that it is not closed before the report stands in it; a new one where there is none.
 * Whoever opens one at the same moment waits for the index and then joins.
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

/** False when this member reported it already. */
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

/** Closes a locked case, and tells all who reported what became of it. */
export async function closeCase(ctx: Ctx, row: CaseRow, action: CaseAction, answer?: string): Promise<void> {
  const to = next(caseMachine, row.state, action);
  await ctx.db
    .updateTable('report_cases')
    .set({
      state: to,
      decided_at: sql<Date>`db_clock()`,
      decided_by: ctx.actor?.id ?? null,
      answer: answer ?? null,
    })
    .where('id', '=', row.id)
    .execute();
  await notifyReporters(ctx, row, action === 'uphold' ? 'report_upheld' : 'report_dismissed', answer ?? '');
}
