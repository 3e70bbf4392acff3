import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { MINUTE } from '#core/time.ts';
import { sentStatements } from '#testing/statements.ts';
import { createTestDatabase } from '#testing/test-server.ts';
import { createLog } from '../log/log.ts';
import { type ConnectionSettings, type Database, inTransaction, notifyProcesses, openDatabase } from './database.ts';
import type { Heard } from './heard.ts';
import { type Listener, listen } from './listen.ts';
import { Notifications, notificationsOf } from './notifications.ts';
import { type NOTIFIER_TIMES, wakeNotifier } from './notifier.ts';

/** Waits for a condition instead of a fixed time. */
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 10 });
/** As long as other tests may have a transaction open. */
const PATIENCE = 2 * MINUTE;
const log = createLog('silent');
let settings: ConnectionSettings;
/** Writes like a command: no one in its process receives anything, and it is no notifier. */
let database: Database;
const listeners: Listener[] = [];
const databases: Database[] = [];
const children: ChildProcess[] = [];
beforeAll(async () => {
  settings = await createTestDatabase(inject('postgres'));
  database = openDatabase(settings, () => {}, { max: 4 });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const listener of listeners.splice(0)) await listener.stop();
  for (const opened of databases.splice(0)) await opened.close();
  await until(async () => expect(await notifierPid()).toBeNull());
  await sql`truncate outbox`.execute(database.db);
});
afterAll(() => database.close());

/** What a process has received. */
class Received {
  /** In the order of all processes. */
  readonly all: string[] = [];
  /** Of `all`, what it hadn’t received right after its commit. */
  readonly late: string[] = [];
  readonly own: string[] = [];
  readonly listening: boolean[] = [];

  constructor(notifications: Notifications) {
    notifications.subscribe({
      kind: 'test',
      receiveOwn: (payload) => this.own.push(payload),
      receive: (payload, isOwn) => {
        this.all.push(payload);
        if (!isOwn) this.late.push(payload);
      },
      setListening: (listening) => this.listening.push(listening),
    });
  }
}

/** A process that listens. It is only elected right after its start if `look` is long. */
async function startProcess(
  times: Partial<typeof NOTIFIER_TIMES> = {},
): Promise<{ received: Received; notifications: Notifications; db: Database['db'] }> {
  const own = openDatabase(settings, () => {}, { max: 2 });
  databases.push(own);
  const notifications = notificationsOf(own.db);
  const received = new Received(notifications);
  listeners.push(await listen(settings, notifications, log, times));
  return { received, notifications, db: own.db };
}

async function startChild(): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'notifier.test-child.ts'), JSON.stringify(settings)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.push(child);
  await once(child.stdout!, 'data');
  return child;
}

/** Returns the backend that is elected, or null. */
async function notifierPid(): Promise<number | null> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(database.db);
  return rows[0]?.pid ?? null;
}
const elected = () => until(async () => expect(await notifierPid()).not.toBeNull());
const tell = (payload: string, db: Database['db'] = database.db) => notifyProcesses(db, { kind: 'test', payload });
/** Stores rows with the payloads 1 to `count`, and wakes no one. */
const storeMany = (count: number) =>
  sql`insert into outbox (notifications) select array['key' || n || ' test ' || n]
    from generate_series(1, ${count}::integer) as n`.execute(database.db);
const left = async () => (await sql`select from outbox`.execute(database.db)).rows.length;

