import * as z from 'zod/mini';
import type { Ctx } from '#platform/context.ts';
import type { ConnectionSettings } from '#platform/db/database.ts';
import type { RegularTask } from '#platform/features/feature.ts';
import { handleJob, type Job, jobKind } from '#platform/jobs/jobs.ts';
import { backupJob, queueBackup } from './backup/backup.job.ts';
import { examinationJob } from './doctor/examination.job.ts';
import { watchTasks } from './doctor/watch.ts';
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

const tickJob = handleJob(tick, (ctx) => runEach(ctx, everyMinute));

/** The jobs of the features, and those that run their regular tasks. Those for the operator are left out, for tests. */
export const allJobs: readonly Job[] = [...jobs, tickJob, hourlyJob];

/** Returns all jobs of a site with this database: those of the features, and those for its operator. */
export function jobsOfSite(settings: ConnectionSettings): readonly Job[] {
  const tasks = { ...everyHour, queueBackup, ...watchTasks };
  return [...jobs, tickJob, handleJob(hourly, (ctx) => runEach(ctx, tasks)), backupJob(settings), examinationJob];
}
