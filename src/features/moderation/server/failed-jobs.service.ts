import { sql } from 'kysely';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { logStatus } from '#platform/db/status-log.ts';
import { MAX_TRIES } from '#platform/jobs/jobs.ts';
import type { FailedJob } from '../contract.ts';

const SHOWN_JOBS = 50;
/** SQL: whether a job has failed permanently. */
export const GAVE_UP = sql`attempts >= max_attempts and locked_at is null and max_attempts >= ${MAX_TRIES}`;

/** Returns jobs that have used up their attempts. Leaves out the payload, which may name members. */
export async function listFailedJobs(ctx: Ctx): Promise<FailedJob[]> {
  const { rows } = await sql<{ id: string; name: string; at: Date; tries: number; error: string | null }>`
    select id::text, task_identifier as name, updated_at as at, attempts as tries, last_error as error
    from graphile_worker.jobs where ${GAVE_UP} order by jobs.id desc limit ${SHOWN_JOBS}`.execute(ctx.db);
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
    const { rows } = await sql`select from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where id = ${input.jobId} and ${GAVE_UP}), run_at => now(), attempts => 0)`.execute(
      inner.db,
    );
    if (rows.length === 0) throw new AppError('job_not_found');
    const step = { action: 'retry', from: 'given_up', to: 'waiting', actorId: memberOf(ctx).id };
    await logStatus(inner.db, { kind: 'job', id: input.jobId, storyId: null }, step);
    return DONE;
  });
}
