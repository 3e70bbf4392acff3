import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { sentStatements } from '#testing/statements.ts';
import { createTestDatabase } from '#testing/test-server.ts';
import type { Deps } from '../context.ts';
import {
  type ConnectionSettings,
  type Database,
  inTransaction,
  notifyProcesses,
  openDatabase,
} from '../db/database.ts';
import { openGate } from '../db/gate.test-kit.ts';
import { createLog } from '../log/log.ts';
import { enqueue, handleJob, type Job, jobKind, MAX_TRIES } from './jobs.ts';
import { drainJobs, startWorker, type Worker, type WorkerOptions } from './worker.ts';

/** Waits for a condition instead of a fixed time. */
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 20 });
let settings: ConnectionSettings;
let database: Database;
let deps: Deps;
const logged: string[] = [];

beforeAll(async () => {
  settings = await createTestDatabase(inject('postgres'));
  database = openDatabase(settings, () => {}, { max: 20 });
  const log = createLog('debug', { write: (line) => logged.push(line) });
  deps = { db: database.db, log } as unknown as Deps;
  await sql`create table notes (who text, n integer, primary key (who, n))`.execute(database.db);
  // Registers the kinds. Otherwise the first drain would wait for a transaction that enqueues.
  await drain();
  return () => database.close();
});
beforeEach(async () => {
  done.length = 0;
  logged.length = 0;
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
  await sql`truncate notes, worker_heartbeats`.execute(database.db);
});

/** What the jobs of this process did, in order, without the tick, which can come at any moment. */
const done: string[] = [];
const payload = z.object({ n: z.int() });
const noteJob = jobKind('note', payload);
const failJob = jobKind('fail', payload);
const hangJob = jobKind('hang', payload);
const mailJob = jobKind('mail', payload, { priority: 'patient', lanes: 2 });
const urgentJob = jobKind('urgent', payload, { priority: 'urgent' });
const tickJob = jobKind('tick', z.unknown(), { priority: 'urgent' });
const hourlyJob = jobKind('hourly', z.unknown());
const jobs: Job[] = [
  handleJob(noteJob, async (_ctx, { n }) => void done.push(`note ${n}`)),
  handleJob(failJob, async (_ctx, { n }) => {
    done.push(`fail ${n}`);
    throw new Error('no luck');
  }),
  handleJob(hangJob, async (_ctx, { n }) => void done.push(`hang ${n}`)),
  handleJob(mailJob, async (_ctx, { n }) => void done.push(`mail ${n}`)),
  handleJob(urgentJob, async (_ctx, { n }) => void done.push(`urgent ${n}`)),
  handleJob(tickJob, async () => {}),
];
const drain = () => drainJobs(jobs, deps, database.pool);
interface Row {
  attempts: number;
  last_error: string | null;
  locked_by: string | null;
}
const rows = async () =>
  (await sql<Row>`select attempts, last_error, locked_by from graphile_worker.jobs order by id`.execute(database.db))
    .rows;
const makeDue = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.db);

