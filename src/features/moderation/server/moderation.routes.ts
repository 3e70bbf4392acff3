import { DONE } from '#core/endpoint.ts';
import { memberOf } from '#platform/context.ts';
import { handle } from '#platform/http/pipeline.ts';
import { moderationApi } from '../contract.ts';
import { listFailedJobs, retryJob } from './failed-jobs.service.ts';
import { countWaiting, getReview, listQueue } from './queue.queries.ts';
import type { ModerationCtx } from './review-subject.ts';
import { approveReview, rejectReview } from './reviews.service.ts';

export const moderationRoutes = [
  handle<typeof moderationApi.queue, ModerationCtx>(moderationApi.queue, listQueue),
  handle(moderationApi.waiting, countWaiting),
  handle<typeof moderationApi.review, ModerationCtx>(moderationApi.review, getReview),
  handle<typeof moderationApi.approve, ModerationCtx>(moderationApi.approve, approveReview),
  handle<typeof moderationApi.reject, ModerationCtx>(moderationApi.reject, rejectReview),
  handle(moderationApi.failedJobs, listFailedJobs),
  handle(moderationApi.retryJob, retryJob),
  handle(moderationApi.feedback, async (ctx, { type, description, contact }) => {
    await ctx.db
      .insertInto('feedback')
      .values({ account_id: memberOf(ctx).id, type, description, contact: contact || null })
      .execute();
    return DONE;
  }),
];
