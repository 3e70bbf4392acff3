import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { permits } from '#core/machine.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction, readApart } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import type { Rule } from '../model/restriction.ts';
import { canDecide } from '../model/review-policy.ts';
import { type ReviewState, reviewMachine, type SubjectKind } from '../model/review-status.ts';
import type { Finding } from '../model/screening/findings.ts';
import { prereview } from './prereview.ts';
import type { LockedSubject } from './review-subject.ts';
import { findReview, insertReview, lockReview, moveReview, type ReviewRecord } from './reviews.repo.ts';
import { screenReview } from './screening/screen-review.ts';

/**
 * Starts the review of a submission with the automatic check: as a job of the same transaction, or right away in it, as
 * the kind of subject says. Returns when it was submitted, and whether it may have been decided already.
 */
export async function requestReview(
  ctx: Ctx,
  submission: {
    kind: SubjectKind;
    subjectId: string;
    storyId: string;
    authorId: string;
    version: number;
    isEdit: boolean;
    language: Language;
    title: string;
  },
): Promise<{ submittedAt: Date; isScreened: boolean }> {
  const { id: reviewId, submittedAt } = await insertReview(ctx.db, submission);
  const isScreened = ctx.reviewSubjects[submission.kind].screen === 'at once';
  if (!isScreened) await enqueue(ctx, prereview, { reviewId });
  else {
    const review = await findReview(ctx.db, reviewId);
    // The author submits it, but doesn’t decide.
    if (review) await screen({ ...ctx, actor: null }, review, { withAdvisor: false });
  }
  return { submittedAt, isScreened };
}

/** Checks a submission automatically, and publishes or escalates it. Does nothing if it is no longer in review. */
export async function screen(ctx: Ctx, review: ReviewRecord, checks: { withAdvisor: boolean }): Promise<void> {
  const material = await ctx.reviewSubjects[review.subject_kind].material(ctx, review.subject_id, review.version);
  if (!material) return;
  // A check that fails is a finding. In the transaction of a submission, it must not abort that.
  const check = () => screenReview(ctx, review, material, checks);
  const findings = ctx.db.isTransaction ? await readApart(ctx.db, check) : await check();
  if (findings.length === 0) await approveAutomatically(ctx, review.id);
  else await escalateReview(ctx, review.id, findings);
}

/** Withdraws a submission from automatic or moderator review. Returns false if it has been decided already. */
export async function withdrawReview(ctx: Ctx, kind: SubjectKind, subjectId: string): Promise<boolean> {
  const open = await ctx.db
    .selectFrom('reviews')
    .select(['id', 'state'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('state', 'in', ['automatic', 'manual'])
    .forUpdate()
    .executeTakeFirst();
  if (!open) return false;
  await moveReview(ctx.db, open, 'withdraw', { actorId: ctx.actor?.id ?? null });
  return true;
}

/** The review of a submission, for its author. */
export interface FoundReview {
  state: ReviewState;
  reason: string | null;
  submittedAt: Date;
  findings: Finding[];
}

/**
 * Returns the review state of the last submission for its author, with the reason of a rejection. Includes edits by
 * default.
 */
export async function getReviewState(
  ctx: Pick<Ctx, 'db'>,
  kind: SubjectKind,
  subjectId: string,
  { withEdits = true }: { withEdits?: boolean } = {},
): Promise<FoundReview | null> {
  let query = ctx.db
    .selectFrom('reviews')
    .select(['state', 'reason', 'submitted_at', 'findings'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', subjectId);
  if (!withEdits) query = query.where('is_edit', '=', false);
  const row = await query.orderBy('id', 'desc').limit(1).$call(prepared).executeTakeFirst();
  if (!row) return null;
  return {
    state: row.state,
    reason: row.reason,
    submittedAt: row.submitted_at,
    findings: row.findings,
  };
}

/** Approves after the automatic check. Does nothing if the state has changed in the meantime. */
export async function approveAutomatically(ctx: Ctx, reviewId: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const locked = await lockForDecision(inner, reviewId);
    if (locked?.review.state === 'automatic') await decide(inner, locked, 'approve', null);
  });
}

/**
 * Locks the review and its subject, if the subject is still what was submitted. Otherwise returns null. The subject is
 * locked first, because withdrawing and submitting hold its lock when they get to the review.
 */
async function lockForDecision(ctx: Ctx, reviewId: string): Promise<LockedReview | null> {
  const known = await findReview(ctx.db, reviewId);
  if (!known) return null;
  const subject = await ctx.reviewSubjects[known.subject_kind].lock(ctx, known.subject_id, known.version);
  const review = subject && (await lockReview(ctx.db, reviewId));
  return review ? { review, subject } : null;
}

interface LockedReview {
  review: ReviewRecord;
  subject: LockedSubject;
}

/**
 * Escalates a review to a moderator, because the automatic check has findings or failed. Does nothing if the state has
 * changed in the meantime.
 */
export async function escalateReview(ctx: Ctx, reviewId: string, findings: Finding[]): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const review = await lockReview(inner.db, reviewId);
    if (review?.state === 'automatic') await moveReview(inner.db, review, 'escalate', { actorId: null, findings });
  });
}

/** Approves a submission as a moderator. Throws review_not_found, review_outdated or own_work. */
export function approveReview(ctx: Ctx, input: { reviewId: string; version: number }): Promise<typeof DONE> {
  return decideAsModerator(ctx, input, 'approve');
}

/** Rejects a submission as a moderator. Throws the same errors as approving. */
export function rejectReview(
  ctx: Ctx,
  input: { reviewId: string; version: number; rule?: Rule | undefined; reason: string },
): Promise<typeof DONE> {
  const { reason, rule } = input;
  return decideAsModerator(ctx, input, 'reject', { reason, rule });
}

/** The reason of a rejection. */
interface Why {
  reason?: string;
  rule?: Rule | undefined;
}

function decideAsModerator(
  ctx: Ctx,
  input: { reviewId: string; version: number },
  action: 'approve' | 'reject',
  why: Why = {},
): Promise<typeof DONE> {
  const actor = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const known = await findReview(inner.db, input.reviewId);
    if (!known) throw new AppError('review_not_found');
    authorize(canDecide(actor, { authorId: known.author_id, isRival: await isRival(inner, known, actor.id) }));
    const locked = await lockForDecision(inner, input.reviewId);
    // The decision must be about what the moderator has read, not about another version or a withdrawn one.
    const isOpen = locked !== null && permits(reviewMachine, locked.review.state, action);
    if (!isOpen || locked.review.version !== input.version) throw new AppError('review_outdated');
    await decide(inner, locked, action, actor.id, why);
    return DONE;
  });
}

/** True if the moderator competes with the subject of the review. */
export async function isRival(
  ctx: Ctx,
  review: { subject_kind: SubjectKind; subject_id: string },
  moderatorId: string,
): Promise<boolean> {
  const rivals = await ctx.reviewSubjects[review.subject_kind].rivalsOf?.(ctx, moderatorId);
  return rivals?.includes(review.subject_id) ?? false;
}

async function decide(
  ctx: Ctx,
  { review, subject }: LockedReview,
  action: 'approve' | 'reject',
  actorId: string | null,
  { reason = '', rule }: Why = {},
): Promise<void> {
  await moveReview(ctx.db, review, action, { actorId, ...(action === 'reject' ? { reason, rule } : {}) });
  if (action === 'approve') await subject.approve();
  else await subject.reject(reason, rule);
}