describe('a job', () => {
  it('runs once its transaction is committed', async () => {
    await inTransaction({ db: database.db }, async (inner) => {
      await enqueue(inner, noteJob, { n: 1 });
      await drain();
      expect(done).toEqual([]);
    });
    await drain();
    expect(done).toEqual(['note 1']);
    expect(await rows()).toEqual([]);
  });
  it('of a transaction that was rolled back never runs', async () => {
    await inTransaction({ db: database.db }, async (inner) => {
      await enqueue(inner, noteJob, { n: 1 });
      throw new Error('no');
    }).catch(() => {});
    await drain();
    expect(done).toEqual([]);
    expect(await rows()).toEqual([]);
  });
  it('is added at the end of its transaction, in one statement with the other jobs and the notifications', async () => {
    const sent = await sentStatements(() =>
      inTransaction({ db: database.db }, async (inner) => {
        for (const n of [1, 2, 3]) await enqueue(inner, noteJob, { n }, { key: n < 3 ? 'a' : 'b' });
        await notifyProcesses(inner.db, { kind: 'test', payload: 'a' });
        expect(await rows()).toEqual([]);
        await sql`insert into notes (who, n) values ('end', 1)`.execute(inner.db);
      }),
    );
    const own = sent.filter((text) => !text.includes('locked_by'));
    expect(own).toEqual([
      expect.stringMatching(/^begin; insert into notes/),
      expect.stringMatching(/outbox/),
      'commit',
    ]);
    expect((await sql`select from outbox`.execute(database.db)).rows).toHaveLength(1);
    await drain();
    // The second one replaced the first one, so they were added in order.
    expect(done.toSorted()).toEqual(['note 2', 'note 3']);
  });
  it('is added with any number of others', async () => {
    await inTransaction({ db: database.db }, async (inner) => {
      for (let n = 0; n < 250; n += 1) await enqueue(inner, noteJob, { n });
    });
    expect(await rows()).toHaveLength(250);
  });
  it('that cannot be added rolls its transaction back', async () => {
    const failed = inTransaction({ db: database.db }, async (inner) => {
      await sql`insert into notes (who, n) values ('end', 2)`.execute(inner.db);
      await enqueue(inner, noteJob, { n: 1 }, { key: 'x'.repeat(600) });
    });
    await expect(failed).rejects.toThrow();
    expect((await sql`select from notes`.execute(database.db)).rows).toEqual([]);
  });
  it('replaces a waiting job with the same key', async () => {
    await enqueue(deps, noteJob, { n: 1 }, { key: 'a' });
    await enqueue(deps, noteJob, { n: 2 }, { key: 'a' });
    await enqueue(deps, noteJob, { n: 3 }, { key: 'b' });
    await drain();
    expect(done.toSorted()).toEqual(['note 2', 'note 3']);
  });
  it('waits until its time', async () => {
    await enqueue(deps, noteJob, { n: 1 }, { after: new Date(Date.now() + 60_000) });
    await drain();
    expect(done).toEqual([]);
    await makeDue();
    await drain();
    expect(done).toEqual(['note 1']);
  });
  it('that fails is retried with growing pauses, and parked after ten tries', async () => {
    await enqueue(deps, failJob, { n: 1 });
    await enqueue(deps, noteJob, { n: 1 });
    const pauses: number[] = [];
    for (let i = 1; i <= MAX_TRIES + 2; i += 1) {
      await drain();
      const { rows: waits } = await sql<{ seconds: number }>`
        select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs`.execute(database.db);
      if (i < MAX_TRIES) pauses.push(waits[0]!.seconds);
      await makeDue();
    }
    expect(done.filter((text) => text === 'fail 1')).toHaveLength(MAX_TRIES);
    expect(done.filter((text) => text === 'note 1')).toHaveLength(1);
    expect(pauses[0]).toBeGreaterThan(1);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses.at(-1)).toBeGreaterThan(3600);
    expect(await rows()).toMatchObject([
      { attempts: MAX_TRIES, last_error: expect.stringContaining('no luck'), locked_by: null },
    ]);
    const errors = logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
    expect(errors).toHaveLength(MAX_TRIES);
    expect(errors[0]).toMatchObject({ job: 'fail' });
  });
  it('with an invalid payload fails', async () => {
    await sql`select graphile_worker.add_job('note', '{"n": "x"}')`.execute(database.db);
    await drain();
    expect(done).toEqual([]);
    expect(await rows()).toMatchObject([{ attempts: 1 }]);
  });
  it('that is urgent runs before the others, whatever the order of arrival, and a patient one after them', async () => {
    for (let n = 1; n <= 3; n += 1) for (const kind of [mailJob, noteJob, urgentJob]) await enqueue(deps, kind, { n });
    await drain();
    expect(done.map((text) => text.split(' ')[0])).toEqual(
      ['urgent', 'note', 'mail'].flatMap((kind) => [kind, kind, kind]),
    );
    expect(await rows()).toEqual([]);
  });
  it('of an unknown kind waits', async () => {
    await sql`select graphile_worker.add_job('from_the_future', '{}')`.execute(database.db);
    await drain();
    expect(await rows()).toMatchObject([{ attempts: 0, locked_by: null }]);
  });
});

type Watch = NonNullable<WorkerOptions['watches']>[number];

