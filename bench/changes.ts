import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  type ConnectionSettings,
  type Database,
  inTransaction,
  notifyProcesses,
  openDatabase,
} from '#platform/db/database.ts';
import { type Listener, listen } from '#platform/db/listen.ts';
import { notificationsOf } from '#platform/db/notifications.ts';
import { createLog } from '#platform/log/log.ts';
import { type Figure, figure, median } from './bars.ts';
import { quantile } from './load.ts';
import type { Subject } from './subjects.ts';

const CHANGES = 300;
/** Longest pause between two changes, in ms. */
const PAUSE_MS = 120;
const WRITERS = 8;
const ROUNDS = 6;
const ROUND_MS = 1000;

/** Starts a process beside the site. The site was elected as the notifier when it started. */
async function startOther(settings: ConnectionSettings): Promise<{ database: Database; listener: Listener }> {
  const database = openDatabase(settings, () => {}, { max: WRITERS });
  return { database, listener: await listen(settings, notificationsOf(database.db), createLog('silent')) };
}

/**
 * S13: how soon a change reaches another process, and what notifying others costs concurrent writers. Both processes
 * are this one, but they share nothing: the way from one to the other leads through the site, which is the notifier.
 */
export async function measureChanges(site: Subject): Promise<Figure[]> {
  const own = site.openDatabase();
  const { host, port, user, database: name } = own.pool.options;
  const settings = { host: host!, port: port!, user: user!, database: name! };
  await own.close();
  const [writer, receiver] = [await startOther(settings), await startOther(settings)];
  try {
    const times = await timesUntilReceived(writer.database, receiver.database);
    const { ratio, telling, silent } = await compareWriters(writer.database);
    return [
      figure('heard', quantile(times, 0.99), `p50 ${quantile(times, 0.5).toFixed(1)} ms`),
      figure('telling', ratio, `${telling.toFixed(0)} of ${silent.toFixed(0)} commits a second, middle of ${ROUNDS}`),
    ];
  } finally {
    for (const { listener, database } of [writer, receiver]) {
      await listener.stop();
      await database.close();
    }
  }
}

/** Returns the times in ms from the commit to the other process, shortest first. */
async function timesUntilReceived(writer: Database, receiver: Database): Promise<Float64Array> {
  const waiting = new Map<string, () => void>();
  notificationsOf(receiver.db).subscribe({
    kind: 'bench',
    receiveOwn: () => {},
    receive: (payload) => waiting.get(payload)?.(),
    setListening: () => {},
  });
  const times: number[] = [];
  for (let i = 0; i < CHANGES; i += 1) {
    const received = new Promise<number>((resolve) => waiting.set(String(i), () => resolve(performance.now())));
    await notifyProcesses(writer.db, { kind: 'bench', payload: String(i) });
    const committed = performance.now();
    times.push(Math.max(0, (await received) - committed));
    await setTimeout((i * 37) % PAUSE_MS);
  }
  return Float64Array.from(times).sort();
}

/** Compares writers that tell other processes with writers that don’t, by turns. Each writer changes a row of its own. */
async function compareWriters({ db }: Database): Promise<{ ratio: number; telling: number; silent: number }> {
  await sql`create table if not exists bench_writers (id int primary key, n int not null)`.execute(db);
  await sql`insert into bench_writers select i, 0 from generate_series(1, ${sql.lit(WRITERS)}) i
    on conflict do nothing`.execute(db);
  const rates: { telling: number; silent: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rates.push({ telling: await commitsPerSecond(db, true), silent: await commitsPerSecond(db, false) });
  return {
    ratio: median(rates.map(({ telling, silent }) => telling / silent)),
    telling: median(rates.map(({ telling }) => telling)),
    silent: median(rates.map(({ silent }) => silent)),
  };
}

async function commitsPerSecond(db: Database['db'], tells: boolean): Promise<number> {
  let commits = 0;
  const begun = performance.now();
  const write = async (id: number) => {
    while (performance.now() - begun < ROUND_MS) {
      await inTransaction({ db }, async (inner) => {
        await sql`update bench_writers set n = n + 1 where id = ${id}`.execute(inner.db);
        if (tells) await notifyProcesses(inner.db, { kind: 'bench', payload: `writer ${id}` });
      });
      commits += 1;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, i) => write(i + 1)));
  return (commits * 1000) / (performance.now() - begun);
}
