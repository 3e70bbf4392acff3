import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { MAX_TRIES } from './jobs.ts';

/** SQL: whether a job has failed permanently. */
const GAVE_UP = sql`attempts >= max_attempts and locked_at is null and max_attempts >= ${MAX_TRIES}`;

/** Jobs of one kind. */
export interface JobCount {
  /** Name of the kind. */
  readonly name: string;
  /** Those that are due, run, or are tried again later. */
  readonly waiting: number;
  /** Those that have used up their attempts. */
  readonly failed: number;
}

/** Returns how many jobs of each kind there are. */
export async function countJobs(db: Db): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select task_identifier as name, (count(*) filter (where not (${GAVE_UP})))::int as waiting,
      (count(*) filter (where ${GAVE_UP}))::int as failed
    from graphile_worker.jobs group by 1`.execute(db);
  return rows;
}

export interface FailedJobRow {
  readonly id: string;
  /** Name of its kind. */
  readonly name: string;
  readonly at: Date;
  readonly tries: number;
  readonly error: string | null;
}

/** Returns the latest jobs that have used up their attempts, without their payload, which may name members. */
export async function findFailedJobs(db: Db, limit: number): Promise<FailedJobRow[]> {
  const { rows } = await sql<FailedJobRow>`
    select id::text, task_identifier as name, updated_at as at, attempts as tries, last_error as error
    from graphile_worker.jobs where ${GAVE_UP} order by jobs.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Lets a job that has used up its attempts run again. Returns false if there is none. */
export async function rescheduleFailedJob(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker.reschedule_jobs(
    array(select id from graphile_worker.jobs where id = ${id} and ${GAVE_UP}), run_at => now(), attempts => 0)`.execute(
    db,
  );
  return rows.length > 0;
}