describe('a worker', () => {
  const workers: Worker[] = [];
  const children: ReturnType<typeof spawn>[] = [];
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop();
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  const start = async (
    options: { alone?: boolean; silence?: number; jobs?: Job[]; through?: Database; watch?: Watch } = {},
  ) => {
    const { alone = false, silence = 400, through = database, watch } = options;
    const worker = await startWorker({
      jobs: options.jobs ?? jobs,
      regular: { everyMinute: tickJob, everyHour: hourlyJob },
      deps: { ...deps, db: through.db },
      pool: through.pool,
      ...(watch ? { watches: [watch] } : {}),
      alone,
      times: { poll: 50, heartbeat: 50, silence },
    });
    workers.push(worker);
    return worker;
  };
  const startChild = async () => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'worker.test-child.ts'), JSON.stringify(settings)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    children.push(child);
    await once(child.stdout!, 'data');
    return child;
  };
  const notes = async (who: string) =>
    (await sql<{ n: number }>`select n from notes where who = ${who} order by n`.execute(database.db)).rows.map(
      ({ n }) => n,
    );

  it('runs what is enqueued while it is running, and ticks', async () => {
    await start();
    await enqueue(deps, noteJob, { n: 7 });
    await until(() => expect(done).toContain('note 7'));
    const { rows: crontabs } =
      await sql`select identifier from graphile_worker._private_known_crontabs order by identifier`.execute(
        database.db,
      );
    expect(crontabs).toEqual([{ identifier: 'hourly' }, { identifier: 'tick' }]);
  });
  it('lets a running job finish before it stops', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = handleJob(hangJob, async () => {
      done.push('begun');
      await promise;
      done.push('ended');
    });
    const worker = await start({ jobs: [slow, ...jobs.filter(({ name }) => name !== 'hang')] });
    await enqueue(deps, hangJob, { n: 1 });
    await until(() => expect(done).toEqual(['begun']));
    const stopping = worker.stop();
    workers.length = 0;
    resolve();
    await stopping;
    expect(done).toEqual(['begun', 'ended']);
    expect(await rows()).toEqual([]);
  });
  it('releases what does not finish in time, and others start it again right away', async () => {
    const never = handleJob(hangJob, async () => {
      done.push('begun');
      await new Promise(() => {});
    });
    const worker = await start({ jobs: [never, ...jobs.filter(({ name }) => name !== 'hang')] });
    workers.length = 0;
    await enqueue(deps, hangJob, { n: 1 });
    await until(() => expect(done).toEqual(['begun']));
    const begun = performance.now();
    await worker.stop(200);
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(await rows()).toMatchObject([{ locked_by: null }]);
    await start({ silence: 3_600_000 });
    await until(() => expect(done).toContain('hang 1'));
  });
  it('runs other jobs while jobs with lanes occupy all of these, however many there are', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const kinds = ['mail', 'letters', 'export'].map((name) =>
      jobKind(name, payload, { priority: 'patient', lanes: 2 }),
    );
    const slow = kinds.map((kind) =>
      handleJob(kind, async (_ctx, { n }) => {
        done.push(`${kind.name} ${n}`);
        await promise;
      }),
    );
    await start({ jobs: [...slow, ...jobs.filter(({ name }) => name !== 'mail')] });
    for (const kind of kinds) for (let n = 1; n <= 20; n += 1) await enqueue(deps, kind, { n });
    await until(() => expect(done).toHaveLength(6));
    await enqueue(deps, noteJob, { n: 1 });
    await until(() => expect(done).toContain('note 1'));
    resolve();
    await until(async () => expect(await rows()).toEqual([]));
    expect(done).toHaveLength(61);
  });
  it('gives each attempt of a job the same key, and each job its own', async () => {
    const keys: string[] = [];
    const keyed = handleJob(failJob, async (_ctx, _payload, { key }) => {
      keys.push(key);
      if (keys.length < 3) throw new Error('no luck');
    });
    await enqueue(deps, failJob, { n: 1 });
    for (let i = 0; i < 3; i += 1) {
      await drainJobs([keyed], deps, database.pool);
      await makeDue();
    }
    await enqueue(deps, failJob, { n: 1 });
    await drainJobs([keyed], deps, database.pool);
    expect(keys).toEqual([keys[0], keys[0], keys[0], expect.not.stringMatching(`^${keys[0]}$`)]);
  });
  it('runs urgent jobs while every email is waiting for a server that does not respond', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let atOnce = 0;
    let most = 0;
    const slow = handleJob(mailJob, async (_ctx, { n }) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      done.push(`begun ${n}`);
      await promise;
      atOnce -= 1;
    });
    await start({ jobs: [slow, ...jobs.filter(({ name }) => name !== 'mail')] });
    for (let n = 1; n <= 20; n += 1) await enqueue(deps, mailJob, { n });
    await until(() => expect(most).toBe(2));
    await enqueue(deps, urgentJob, { n: 1 });
    await enqueue(deps, noteJob, { n: 1 });
    await until(() => expect(done).toEqual(expect.arrayContaining(['urgent 1', 'note 1'])));
    expect(done.filter((text) => text.startsWith('begun'))).toHaveLength(2);
    resolve();
    await until(async () => expect(await rows()).toEqual([]));
    expect(most).toBe(2);
    expect(done.filter((text) => text.startsWith('begun'))).toHaveLength(20);
  });
  it('runs its watch with its heartbeats, even if it is fully busy, but not at first', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = handleJob(hangJob, async () => {
      done.push('begun');
      await promise;
    });
    const looks: number[] = [];
    const begun = performance.now();
    await start({
      jobs: [slow, ...jobs.filter(({ name }) => name !== 'hang')],
      watch: { after: 300, run: async () => void looks.push(performance.now() - begun) },
    });
    for (let n = 0; n < 4; n += 1) await enqueue(deps, hangJob, { n });
    await until(() => expect(done).toHaveLength(4));
    await until(() => expect(looks.length).toBeGreaterThan(2));
    expect(looks[0]).toBeGreaterThanOrEqual(300);
    resolve();
    await until(async () => expect(await rows()).toEqual([]));
  });
  it('that is killed loses nothing: another one runs its jobs after its silence', async () => {
    const child = await startChild();
    for (let n = 0; n < 20; n += 1) await enqueue(deps, noteJob, { n });
    for (let n = 0; n < 4; n += 1) await enqueue(deps, hangJob, { n });
    await until(async () => expect(await notes('begun')).toEqual([0, 1, 2, 3]));
    // A job that has run stays locked until the queue has deleted it.
    await until(async () => expect(await rows()).toHaveLength(4));
    // The child is fully busy, so these wait.
    for (let n = 20; n < 30; n += 1) await enqueue(deps, noteJob, { n });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await rows()).filter(({ locked_by }) => locked_by)).toHaveLength(4);

    await start();
    await until(async () => expect(await rows()).toEqual([]));
    expect(done.filter((text) => text.startsWith('hang')).toSorted()).toEqual(['hang 0', 'hang 1', 'hang 2', 'hang 3']);
    const byUs = done.filter((text) => text.startsWith('note')).map((text) => Number(text.slice(5)));
    expect([...(await notes('child')), ...byUs].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, n) => n),
    );
  });
  it('that is slow but alive keeps its job', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = handleJob(hangJob, async () => {
      done.push('begun');
      await promise;
    });
    await start({ jobs: [slow, ...jobs.filter(({ name }) => name !== 'hang')] });
    await enqueue(deps, hangJob, { n: 1 });
    await until(() => expect(done).toEqual(['begun']));
    // To the other worker, it has been locked for longer than the allowed silence.
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`.execute(database.db);
    await start({ jobs: [slow, ...jobs.filter(({ name }) => name !== 'hang')] });
    const beats = async () =>
      (await sql<{ at: Date }>`select max(at) as at from worker_heartbeats`.execute(database.db)).rows[0]!.at.getTime();
    const then = await beats();
    await until(async () => expect(await beats()).toBeGreaterThan(then + 300));
    expect(done).toEqual(['begun']);
    expect((await rows())[0]!.locked_by).not.toBeNull();
    resolve();
    await until(async () => expect(await rows()).toEqual([]));
  });
  it('that lost the database while it was working continues when it is back', async () => {
    // The queue also prints what ended a worker.
    vi.spyOn(console, 'trace').mockImplementation(() => {});
    const gate = await openGate(settings);
    const through = openDatabase(gate.settings, () => {}, { max: 8 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = handleJob(hangJob, async () => {
      done.push('begun');
      await promise;
    });
    await start({ through, jobs: [slow, ...jobs.filter(({ name }) => name !== 'hang')] });
    await enqueue(deps, hangJob, { n: 1 });
    await until(() => expect(done).toEqual(['begun']));
    gate.shut();
    gate.cut();
    // Its end can’t be written.
    resolve();
    await until(() => expect(logged.join('')).toMatch(/The worker ended/));
    await enqueue(deps, noteJob, { n: 2 });
    gate.open();
    await until(async () => expect(await rows()).toEqual([]));
    expect(done.toSorted()).toEqual(['begun', 'begun', 'note 2']);
    await workers.pop()!.stop();
    await through.close();
    await gate.close();
    vi.restoreAllMocks();
  });
  it('that is alone takes over the jobs of a dead one right away', async () => {
    const child = await startChild();
    await enqueue(deps, hangJob, { n: 9 });
    await until(async () => expect(await notes('begun')).toEqual([9]));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await start({ alone: true, silence: 3_600_000 });
    await until(() => expect(done).toEqual(['hang 9']));
  });
});
