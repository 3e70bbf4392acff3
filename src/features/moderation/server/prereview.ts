import * as z from 'zod/mini';
import { id } from '#core/fields.ts';
import type { Db } from '#platform/db/database.ts';
import { enqueue, jobKind } from '#platform/jobs/jobs.ts';

/** The job that checks a submission automatically. */
export const prereview = jobKind('moderation.prereview', z.object({ reviewId: id }), {
  priority: 'urgent',
});

/**
 * Enqueues the jobs of all reviews that wait for the automatic check. Needed after a restore, which doesn’t include the
 * job queue.
 */
export async function enqueueWaiting(ctx: { readonly db: Db }): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('reviews')
    .select('id')
    .where('state', '=', 'automatic')
    .orderBy('id')
    .execute();
  for (const { id: reviewId } of waiting) await enqueue(ctx, prereview, { reviewId });
}
