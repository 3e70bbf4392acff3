import type { ConnectionSettings } from '#platform/db/database.ts';
import { withClient } from '#platform/db/with-client.ts';

/** A job of the queue. No backup has any, because a restored site must not send the emails of another time again. */
export interface SavedJob {
  readonly identifier: string;
  readonly payload: unknown;
  readonly queue_name: string | null;
  readonly run_at: string;
  readonly max_attempts: number;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly key: string | null;
  readonly priority: number;
}

/** Returns all jobs, also the parked ones. */
export async function readQueue(settings: ConnectionSettings): Promise<SavedJob[]> {
  return withClient(settings, 'skein upgrade', async (client) => {
    const { rows: known } = await client.query("select where to_regclass('graphile_worker._private_jobs') is not null");
    if (known.length === 0) return [];
    const { rows } = await client.query<SavedJob>(`
      select t.identifier, j.payload, q.queue_name, j.run_at::text, j.max_attempts, j.attempts, j.last_error, j.key, j.priority
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      left join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id`);
    return rows;
  });
}

/** Adds the jobs to an empty queue, with the attempts that they had. */
export async function fillQueue(settings: ConnectionSettings, jobs: readonly SavedJob[]): Promise<void> {
  await withClient(settings, 'skein upgrade', async (client) => {
    await client.query('begin');
    for (const job of jobs) {
      const { rows } = await client.query<{ id: string }>(
        `select id from graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => $4::timestamptz, max_attempts => $5,
           job_key => $6, priority => $7)`,
        [
          job.identifier,
          JSON.stringify(job.payload),
          job.queue_name,
          job.run_at,
          job.max_attempts,
          job.key,
          job.priority,
        ],
      );
      await client.query('update graphile_worker._private_jobs set attempts = $2, last_error = $3 where id = $1', [
        rows[0]!.id,
        job.attempts,
        job.last_error,
      ]);
    }
    await client.query('commit');
  });
}
