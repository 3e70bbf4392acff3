import { accountMailJob, accountStaysJob, erasureJob, exportJob } from '#features/accounts/server/index.ts';
import { indexSearchJob } from '#features/discovery/server/index.ts';
import { prereviewJob } from '#features/moderation/server/index.ts';
import { drawSocialImageJob, redrawCoversJob } from '#features/stories/server/index.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import { hourlyJob, tickJob } from './tick.job.ts';

/** All kinds of jobs. */
export const jobs: Job[] = [
  accountMailJob,
  accountStaysJob,
  exportJob,
  erasureJob,
  prereviewJob,
  drawSocialImageJob,
  redrawCoversJob,
  indexSearchJob,
  tickJob,
  hourlyJob,
];
