import * as z from 'zod/mini';
import { id } from '#core/fields.ts';
import type { Ctx } from '#platform/context.ts';
import { enqueue, jobKind } from '#platform/jobs/jobs.ts';
import { LAWS } from '../../model/law.ts';
import { RESTRICTION_ACTIONS, RULES } from '../../model/restriction.ts';
import { answeredReports } from './public-reports.repo.ts';

/** What became of a case: the decision, and the answer of the moderator to those who reported it. */
const outcome = z.object({
  /** Null if nothing was restricted. */
  decision: z.nullable(
    z.object({
      action: z.enum(RESTRICTION_ACTIONS),
      rule: z.enum(RULES),
      law: z.nullable(z.enum(LAWS)),
      country: z.nullable(z.string()),
    }),
  ),
  answer: z.string(),
});
export type CaseOutcome = z.output<typeof outcome>;

/** Emails to those who sent a public report: the receipt, and later the outcome. */
export const publicReportMail = jobKind(
  'moderation.public_report_mail',
  z.object({ reportId: id, outcome: z.nullable(outcome) }),
  { priority: 'patient', lanes: 2 },
);

/** Emails the outcome to everyone who sent a public report about this case, in the transaction that closes it. */
export async function mailOutcome(ctx: Ctx, caseId: string, result: CaseOutcome): Promise<void> {
  for (const reportId of await answeredReports(ctx.db, caseId))
    await enqueue(ctx, publicReportMail, { reportId, outcome: result });
}
