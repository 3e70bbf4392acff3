import { sql } from 'kysely';
import { authorize, type Decision } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { ReviewTask } from '../contract-views.ts';
import { HELD_MAX, LEASE } from '../model/translation-limits.ts';
import {
  canClaim,
  canHold,
  canRelease,
  type ReviewerFacts,
  type TranslationFacts,
} from '../model/translation-policy.ts';
import { toReviewTask } from './review-views.ts';
import { reviewedLanguages } from './reviewers.repo.ts';
import { findSource, type Source } from './source.ts';
import {
  changeTranslation,
  findTranslation,
  lockWithStory,
  moveTranslation,
  NO_LEASE,
  type TranslationRecord,
  translationFactsOf,
} from './translations.repo.ts';

const LEASE_END = sql<Date>`db_clock() + make_interval(secs => ${LEASE / 1000})`;

type Policy = (actor: Ctx['actor'], reviewer: ReviewerFacts, facts: TranslationFacts) => Decision;
/** A translation in review, with its published original. */
export interface Reviewed {
  record: TranslationRecord;
  source: Source;
}

/**
 * Locks the translation and its story, if the policy allows it for this reviewer. Throws translation_not_found, and the
 * errors of the policy.
 */
export async function lockReviewed(ctx: Ctx, translationId: string, may: Policy): Promise<Reviewed> {
  const languages = new Set(await reviewedLanguages(ctx.db, memberOf(ctx)));
  // Members who don’t review are refused before anything is locked or disclosed.
  const isHeld = languages.size > 0 || (await holds(ctx, translationId));
  if (!isHeld) throw new AppError('forbidden');
  const record = await lockWithStory(ctx.db, translationId);
  const source = record && (await findSource(ctx.db, record));
  if (record) authorize(may(ctx.actor, { languages }, translationFactsOf(record, source)));
  if (!record || !source) throw new AppError('translation_not_found');
  return { record, source };
}

async function holds(ctx: Ctx, translationId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('translations')
    .where('id', '=', translationId)
    .where('reviewer_id', '=', memberOf(ctx).id)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Reserves a translation for review. If the caller has it already, returns it unchanged. */
export async function claimTranslation(ctx: Ctx, input: { translationId: string }): Promise<ReviewTask> {
  const { id } = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const { record, source } = await lockReviewed(inner, input.translationId, canClaim);
    if (record.lease === null) {
      await ensureHand(inner, id);
      const lease = { reviewer_id: id, lease_until: LEASE_END, lease_renewed: false };
      await moveTranslation(inner.db, record, 'claim', { actorId: id }, lease);
    }
    return taskOf(inner, record.id, source);
  });
}

/** Extends the lease to its full length from now, once. Throws wrong_state the second time. */
export async function renewLease(ctx: Ctx, input: { translationId: string }): Promise<ReviewTask> {
  return inTransaction(ctx, async (inner) => {
    const { record, source } = await lockReviewed(inner, input.translationId, canHold);
    if (record.lease?.renewed) throw new AppError('wrong_state');
    await changeTranslation(inner.db, record.id, { lease_until: LEASE_END, lease_renewed: true });
    return taskOf(inner, record.id, source);
  });
}

/** Throws too_many_reviews at the limit. */
async function ensureHand(ctx: Ctx, reviewerId: string): Promise<void> {
  const { held } = await ctx.db
    .selectFrom('translations')
    .where('reviewer_id', '=', reviewerId)
    .where('lease_until', '>', sql<Date>`db_clock()`)
    .select((eb) => eb.fn.countAll<string>().as('held'))
    .executeTakeFirstOrThrow();
  if (Number(held) >= HELD_MAX) throw new AppError('too_many_reviews', { params: { max: HELD_MAX } });
}

async function taskOf(ctx: Ctx, translationId: string, source: Source): Promise<ReviewTask> {
  const record = await findTranslation(ctx.db, translationId);
  // The lease expired in this moment.
  if (!record?.lease) throw new AppError('conflict');
  return toReviewTask(ctx, record, record.lease, source);
}

/** Releases a translation. It keeps its place in the queue. */
export async function releaseTranslation(ctx: Ctx, input: { translationId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    const { record } = await lockReviewed(inner, input.translationId, canRelease);
    await moveTranslation(inner.db, record, 'release', { actorId: memberOf(ctx).id }, NO_LEASE);
    return DONE;
  });
}
