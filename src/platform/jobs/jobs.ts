import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Ctx } from '../context.ts';
import type { Db } from '../db/database.ts';

/** A kind of job: its name and what it is told. Whoever causes one needs to know no more. */
export interface JobKind<P extends z.core.$ZodType = z.core.$ZodType> {
  readonly name: string;
  readonly payload: P;
}

/** A kind of job with what it does. Handlers must stand being run twice. */
export interface Job<C extends Ctx = Ctx> extends JobKind {
  readonly run: (ctx: C, payload: never) => Promise<void>;
}

export function jobKind<P extends z.core.$ZodType>(name: string, payload: P): JobKind<P> {
  return { name, payload };
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
 * With `key`, a waiting job of the same key is replaced; with `after`, it waits until then.
 */
export async function enqueue<P extends z.core.$ZodType>(
  ctx: { readonly db: Db },
  job: JobKind<P>,
  payload: z.input<P>,
  options: { key?: string; after?: Date } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${job.name}, ${JSON.stringify(payload)}::json, run_at => ${options.after ?? null}::timestamptz,
    max_attempts => ${MAX_TRIES}, job_key => ${options.key ?? null})`.execute(ctx.db);
}
