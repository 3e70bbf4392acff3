import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError, fieldError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { after, DAY } from '#core/time.ts';
import { restrictAccount, rolesOf } from '#features/accounts/server/index.ts';
import { type Ctx, databaseNow, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { logStatus } from '#platform/db/status-log.ts';
import type { RestrictionView } from '../contract-cases.ts';
import type { Law } from '../model/law.ts';
import { type FoundBy, type RestrictionAction, type Rule, TARGET_OF } from '../model/restriction.ts';
import { canCloseReport, canLift, canRestrict } from '../model/restriction-policy.ts';
import { closeCase } from './close-case.ts';
import { notifyLifted, tellRestricted } from './moderation-notices.ts';
import { caseFacts } from './report-facts.ts';
import { foundThrough, lockOpenCase } from './reports.repo.ts';
import type { LiftInput, RestrictableTarget, RestrictionInput } from './restrictable.ts';
import {
  closeAppeal,
  insertRestriction,
  lockRestriction,
  markLifted,
  type RestrictionRow,
  restrictionFactsOf,
  selectAccountRestrictions,
  selectRestrictions,
  toRestrictionView,
} from './restrictions.repo.ts';

/** Number of decisions that members see about themselves, newest first. */
const MOST_SHOWN = 100;

interface RestrictInput {
  action: RestrictionAction;
  targetId: string;
  rule: Rule;
  reason: string;
  excerpt?: string | undefined;
  days?: number | undefined;
  caseId?: string | undefined;
  law?: Law | undefined;
  country?: string | undefined;
}

/**
 * Restricts a work or a member, and closes the report that led to it. Locks the case before its subject, which is the
 * order everywhere in moderation. Throws target_not_found, own_work, not_over_moderators, case_not_found, case_closed,
 * or wrong_state if it is restricted already.
 */
export function restrict(ctx: Ctx, input: RestrictInput): Promise<{ restrictionId: string }> {
  const actor = memberOf(ctx);
  const kind = TARGET_OF[input.action];
  return inTransaction(ctx, async (inner) => {
    const report = input.caseId ? await lockOpenCase(inner.db, input.caseId) : null;
    if (report) authorize(canCloseReport(actor, await caseFacts(inner, report)));
    const target = await inner.restrictables[kind].find(inner, input.targetId);
    if (!target) throw new AppError('target_not_found');
    authorize(
      canRestrict(actor, { kind, ownerId: target.ownerId, ownerRoles: await rolesOf(inner.db, target.ownerId) }),
    );
    if (report) {
      // The reported subject itself (which may have a different owner by now), its owner, or another work by them.
      const isSame = report.target_kind === kind && report.target_id === target.id;
      if (!isSame && report.account_id !== target.ownerId) throw new AppError('case_not_found');
    }
    const until = await endOf(inner, input);
    const { action, rule, reason, excerpt = '', law = null, country = null } = input;
    const missing = law ? 'country' : 'law';
    if ((law === null) !== (country === null)) throw fieldError(missing, missing);
    const foundBy: FoundBy = report ? await foundThrough(inner.db, report.id) : 'moderator';
    // For an account, the decision also names the reported work.
    const work = kind === 'member' && report && report.target_kind !== 'member' ? report : null;
    const act = { action, rule, reason, excerpt, until, foundBy, law, country };
    const restrictionId = await restrictTarget(inner, target, act, work);
    if (report) await closeCase(inner, report, { decision: { action, rule, law, country }, answer: '' });
    return { restrictionId };
  });
}

/** End of a suspension. Null for everything else. */
async function endOf(ctx: Ctx, { action, days }: RestrictInput): Promise<Date | null> {
  if (action !== 'suspend') return null;
  if (days === undefined) throw fieldError('days', 'required');
  return after(await databaseNow(ctx.db), days * DAY);
}

/** Applies the decision, stores it, notifies the subject and writes the log. Call in a transaction. */
async function restrictTarget(
  ctx: Ctx,
  target: RestrictableTarget,
  act: RestrictionInput,
  work: { story_id: string | null; chapter_id: string | null; title: string | null; language: Language | null } | null,
): Promise<string> {
  const actorId = ctx.actor?.id ?? null;
  await ctx.restrictables[target.kind].restrict(ctx, target.id, act);
  const subject = work
    ? { ...target, storyId: work.story_id, chapterId: work.chapter_id, title: work.title, language: work.language }
    : target;
  const decision = await insertRestriction(ctx.db, subject, act, actorId);
  await tellRestricted(ctx, target, act, decision);
  const step = { action: act.action, from: null, to: 'in_force', actorId, reason: act.reason };
  await logStatus(ctx.db, { kind: 'restriction', id: decision.id, storyId: subject.storyId }, step);
  return decision.id;
}

/**
 * Reverses a decision. Throws restriction_not_found, own_work, not_over_moderators, or wrong_state if nothing can be
 * restored.
 */
export function lift(ctx: Ctx, input: { restrictionId: string; reason: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const row = await lockRestriction(inner.db, input.restrictionId);
    if (!row) throw new AppError('restriction_not_found');
    authorize(canLift(ctx.actor, restrictionFactsOf(row)));
    const { reason } = input;
    if (row.lifted_at || (row.until && row.until <= (await databaseNow(inner.db)))) throw new AppError('wrong_state');
    if (!(await liftRestriction(inner, row, { reason, byAppeal: false }))) throw new AppError('wrong_state');
    await grantOpenAppeal(inner, row, reason);
    await notifyLifted(inner, row, reason);
    const step = { action: 'lift', from: 'in_force', to: 'lifted', actorId: memberOf(ctx).id, reason };
    await logStatus(inner.db, { kind: 'restriction', id: row.id, storyId: row.story_id }, step);
    return DONE;
  });
}

