import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { logStatus } from '#platform/db/status-log.ts';
import { findFailedJobs, rescheduleFailedJob } from '#platform/jobs/jobs.repo.ts';
import type { FailedJob } from '../contract.ts';

const SHOWN_JOBS = 50;

/** Returns jobs that have used up their attempts. */
export async function listFailedJobs(ctx: Ctx): Promise<FailedJob[]> {
  const rows = await findFailedJobs(ctx.db, SHOWN_JOBS);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    failedAt: row.at.toISOString(),
    tries: row.tries,
    error: (row.error ?? '').split('\n')[0]!.slice(0, 300),
  }));
}

/** Retries a job that has failed permanently. Throws job_not_found, also if the job still retries on its own. */
export function retryJob(ctx: Ctx, input: { jobId: string }): Promise<typeof DONE> {
  return inTransaction(ctx, async (inner) => {
    if (!(await rescheduleFailedJob(inner.db, input.jobId))) throw new AppError('job_not_found');
    const step = { action: 'retry', from: 'given_up', to: 'waiting', actorId: memberOf(ctx).id };
    await logStatus(inner.db, { kind: 'job', id: input.jobId, storyId: null }, step);
    return DONE;
  });
}
