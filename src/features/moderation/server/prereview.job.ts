import type { Ctx } from '#platform/context.ts';
import { handleJob } from '#platform/jobs/jobs.ts';
import { prereview } from './prereview.ts';
import { findReview } from './reviews.repo.ts';
import { screen } from './reviews.service.ts';

/**
 * The automatic check. Publishes what it has no doubts about, and escalates everything else to a moderator. It also
 * escalates when it fails, so that no text gets stuck.
 */
export const prereviewJob = handleJob(prereview, async (ctx: Ctx, { reviewId }) => {
  const review = await findReview(ctx.db, reviewId);
  if (review?.state === 'automatic') await screen(ctx, review, { withAdvisor: true });
});
