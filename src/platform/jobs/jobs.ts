import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Ctx } from '../context.ts';
import type { Db } from '../db/database.ts';

/** Who goes first where more is due than hands are free; the queue does the smaller number first. */
const PRIORITIES = { urgent: -10, normal: 0, patient: 10 } as const;

interface Urgency {
  /** `urgent` is what people wait for on a page, `patient` what waits for others anyway. */
  readonly priority?: keyof typeof PRIORITIES;
  /** At most so many at once, in all processes together: for what may wait long for others and would take every hand. */
  readonly lanes?: number;
}

/** A kind of job: its name, what it is told, and how it stands in the queue. Whoever causes one needs to know no more. */
export interface JobKind<P extends z.core.$ZodType = z.core.$ZodType> extends Urgency {
  readonly name: string;
  readonly payload: P;
}

/** A kind of job with what it does. Handlers must stand being run twice. */
export interface Job<C extends Ctx = Ctx> extends JobKind {
  readonly run: (ctx: C, payload: never) => Promise<void>;
}

export function jobKind<P extends z.core.$ZodType>(name: string, payload: P, urgency: Urgency = {}): JobKind<P> {
  return { name, payload, ...urgency };
}

/** The place of a kind in the queue, as the queue counts it. */
export function priorityOf(kind: Urgency): number {
  return PRIORITIES[kind.priority ?? 'normal'];
}

export function handleJob<P extends z.core.$ZodType, C extends Ctx = Ctx>(
  kind: JobKind<P>,
  run: (ctx: C, payload: z.output<P>) => Promise<void>,
): Job<C> {
  return { ...kind, run: run as Job<C>['run'] };
}

/** Tries before a job is parked, where a moderator sees it. The pauses grow from 3 s to about 6 hours. */
export const MAX_TRIES = 10;

/**
 * Writes a job in the open transaction: it is done if the transaction commits, and never otherwise.
 * With `key`, a waiting job of the same key is replaced, or with `once` stays as it is, tries and pauses included (one that is
 * being done or parked too); with `after`, it waits until then.
 */
export async function enqueue<P extends z.core.$ZodType>(
  ctx: { readonly db: Db },
  job: JobKind<P>,
  payload: z.input<P>,
  options: { key?: string; once?: boolean; after?: Date } = {},
): Promise<void> {
  // Jobs of one lane are done one after the other; the queue has no other way to say "at most so many".
  const lane = job.lanes ? `${job.name} ${Math.floor(Math.random() * job.lanes)}` : null;
  await sql`select graphile_worker.add_job(
    ${job.name}, ${JSON.stringify(payload)}::json, queue_name => ${lane}, run_at => ${options.after ?? null}::timestamptz,
    max_attempts => ${MAX_TRIES}, job_key => ${options.key ?? null}, priority => ${priorityOf(job)},
    job_key_mode => ${options.once ? 'unsafe_dedupe' : 'replace'})`.execute(ctx.db);
}
