import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import { memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { logStatus } from '#platform/db/status-log.ts';
import type { Rule, TargetKind } from '../model/restriction.ts';
import { canCloseReport, canReport } from '../model/restriction-policy.ts';
import { closeCase } from './close-case.ts';
import { notifyReceived } from './moderation-notices.ts';
import { hasReported } from './public-reports/public-reports.repo.ts';
import { caseFacts } from './report-facts.ts';
import { findCase, insertReport, lockOpenCase, openCase } from './reports.repo.ts';

/**
 * Adds a report to the open case about the target, or opens one. Reports alone never hide anything, however many there
 * are. Throws target_not_found, own_target, or already_reported while the case is open.
 */
export function report(
  ctx: Ctx,
  input: { kind: TargetKind; targetId: string; reason: Rule; detail?: string | undefined },
): Promise<{ caseId: string }> {
  const reporterId = memberOf(ctx).id;
  const { kind, reason, detail = '' } = input;
  return inTransaction(ctx, async (inner) => {
    const target = await inner.restrictables[kind].find(inner, input.targetId);
    if (!target) throw new AppError('target_not_found');
    authorize(canReport(ctx.actor, { kind, ownerId: target.ownerId, ownerRoles: [], isPublic: target.isPublic }));
    const caseId = await openCase(inner.db, target);
    // In this way or through the form.
    const isAgain = await hasReported(inner.db, caseId, reporterId);
    if (isAgain || !(await insertReport(inner.db, { caseId, reporterId, reason, detail })))
      throw new AppError('already_reported');
    const row = await findCase(inner.db, caseId);
    if (row) await notifyReceived(inner, row, reporterId);
    return { caseId };
  });
}

/** Closes a report without a restriction. Throws case_not_found, case_closed or own_work. */
export function closeReport(ctx: Ctx, input: { caseId: string; answer?: string | undefined }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const row = await lockOpenCase(inner.db, input.caseId);
    authorize(canCloseReport(ctx.actor, await caseFacts(inner, row)));
    const { keptAnswer } = await closeCase(inner, row, { decision: null, answer: input.answer ?? '' });
    const step = { action: 'dismiss', from: 'open', to: 'dismissed', actorId: memberOf(ctx).id, reason: keptAnswer };
    await logStatus(inner.db, { kind: 'report', id: row.id, storyId: row.story_id }, step);
    return DONE;
  });
}
