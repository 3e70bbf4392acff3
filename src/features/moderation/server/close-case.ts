import { next } from '#core/machine.ts';
import { isErased } from '#features/accounts/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { caseMachine } from '../model/case-status.ts';
import { notifyReporters } from './moderation-notices.ts';
import { type CaseOutcome, mailOutcome } from './public-reports/public-report-mail.ts';
import { dropWordsOfCase } from './public-reports/public-reports.repo.ts';
import { type CaseRow, storeDecision } from './reports.repo.ts';

/**
 * Closes a locked case, and sends the outcome to everyone who reported it. Returns the part of the answer that may be
 * kept: none if it is about a member who has been erased, because their erasure only found what was said before.
 */
export async function closeCase(ctx: Ctx, row: CaseRow, outcome: CaseOutcome): Promise<{ keptAnswer: string | null }> {
  const { decision, answer } = outcome;
  const state = next(caseMachine, row.state, decision ? 'uphold' : 'dismiss');
  const isAboutErased = await isErased(ctx.db, row.account_id);
  const keptAnswer = isAboutErased ? null : answer || null;
  await storeDecision(ctx.db, row.id, { state, moderatorId: ctx.actor?.id ?? null, answer: keptAnswer });
  await notifyReporters(ctx, row, decision ? 'report_upheld' : 'report_dismissed', answer);
  await mailOutcome(ctx, row.id, outcome);
  if (isAboutErased) await dropWordsOfCase(ctx.db, row.id);
  return { keptAnswer };
}
