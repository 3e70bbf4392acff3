import * as z from 'zod/mini';
import { id } from '#core/fields.ts';
import type { Db } from '#platform/db/database.ts';
import { enqueue, jobKind } from '#platform/jobs/jobs.ts';

/** The automatic look at one submission. */
export const prereview = jobKind('moderation.prereview', z.object({ reviewId: id }), {
  priority: 'urgent',
});

/** Enqueues the pre-review of whatever waits for it, where the queue itself was left behind: after a restore. */
export async function enqueueWaiting(ctx: { readonly db: Db }): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('reviews')
    .select('id')
    .where('state', '=', 'automatic')
    .orderBy('id')
    .execute();
  for (const { id: reviewId } of waiting) await enqueue(ctx, prereview, { reviewId });
}
