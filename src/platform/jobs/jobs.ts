import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Ctx } from '../context.ts';
import { type Db, runAtEnd } from '../db/database.ts';

/** Order of jobs if more are due than can run. The queue runs lower numbers first. */
const PRIORITIES = { urgent: -10, normal: 0, patient: 10 } as const;

interface Urgency {
  /** `urgent` for what users wait for on a page, `patient` for what depends on slow servers anyway. */
  readonly priority?: keyof typeof PRIORITIES;
  /**
   * Maximum concurrent jobs across all processes. For jobs that take long or wait for others, such as mail servers. They
   * have workers of their own, so that no other job waits for them.
   */
  readonly lanes?: number;
}

/** A kind of job: its name, payload and priority. Code that enqueues one needs nothing else. */
export interface JobKind<P extends z.core.$ZodType = z.core.$ZodType> extends Urgency {
  readonly name: string;
  readonly payload: P;
}

/** What a handler knows about its job besides the payload. */
export interface JobInfo {
  /** Names the job, the same at each attempt. */
  readonly key: string;
}

/** A kind of job with its handler. A handler may run twice for the same job. */
export interface Job extends JobKind {
  readonly run: (ctx: Ctx, payload: never, job: JobInfo) => Promise<void>;
}

export function jobKind<P extends z.core.$ZodType>(name: string, payload: P, urgency: Urgency = {}): JobKind<P> {
  return { name, payload, ...urgency };
}

/** Returns the priority of a kind as a number for the queue. */
export function priorityOf(kind: Urgency): number {
  return PRIORITIES[kind.priority ?? 'normal'];
}

export function handleJob<P extends z.core.$ZodType>(
  kind: JobKind<P>,
  run: (ctx: Ctx, payload: z.output<P>, job: JobInfo) => Promise<void>,
): Job {
  return { ...kind, run: run as Job['run'] };
}

/** Attempts before a job is parked, where a moderator sees it. The pauses grow from 3 s to about 6 hours. */
export const MAX_TRIES = 10;

/**
 * Adds a job at the end of the open transaction. It runs if the transaction commits, and never otherwise.
 * - `key`: replaces a waiting job with the same key.
 * - `once`: with `key`, keeps the existing job instead, also one that is running or parked, with its attempts and
 *   pauses.
 * - `after`: the earliest time to run.
 */
export async function enqueue<P extends z.core.$ZodType>(
  ctx: { readonly db: Db },
  job: JobKind<P>,
  payload: z.input<P>,
  options: { key?: string; once?: boolean; after?: Date } = {},
): Promise<void> {
  // Jobs of one lane run one after another. The queue has no other way to limit concurrency.
  const lane = job.lanes ? `${job.name} ${Math.floor(Math.random() * job.lanes)}` : null;
  await runAtEnd(
    ctx.db,
    sql`select 1 from graphile_worker.add_job(
      ${job.name}, ${JSON.stringify(payload)}::json, queue_name => ${lane}, run_at => ${options.after ?? null}::timestamptz,
      max_attempts => ${MAX_TRIES}, job_key => ${options.key ?? null}, priority => ${priorityOf(job)},
      job_key_mode => ${options.once ? 'unsafe_dedupe' : 'replace'})`,
  );
}