/**
 * Restores what a decision took away. Returns false if that is no longer possible. Requires the lock of the
 * restriction.
 */
export async function liftRestriction(
  ctx: Ctx,
  row: RestrictionRow,
  act: Omit<LiftInput, 'restrictionId'>,
): Promise<boolean> {
  const kind = TARGET_OF[row.action];
  const isBack = await ctx.restrictables[kind].lift(ctx, row.subject_id, { ...act, restrictionId: row.id });
  await markLifted(ctx.db, row.id, ctx.actor?.id ?? null);
  return isBack;
}

/** Grants an open appeal, because the reversal leaves nothing to decide. */
async function grantOpenAppeal(ctx: Ctx, row: RestrictionRow, answer: string): Promise<void> {
  if (row.appeal_state !== 'open' || row.appeal_id === null) return;
  await closeAppeal(ctx.db, row.appeal_id, { state: 'granted', moderatorId: ctx.actor?.id ?? null, answer });
}

/** Returns the decisions about the caller, newest first. */
export async function listOwnRestrictions(ctx: Ctx): Promise<RestrictionView[]> {
  const rows = await selectRestrictions(ctx.db)
    .where('r.account_id', '=', memberOf(ctx).id)
    .orderBy('r.id', 'desc')
    .limit(MOST_SHOWN)
    .execute();
  return rows.map(toRestrictionView);
}

/** Returns the statement of reasons of a decision about the caller. To others, it doesn’t exist. */
export async function getReasons(ctx: Ctx, { restrictionId }: { restrictionId: string }): Promise<RestrictionView> {
  const row = await selectRestrictions(ctx.db)
    .where('r.id', '=', restrictionId)
    .where('r.account_id', '=', memberOf(ctx).id)
    .executeTakeFirst();
  if (!row) throw new AppError('restriction_not_found');
  return toRestrictionView(row);
}

/** Suspends or bans a member from the command line, where there is no caller. Throws target_not_found. */
export function restrictMember(ctx: Ctx, accountId: string, act: RestrictionInput): Promise<string> {
  return inTransaction(ctx, async (inner) => {
    const target = await inner.restrictables.member.find(inner, accountId);
    if (!target) throw new AppError('target_not_found');
    return restrictTarget(inner, target, act, null);
  });
}

/**
 * Lifts all restrictions of an account from the command line. Throws user_not_found, or wrong_state if there are none.
 */
export function liftMember(ctx: Ctx, accountId: string, reason: string): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const rows = await selectAccountRestrictions(inner.db, accountId).execute();
    if (rows.length === 0) await restrictAccount(inner, accountId, { action: 'lift', reason });
    // The weakest first, so that none of them takes effect again in between.
    for (const { id } of rows.reverse()) {
      const row = await lockRestriction(inner.db, id);
      if (!row || row.lifted_at) continue;
      await liftRestriction(inner, row, { reason, byAppeal: false });
      await grantOpenAppeal(inner, row, reason);
      const step = { action: 'lift', from: 'in_force', to: 'lifted', actorId: null, reason };
      await logStatus(inner.db, { kind: 'restriction', id, storyId: row.story_id }, step);
    }
  });
}
