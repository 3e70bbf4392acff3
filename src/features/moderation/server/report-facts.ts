import type { Ctx } from '#platform/context.ts';
import { memberOf } from '#platform/context.ts';
import { SUBJECT_KINDS } from '../model/review-status.ts';
import type { CaseRow } from './reports.repo.ts';
import { isRival } from './reviews.service.ts';

/** The facts about a report for the policy. */
export async function caseFacts(
  ctx: Ctx,
  { account_id: accountId, target_kind, target_id }: CaseRow,
): Promise<{ accountId: string; isRival: boolean }> {
  const subject_kind = SUBJECT_KINDS.find((kind) => kind === target_kind);
  const subject = subject_kind && { subject_kind, subject_id: target_id };
  return { accountId, isRival: subject !== undefined && (await isRival(ctx, subject, memberOf(ctx).id)) };
}
