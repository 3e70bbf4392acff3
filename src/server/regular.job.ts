import * as z from 'zod/mini';
import type { Ctx } from '#platform/context.ts';
import type { RegularTask } from '#platform/features/feature.ts';
import { handleJob, type Job, jobKind } from '#platform/jobs/jobs.ts';
import { everyHour, everyMinute, jobs } from './features.ts';

/** Moves everything that is due, every minute. */
export const tick = jobKind('tick', z.unknown(), { priority: 'urgent' });
/** Cleans up and updates trends, every hour. */
export const hourly = jobKind('hourly', z.unknown());

/** Runs tasks independently: if one fails, the others still run. */
async function runEach(ctx: Ctx, tasks: Readonly<Record<string, RegularTask>>): Promise<void> {
  for (const [name, task] of Object.entries(tasks)) {
    await task(ctx).catch((err) => ctx.log.error({ err, task: name }, 'A regular task failed'));
  }
}

export const hourlyJob = handleJob(hourly, (ctx) => runEach(ctx, everyHour));

/** All kinds of jobs. */
export const allJobs: readonly Job[] = [...jobs, handleJob(tick, (ctx) => runEach(ctx, everyMinute)), hourlyJob];
