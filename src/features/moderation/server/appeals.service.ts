import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { mailAccount } from '#features/accounts/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { databaseNow, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { logStatus } from '#platform/db/status-log.ts';
import { appealMachine } from '../model/case-status.ts';
import { canAppeal, canDecideAppeal } from '../model/restriction-policy.ts';
import { notifyAppealed } from './moderation-notices.ts';
import {
  closeAppeal,
  insertAppeal,
  lockRestriction,
  type RestrictionRow,
  restrictionFactsOf,
} from './restrictions.repo.ts';
import { liftRestriction } from './restrictions.service.ts';

/**
 * Appeals a decision, once. Suspended and banned members use the token from the response that refused them. Throws
 * restriction_not_found, already_appealed, appeal_too_late, or wrong_state if the decision was reversed.
 */
export function appeal(ctx: Ctx, input: { restrictionId: string; text: string }): Promise<typeof DONE> {
  const { id: accountId } = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    // Locked, so that it isn’t reversed or appealed twice in the meantime.
    const row = await lockRestriction(inner.db, input.restrictionId);
    if (!row) throw new AppError('restriction_not_found');
    const facts = {
      accountId: row.account_id,
      decidedAt: row.decided_at,
      lifted: row.lifted_at !== null,
      appealed: row.appeal_id !== null,
    };
    authorize(canAppeal(ctx.actor, facts, await databaseNow(inner.db)));
    await insertAppeal(inner.db, { restrictionId: row.id, accountId, text: input.text });
    return DONE;
  });
}

/**
 * Decides an appeal. Only for moderators who didn’t make the decision. If granted, reverses the decision in the same
 * transaction. What can’t be restored stays removed. Throws case_not_found, case_closed, own_work, own_decision or
 * not_over_moderators.
 */
export function decideAppeal(
  ctx: Ctx,
  input: { appealId: string; granted: boolean; answer: string },
): Promise<typeof DONE> {
  const { granted, answer } = input;
  return inTransaction(ctx, async (inner) => {
    const row = await lockAppealed(inner, input.appealId);
    authorize(canDecideAppeal(ctx.actor, restrictionFactsOf(row)));
    if (row.appeal_state !== 'open') throw new AppError('case_closed');
    const action = granted ? 'grant' : 'uphold';
    const to = next(appealMachine, row.appeal_state, action);
    const actorId = memberOf(ctx).id;
    await closeAppeal(inner.db, input.appealId, { state: to, moderatorId: actorId, answer });
    if (granted) await liftRestriction(inner, row, { reason: answer, byAppeal: true });
    await notifyAppealed(inner, row, granted, answer);
    // Suspended and banned members can’t read their inbox.
    const kind = granted ? 'appeal_granted' : 'appeal_upheld';
    if (row.action === 'suspend' || row.action === 'ban')
      await mailAccount(inner, row.account_id, kind, { reason: answer });
    const step = { action, from: 'open', to, actorId, reason: answer };
    await logStatus(inner.db, { kind: 'appeal', id: input.appealId, storyId: row.story_id }, step);
    return DONE;
  });
}

/** Locks the appealed restriction. Everywhere, restrictions are locked before their appeals. */
async function lockAppealed(ctx: Ctx, appealId: string): Promise<RestrictionRow> {
  const known = await ctx.db
    .selectFrom('appeals')
    .select('restriction_id')
    .where('id', '=', appealId)
    .executeTakeFirst();
  const row = known && (await lockRestriction(ctx.db, known.restriction_id));
  if (!row) throw new AppError('case_not_found');
  return row;
}
