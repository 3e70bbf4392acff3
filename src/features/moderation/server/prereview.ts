import * as z from 'zod/mini';
import { id } from '#core/fields.ts';
import { jobKind } from '#platform/jobs/jobs.ts';

/** The automatic look at one submission. */
export const prereview = jobKind('moderation.prereview', z.object({ reviewId: id }), {
  priority: 'urgent',
});
