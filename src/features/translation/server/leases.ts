import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { lockWithStory, moveTranslation, NO_LEASE, type TranslationRecord } from './translations.repo.ts';

const AT_ONCE = 500;

/**
 * Ends expired leases, so that their translations return to the queue. Called by the tick. Locking a translation ends
 * its expired lease.
 */
export async function endLeases(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .selectFrom('translations')
    .where('status', '=', 'under_review')
    .where('lease_until', '<=', sql<Date>`db_clock()`)
    .orderBy('lease_until')
    .limit(AT_ONCE)
    .select('id')
    .execute();
  for (const { id } of due) {
    await inTransaction(ctx, ({ db }) => lockWithStory(db, id)).catch((err) =>
      ctx.log.error({ err, translation: id }, 'Failed to end an expired lease'),
    );
  }
}

/**
 * Releases the translations that a member has reserved, when they are restricted or no longer review into a language.
 */
export function releaseReviewsOf(ctx: Ctx, accountId: string, language?: Language): Promise<void> {
  return eachInReview(ctx, { reviewerId: accountId }, async (inner, record) => {
    const isMeant = language === undefined || record.language === language;
    if (isMeant && record.lease?.reviewerId === accountId) await release(inner, record);
  });
}

/** Withdraws a translator’s submitted translations, including those that a reviewer has reserved. */
export function withdrawTranslationsOf(ctx: Ctx, accountId: string): Promise<void> {
  return eachInReview(ctx, { translatorId: accountId }, async (inner, record) => {
    if (record.status === 'under_review') await release(inner, record);
    if (record.status !== 'submitted' && record.status !== 'under_review') return;
    await moveTranslation(inner.db, { id: record.id, status: 'submitted' }, 'withdraw', { actorId: null });
  });
}

const release = ({ db }: Ctx, record: TranslationRecord) =>
  moveTranslation(db, record, 'release', { actorId: null }, NO_LEASE);

/** Runs `work` for each one in its own transaction, in the global lock order of stories. */
async function eachInReview(
  ctx: Ctx,
  of: { reviewerId: string } | { translatorId: string },
  work: (ctx: Ctx, record: TranslationRecord) => Promise<void>,
): Promise<void> {
  const query = ctx.db.selectFrom('translations').where('status', 'in', ['submitted', 'under_review']).select('id');
  const own =
    'reviewerId' in of
      ? query.where('reviewer_id', '=', of.reviewerId)
      : query.where('translator_id', '=', of.translatorId);
  for (const { id } of await own.orderBy('story_id').orderBy('id').execute()) {
    await inTransaction(ctx, async (inner) => {
      const record = await lockWithStory(inner.db, id);
      if (record) await work(inner, record);
    });
  }
}
