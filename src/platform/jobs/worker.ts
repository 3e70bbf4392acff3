import { EventEmitter } from 'node:events';
import {
  type CronItem,
  type JobHelpers,
  Logger,
  makeWorkerUtils,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import * as z from 'zod/mini';
import { DEFAULT_LANGUAGE } from '#core/languages.ts';
import { HOUR, SECOND } from '#core/time.ts';
import { type Ctx, createCtx, type Deps } from '../context.ts';
import type { Log } from '../log/log.ts';
import { type Job, type JobInfo, type JobKind, priorityOf } from './jobs.ts';

/** Concurrent jobs of one process, besides those with lanes, of which it runs as many as there are lanes. */
const CONCURRENCY = 4;
const TIMES = {
  poll: 2 * SECOND,
  heartbeat: 5 * SECOND,
  /**
   * A worker without a heartbeat for this long is dead, and others get its jobs. The queue itself would wait four
   * hours.
   */
  silence: 30 * SECOND,
};

/**
 * In batches, even if small. Only then does the queue wait until the end of a job is written before it stops, and
 * restart if it can’t write it. Otherwise such a failure would go unnoticed, and the job would stay locked for four
 * hours.
 */
const PRESET = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

export interface Worker {
  /** Waits at most `within` ms for running jobs to finish, and releases the others. */
  stop: (within?: number) => Promise<void>;
}

function tasksOf(jobs: readonly Job[], deps: Deps): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown, { job: { id, created_at } }: JobHelpers) => {
        const ctx = createCtx(deps, { language: DEFAULT_LANGUAGE });
        // Ids alone may be used again after a restore.
        const key = `${job.name} ${id} ${created_at.getTime()}`;
        await (job.run as (ctx: Ctx, payload: unknown, job: JobInfo) => Promise<void>)(
          ctx,
          z.parse(job.payload, payload),
          { key },
        );
      },
    ]),
  );
}

function loggerFor(log: Log): Logger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const;
  return new Logger(() => (level, message, meta) => {
    const job = (meta as { job?: { task_identifier?: string } } | undefined)?.job?.task_identifier;
    log[levels[level as keyof typeof levels] ?? 'debug']({ job }, message);
  });
}

/** Migrates the tables of the queue. */
export async function migrateJobs(pool: pg.Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: loggerFor(log) });
}

export interface WorkerOptions {
  jobs: readonly Job[];
  /** Recurring jobs. A missed hourly one is run later. */
  regular: { everyMinute: JobKind; everyHour: JobKind };
  /**
   * Run with each heartbeat and not in the queue, so also if all workers are busy. Several processes may run one at the
   * same time. Each starts `after` ms after the worker, so that jobs go first after a start or a restore.
   */
  watches?: readonly { after: number; run: (ctx: Ctx) => Promise<void> }[];
  deps: Deps;
  pool: pg.Pool;
  /** True if no other process works on this database. Then all remaining locks are stale. */
  alone: boolean;
  /** In milliseconds. Tests use shorter ones. */
  times?: typeof TIMES;
}

/** Jobs that share workers. */
interface RunnerPart {
  readonly jobs: readonly Job[];
  readonly concurrency: number;
  readonly crons: readonly CronItem[];
}

/**
 * Jobs with lanes have workers of their own, one for each lane. Otherwise a mail server that doesn’t respond could occupy
 * all workers.
 */
function partsOf(jobs: readonly Job[], { everyMinute, everyHour }: WorkerOptions['regular']): RunnerPart[] {
  const lanes = jobs.reduce((sum, job) => sum + (job.lanes ?? 0), 0);
  const crons = [everyTime(everyMinute, '* * * * *', 0), everyTime(everyHour, '0 * * * *', HOUR)];
  const prompt = { jobs: jobs.filter((job) => !job.lanes), concurrency: CONCURRENCY, crons };
  return lanes === 0 ? [prompt] : [prompt, { jobs: jobs.filter((job) => job.lanes), concurrency: lanes, crons: [] }];
}

/**
 * Starts running jobs and ticks. Restarts when the runner ends by itself, such as after a long outage of the database.
 */
