import { next } from '#core/machine.ts';
import type { Ctx } from '#platform/context.ts';
import { type CaseAction, caseMachine } from '../model/case-status.ts';
import { notifyReporters } from './moderation-notices.ts';
import { type CaseRow, storeDecision } from './reports.repo.ts';

/** Closes a locked case, and notifies its reporters of the outcome. */
export async function closeCase(ctx: Ctx, row: CaseRow, action: CaseAction, answer?: string): Promise<void> {
  const state = next(caseMachine, row.state, action);
  await storeDecision(ctx.db, row.id, { state, moderatorId: ctx.actor?.id ?? null, answer: answer ?? null });
  await notifyReporters(ctx, row, action === 'uphold' ? 'report_upheld' : 'report_dismissed', answer ?? '');
}