describe('the position of a change', () => {
  const heardBy = async (...positions: (bigint | null)[]) => {
    const { notifications } = await startProcess();
    return positions.map((position) => notifications.heard.has(position!));
  };

  it('is heard by the process that has made it right away, and by all others after what it tells', async () => {
    const [one, two] = [await startProcess(), await startProcess()];
    const before: boolean[] = [];
    let position: bigint | null = null;
    const { add } = two.notifications.heard;
    two.notifications.heard.add = function (this: Heard, each) {
      before.push(two.received.all.includes('a'));
      add.call(this, each);
    };
    position = await tell('a', one.db);
    expect(one.notifications.heard.has(position!)).toBe(true);
    await until(() => expect(two.notifications.heard.has(position!)).toBe(true));
    expect(before).toEqual([true]);
    expect(two.notifications.heard.has(position! + 1000n)).toBe(false);
  });

  it('is heard while a transaction that began earlier is open, whose own is not', {
    timeout: PATIENCE + MINUTE,
  }, async () => {
    const { notifications, db } = await startProcess();
    const slow = await database.db.startTransaction().execute();
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id() as id`.execute(slow);
    const open = BigInt(rows[0]!.id);
    const position = await tell('a');
    expect(position).toBeGreaterThan(open);
    await until(() => expect(notifications.heard.has(position!)).toBe(true));
    expect(notifications.heard.has(open)).toBe(false);
    expect(await heardBy(open, position)).toEqual([false, true]);
    await slow.rollback().execute();
    // The server knows which transactions are open, but not in which database. Other tests have some for long.
    const isPassed = async () => {
      await tell('b', db);
      expect(notifications.heard.has(open)).toBe(true);
    };
    await vi.waitFor(isPassed, { timeout: PATIENCE, interval: 100 });
  });

  it('is heard by a process that starts when there is nothing left to send', async () => {
    await startProcess();
    const position = await tell('a');
    await until(async () => expect(await left()).toBe(0));
    expect(await heardBy(position)).toEqual([true]);
  });

  it('that others have left in a long backlog is heard only once it is sent', async () => {
    await storeMany(1200);
    const last = await tell('last');
    const { notifications, received } = await startProcess();
    const told: boolean[] = [];
    const { pass } = notifications.heard;
    notifications.heard.pass = function (this: Heard, each) {
      if (each > last!) told.push(received.all.includes('last'));
      pass.call(this, each);
    };
    await until(() => expect(received.all).toHaveLength(1201));
    const next = await tell('next');
    await until(() => expect(notifications.heard.has(next!)).toBe(true));
    expect(told.length).toBeGreaterThan(0);
    expect(told).not.toContain(false);
  });

  it('is noted for the response of the call, if it tells others something', async () => {
    const { db, notifications } = await startProcess();
    const cachePolicy = { position: null as bigint | null };
    await inTransaction({ db, cachePolicy }, async () => {});
    await inTransaction({ db, cachePolicy }, async (inner) => {
      await tell('no', inner.db as Database['db']);
      throw new Error('no');
    }).catch(() => {});
    expect(cachePolicy.position).toBeNull();
    await inTransaction({ db, cachePolicy }, async (inner) => void (await tell('a', inner.db as Database['db'])));
    expect(notifications.heard.has(cachePolicy.position!)).toBe(true);
  });
});

describe('the notifier', () => {
  it('sends what any process has committed to all of them, and deletes it', async () => {
    const [one, two] = [await startProcess(), await startProcess()];
    await tell('a');
    await until(() => expect([one.received.all, two.received.all]).toEqual([['a'], ['a']]));
    await tell('b', one.db);
    await until(() => expect(two.received.all).toEqual(['a', 'b']));
    await tell('c', two.db);
    await until(() => expect([one.received.all, two.received.all]).toEqual([0, 0].map(() => ['a', 'b', 'c'])));
    // Each process receives its own either right after the commit or in the order of all, never both.
    expect([...one.received.own, ...one.received.late].sort()).toEqual(['a', 'b', 'c']);
    expect([...two.received.own, ...two.received.late].sort()).toEqual(['a', 'b', 'c']);
    expect(await left()).toBe(0);
  });

  it('sends what was stored before it started', async () => {
    await tell('a');
    await tell('b');
    const { received } = await startProcess();
    await until(() => expect(received.all).toEqual(['a', 'b']));
  });

  it('sends a long backlog in parts, in order, after a restart', async () => {
    // The last part isn’t full, so it is the last statement, too.
    await storeMany(1999);
    let process: Awaited<ReturnType<typeof startProcess>>;
    const sent = await sentStatements(async () => {
      process = await startProcess({ look: 10 * MINUTE });
      await until(async () => expect(await left()).toBe(0));
    });
    const { received } = process!;
    await until(() => expect(received.all).toHaveLength(1999));
    expect(received.all).toEqual(Array.from({ length: 1999 }, (_, i) => `${i + 1}`));
    expect(sent.filter((text) => text.includes('delete from outbox'))).toHaveLength(4);
  });

  it('sends what an earlier transaction commits later', async () => {
    const [one, two] = [await startProcess(), await startProcess()];
    const stored = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    // Its row has a smaller id than the others, and so has its transaction.
    const slow = database.db.transaction().execute(async (db) => {
      await tell('slow', db);
      stored.resolve();
      await goOn.promise;
    });
    await stored.promise;
    const all: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      all.push(`fast ${i}`);
      await inTransaction({ db: one.db }, (inner) => tell(`fast ${i}`, inner.db));
      await until(() => expect(two.received.all).toEqual(all));
    }
    goOn.resolve();
    await slow;
    all.push('slow');
    await until(() => expect([one.received.all, two.received.all]).toEqual([all, all]));
    expect(await left()).toBe(0);
  });

  it('is woken by the commits of other processes, and by commands', async () => {
    const { received: first } = await startProcess({ look: 10 * MINUTE });
    await elected();
    const { received, db } = await startProcess({ look: 10 * MINUTE });
    for (let i = 0; i < 5; i += 1) {
      await tell(`${i}`, db);
      await until(() => expect(first.all.at(-1)).toBe(`${i}`));
    }
    await tell('command');
    await wakeNotifier(database.db);
    await until(() => expect(received.all.at(-1)).toBe('command'));
  });

  it('looks less often while no other process wakes it', async () => {
    await startProcess({ look: 20, calmLook: 10 * MINUTE });
    await elected();
    const looks = async () => {
      const sent = await sentStatements(() => delay(500));
      return sent.filter((text) => text.includes('"isWaiting"')).length;
    };
    await delay(100);
    expect(await looks()).toBe(0);
    await wakeNotifier(database.db);
    await delay(100);
    expect(await looks()).toBeGreaterThan(2);
  });

  it('sends nothing of a transaction that is rolled back', async () => {
    const { received, db } = await startProcess();
    await inTransaction({ db }, async (inner) => {
      await tell('lost', inner.db);
      throw new Error('no');
    }).catch(() => {});
    await tell('kept', db);
    await until(() => expect(received.all).toEqual(['kept']));
    expect([...received.own, ...received.late]).toEqual(['kept']);
  });

  it('sends more than fits into one NOTIFY, in order', async () => {
    const { received } = await startProcess();
    const payloads = Array.from({ length: 60 }, (_, i) => `${i} ${'é'.repeat(i * 32)}`);
    payloads.push('x'.repeat(3800), 'y'.repeat(3800), 'z'.repeat(3800));
    await inTransaction({ db: database.db }, async (inner) => {
      for (const payload of payloads) await tell(payload, inner.db);
    });
    await until(() => expect(received.all).toHaveLength(payloads.length));
    expect(received.all).toEqual(payloads);
  });

  it('refuses notifications that do not fit into a line', async () => {
    await expect(tell('x'.repeat(4000))).rejects.toThrow('single line');
    await expect(tell('a\nb')).rejects.toThrow('single line');
  });

  it('sends what is left when it stops, and another process is elected right away', async () => {
    const one = await startProcess();
    await elected();
    const two = await startProcess({ look: 10 * MINUTE });
    await tell('a', one.db);
    await listeners.shift()!.stop();
    await until(() => expect(two.received.all).toEqual(['a']));
    await elected();
    await tell('b', two.db);
    await until(() => expect(two.received.all).toEqual(['a', 'b']));
  });

  it('loses and repeats nothing when it is killed at any moment', async () => {
    let child = await startChild();
    await elected();
    const { received, db } = await startProcess({ look: 10 * MINUTE });
    const payloads: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      const next = await startChild();
      const before = await notifierPid();
      for (let i = 0; i < 20; i += 1) {
        payloads.push(`${round} ${i}`);
        await tell(`${round} ${i}`, db);
        // Long enough for some of them to be sent before it is killed.
        await delay(i % 9);
        if (i === 9 + round) child.kill('SIGKILL');
      }
      await until(async () => expect([null, before]).not.toContain(await notifierPid()));
      child = next;
    }
    await until(() => expect(received.all).toHaveLength(payloads.length));
    expect(received.all).toEqual(payloads);
    expect([...received.own, ...received.late].sort()).toEqual(payloads.sort());
  });

  it('is replaced by the others while it hangs', async () => {
    const child = await startChild();
    await elected();
    const before = await notifierPid();
    const { received } = await startProcess();
    child.kill('SIGSTOP');
    await tell('a');
    await tell('b');
    await until(() => expect(received.all).toEqual(['a', 'b']));
    expect(await notifierPid()).toBe(before);
    child.kill('SIGCONT');
    await tell('c');
    await until(() => expect(received.all).toEqual(['a', 'b', 'c']));
  });

  it('is replaced for all of a long backlog, by several others at once', async () => {
    const child = await startChild();
    await elected();
    const processes = [await startProcess(), await startProcess(), await startProcess()];
    child.kill('SIGSTOP');
    await storeMany(1700);
    const all = Array.from({ length: 1700 }, (_, i) => `${i + 1}`);
    for (const { received } of processes) await until(() => expect(received.all).toHaveLength(1700));
    for (const { received } of processes) expect(received.all).toEqual(all);
    expect(await left()).toBe(0);
    for (const { received } of processes) expect(received.listening).toEqual([true]);
  });

  it('tells its subscribers that its connection is lost, and when it is back', async () => {
    const { received } = await startProcess();
    await elected();
    await sql`select pg_terminate_backend(${await notifierPid()})`.execute(database.db);
    await until(() => expect(received.listening).toEqual([true, false, true]));
    await tell('a');
    await until(() => expect(received.all).toEqual(['a']));
  });
});

describe('the notifications of a process', () => {
  const open = () => {
    const notifications = new Notifications();
    const received = new Received(notifications);
    notifications.setListening(true);
    const begin = (payload: string) => {
      const batch = notifications.begin();
      batch.add([{ kind: 'test', payload }]);
      return batch;
    };
    return { received, notifications, begin };
  };

  it('are received once, right after the commit', () => {
    const { received, notifications, begin } = open();
    const batch = begin('a');
    batch.committed(null);
    expect(received.own).toEqual(['a']);
    notifications.receive(batch.lines[0]!);
    expect(received).toMatchObject({ all: ['a'], late: [] });
  });

  it('are received once if they come back before the response to the commit', () => {
    const { received, notifications, begin } = open();
    const batch = begin('a');
    notifications.receive(batch.lines[0]!);
    batch.committed(null);
    expect(received).toMatchObject({ late: ['a'], own: [] });
  });

  it('are received as those of others if the outcome of the commit was unknown', () => {
    const { received, notifications, begin } = open();
    const batch = begin('a');
    batch.failed();
    notifications.receive(batch.lines[0]!);
    expect(received).toMatchObject({ late: ['a'], own: [] });
  });

  it('are received again if the connection was lost before they came back', () => {
    const { received, notifications, begin } = open();
    const batch = begin('a');
    batch.committed(null);
    notifications.setListening(false);
    notifications.setListening(true);
    notifications.receive(batch.lines[0]!);
    expect(received).toMatchObject({ late: ['a'], own: ['a'] });
  });

  it('of another kind, and of another version, are ignored', () => {
    const { received, notifications } = open();
    for (const line of ['key other a', 'key', '']) notifications.receive(line);
    expect(received.all).toEqual([]);
  });
});