export async function startWorker({
  jobs,
  regular,
  watches = [],
  deps,
  pool,
  alone,
  times = TIMES,
}: WorkerOptions): Promise<Worker> {
  const logger = loggerFor(deps.log);
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  // Locks contain the id of the worker pool, not of the worker that runs the job.
  const lockNames = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => lockNames.add(workerPool.id));
  events.on('pool:release', ({ workerPool }) => lockNames.delete(workerPool.id));

  const beat = async (silence: number) => {
    if (lockNames.size > 0) {
      await sql`insert into worker_heartbeats (worker_id, at)
        select id, clock_timestamp() from unnest(${[...lockNames]}::text[]) as id
        on conflict (worker_id) do update set at = excluded.at`.execute(deps.db);
    }
    await freeSilentWorkers(deps, utils.forceUnlockWorkers, silence / SECOND);
  };

  const runners = new Map<RunnerPart, Runner>();
  let stopped = false;
  const begin = async (part: RunnerPart) => {
    const runner = await run({
      preset: PRESET,
      pgPool: pool,
      concurrency: part.concurrency,
      pollInterval: times.poll,
      noHandleSignals: true,
      logger,
      events,
      taskList: tasksOf(part.jobs, deps),
      parsedCronItems: parseCronItems([...part.crons]),
    });
    runners.set(part, runner);
    if (stopped) await runner.stop();
    else void runner.promise.then(beginAgain(part), beginAgain(part));
  };
  const beginAgain = (part: RunnerPart) => (err?: unknown) => {
    if (stopped) return;
    deps.log.error({ err }, 'The worker ended and is restarted');
    setTimeout(() => {
      if (!stopped) begin(part).catch(beginAgain(part));
    }, times.poll);
  };

  if (alone) await beat(0);
  for (const part of partsOf(jobs, regular)) await begin(part);
  const begun = performance.now();
  const running = new Set<object>();
  const look = async (watch: (typeof watches)[number]) => {
    if (running.has(watch) || performance.now() - begun < watch.after) return;
    running.add(watch);
    await watch.run(createCtx(deps, { language: DEFAULT_LANGUAGE })).finally(() => running.delete(watch));
  };
  const timer = setInterval(() => {
    beat(times.silence).catch((err) => deps.log.warn({ err }, 'The worker’s heartbeat failed'));
    for (const watch of watches)
      look(watch).catch((err) => deps.log.error({ err }, 'The worker’s regular check failed'));
  }, times.heartbeat);
  await beat(times.silence);
  return {
    async stop(within = Number.POSITIVE_INFINITY) {
      stopped = true;
      clearInterval(timer);
      const names = [...lockNames];
      const ended = Promise.all([...runners.values()].map((runner) => runner.stop().catch(() => {})));
      if (!(await isDoneWithin(ended, within))) {
        deps.log.warn('Jobs that are still running are released and will run again');
        await utils.forceUnlockWorkers(names);
      }
      await utils.release();
    },
  };
}

/** Waits for the work, at most this many milliseconds. Returns false if it took longer. */
async function isDoneWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  if (milliseconds === Number.POSITIVE_INFINITY) return work.then(() => true);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}

function everyTime(kind: JobKind, match: string, backfillPeriod: number) {
  const options = { maxAttempts: 1, backfillPeriod, priority: priorityOf(kind) };
  return { task: kind.name, identifier: kind.name, match, options };
}

async function freeSilentWorkers(
  { db }: Deps,
  unlock: (ids: string[]) => Promise<void>,
  silentSeconds: number,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct locked_by as id from graphile_worker.jobs
    where locked_by is not null and locked_at <= clock_timestamp() - make_interval(secs => ${silentSeconds})
      and not exists (select from worker_heartbeats where worker_id = locked_by
        and at > clock_timestamp() - make_interval(secs => ${silentSeconds}))`.execute(db);
  if (rows.length > 0) await unlock(rows.map((row) => row.id));
  await sql`delete from worker_heartbeats where at < clock_timestamp() - interval '1 hour'`.execute(db);
}

/** Runs all jobs that are due now, and returns when none is left that can run. For tests and commands. */
export async function drainJobs(jobs: readonly Job[], deps: Deps, pool: pg.Pool): Promise<void> {
  const taskList = tasksOf(jobs, deps);
  for (let before = ''; ; ) {
    await runOnce({ preset: PRESET, pgPool: pool, logger: loggerFor(deps.log), noHandleSignals: true, taskList });
    // A lane is free once the end of its job is written. The queue may return before that.
    const { rows } = await sql<{ due: string | null }>`
      select string_agg(id || '/' || attempts, ' ' order by id) as due from graphile_worker.jobs
      where run_at <= now() and locked_at is null and attempts < max_attempts
        and task_identifier = any(${Object.keys(taskList)}::text[])`.execute(deps.db);
    const { due } = rows[0]!;
    if (due === null || due === before) return;
    before = due;
  }
}
