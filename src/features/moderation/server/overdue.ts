import type { Ctx } from '#platform/context.ts';
import { databaseNow } from '#platform/context.ts';
import { OVERDUE_AFTER } from '../model/moderation-limits.ts';
import { escalateReview } from './reviews.service.ts';

/** Escalates reviews that the automatic check hasn’t decided in time, because it is down or its job was lost. */
export async function escalateOverdueReviews(ctx: Ctx): Promise<void> {
  const before = new Date((await databaseNow(ctx.db)).getTime() - OVERDUE_AFTER);
  const overdue = await ctx.db
    .selectFrom('reviews')
    .select('id')
    .where('state', '=', 'automatic')
    .where('submitted_at', '<', before)
    .execute();
  for (const { id } of overdue)
    await escalateReview(ctx, id, [{ check: 'unavailable', field: 'content', excerpts: [] }]);
}
