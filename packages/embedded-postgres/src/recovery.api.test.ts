import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import {
  atEnd,
  canBecomeNobody,
  connect,
  databaseUser,
  freshDir,
  nobody,
  onLinux,
  processesWith,
  processStat,
  query,
  type StartedEvent,
  start,
  startInChild,
} from './embedded.test-kit.ts';
import { isPostmasterOf, sendSignal, waitUntil } from './processes.ts';
import type { PostgresDeath } from './start-embedded-postgres.ts';

const SECONDS = 1000;
/** Prints `yes`, or the code of the error. */
const CONNECT = `import pg from 'pg';
const client = new pg.Client(JSON.parse(process.env.ADDRESS));
try { await client.connect(); console.log('yes'); await client.end(); } catch (error) { console.log(error.code); }`;

function goneWithin(ms: number, pid: number, dataDir: string): Promise<boolean> {
  return waitUntil(() => !isPostmasterOf(pid, join(dataDir, 'pg18')), ms);
}

/** Inserts rows one by one until the connection breaks. */
function writeUntilLost(client: Client): { acknowledged: () => number; lost: Promise<void> } {
  let count = 0;
  const lost = (async () => {
    try {
      for (;;) {
        await client.query('INSERT INTO entry VALUES ($1)', [count + 1]);
        count++;
      }
    } catch {}
  })();
  return { acknowledged: () => count, lost };
}

/** Starts PostgreSQL in a child, and a writer that has 50 rows acknowledged and keeps writing. */
async function startWithWriter() {
  const dataDir = freshDir();
  const child = startInChild({ dataDir });
  const first = await child.next<StartedEvent>('started');
  const client = await connect(first);
  await client.query('CREATE TABLE entry (number int PRIMARY KEY)');
  const writer = writeUntilLost(client);
  expect(await waitUntil(() => writer.acknowledged() >= 50, 5 * SECONDS)).toBe(true);
  return { dataDir, child, first, writer };
}

async function countEntries(address: Parameters<typeof query>[0]): Promise<number> {
  const [row] = await query(address, 'SELECT count(*)::int AS entries FROM entry');
  return Number(row?.entries);
}

describe('kill -9 of node', () => {
  it('stops postgres, and the next start has every acknowledged row', async () => {
    const { dataDir, child, first, writer } = await startWithWriter();
    await child.kill();
    expect(await goneWithin(3 * SECONDS, first.pid, dataDir)).toBe(true);
    await writer.lost;
    const second = await start({ dataDir });
    expect(await countEntries(second)).toBeGreaterThanOrEqual(writer.acknowledged());
  });

  it('at any time during the first start leaves a database or nothing', async () => {
    const dataDir = freshDir();
    const names = () => (existsSync(dataDir) ? readdirSync(dataDir) : []);
    const initDir = () => join(dataDir, names().find((name) => name.startsWith('pg18.init')) ?? 'none');
    const lastOfInitdb = () => join(initDir(), 'base', '5'); // the database `postgres`
    const moments: Record<string, () => boolean> = {
      locked: () => names().includes('lock'),
      'initdb begins': () => existsSync(initDir()),
      'initdb writes': () => existsSync(join(initDir(), 'PG_VERSION')),
      'initdb fills': () => existsSync(join(initDir(), 'base', '1', '1259')),
      'initdb almost done': () => existsSync(lastOfInitdb()),
      renamed: () => names().includes('pg18'),
      'postgres begins': () => existsSync(join(dataDir, 'pg18', 'postmaster.pid')),
    };
    for (const [moment, reached] of Object.entries(moments)) {
      const child = startInChild({ dataDir });
      expect(await waitUntil(reached, 10 * SECONDS), moment).toBe(true);
      await child.kill();
      if (onLinux) expect(await waitUntil(() => processesWith(dataDir).length === 0, 3 * SECONDS), moment).toBe(true);
      // initdb was killed too, and didn’t just finish.
      if (moment === 'initdb begins') expect(existsSync(lastOfInitdb()), moment).toBe(false);
    }
    const running = await start({ dataDir });
    expect(await query(running, "SELECT count(*)::int AS n FROM pg_database WHERE datctype LIKE '%UTF-8'")).toEqual([
      { n: 3 },
    ]);
    expect(names().filter((name) => name.includes('.init'))).toEqual([]);
  });

  it.skipIf(!onLinux)('and of the watchdog leaves postgres running, and the next start replaces it', async () => {
    const dataDir = freshDir();
    const child = startInChild({ dataDir });
    const first = await child.next<StartedEvent>('started');
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const watchers = processesWith('skein-watchdog', join(dataDir, 'pg18'));
    expect(watchers).toHaveLength(1);
    for (const pid of watchers) sendSignal(pid, 'SIGKILL');
    await child.kill();
    expect(isPostmasterOf(first.pid, join(dataDir, 'pg18'))).toBe(true);
    const second = await start({ dataDir });
    expect(isPostmasterOf(first.pid, join(dataDir, 'pg18'))).toBe(false);
    expect(second.pid).not.toBe(first.pid);
    expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it.skipIf(!onLinux)('and of everything else at the same time loses no row', async () => {
    const { dataDir, child, first, writer } = await startWithWriter();
    const all = [...processesWith('skein-watchdog', dataDir), first.pid];
    for (const pid of all) sendSignal(pid, 'SIGKILL');
    await child.kill();
    await writer.lost;
    const second = await start({ dataDir });
    expect(await countEntries(second)).toBeGreaterThanOrEqual(writer.acknowledged());
  });
});

describe.skipIf(!onLinux)('a pid file of a dead server', () => {
  it.each(['another program', 'a zombie'])('does not prevent a start if its id is now that of %s', async (now) => {
    const dataDir = freshDir();
    const first = await start({ dataDir });
    const pidFiles = [join(dataDir, 'pg18', 'postmaster.pid'), join(first.socketDir, '.s.PGSQL.5432.lock')];
    const contents = pidFiles.map((path) => readFileSync(path, 'utf8'));
    await first.stop();

    const pid = now === 'a zombie' ? await makeZombie() : makeSleeper();
    pidFiles.forEach((path, index) => {
      writeFileSync(path, contents[index]!.replace(/^\d+/, String(pid)), { mode: 0o600 });
      if (databaseUser) chownSync(path, databaseUser.uid, databaseUser.gid);
    });
    const second = await start({ dataDir });
    expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(processStat(pid)[0]).toBe(now === 'a zombie' ? 'Z' : 'S');
  });

  it('does not prevent a start if it is empty, as after a power loss', async () => {
    const dataDir = freshDir();
    await (await start({ dataDir })).stop();
    writeFileSync(join(dataDir, 'pg18', 'postmaster.pid'), '', { mode: 0o600 });
    await start({ dataDir });
  });

  /** Runs as the user of the database, because postgres considers processes of other users dead. */
  function makeSleeper(): number {
    const sleeper = spawn('sleep', ['1000'], { stdio: 'ignore', ...databaseUser });
    atEnd(() => sleeper.kill('SIGKILL'));
    return sleeper.pid!;
  }

  /** `sleep 1000` inherits a child that it never reaps. */
  async function makeZombie(): Promise<number> {
    const parent = spawn('/bin/sh', ['-c', 'sleep 0 & echo $!; exec sleep 1000'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      ...databaseUser,
    });
    atEnd(() => parent.kill('SIGKILL'));
    const [line] = await once(parent.stdout!, 'data');
    const pid = Number(line);
    expect(await waitUntil(() => processStat(pid)[0] === 'Z', 5 * SECONDS)).toBe(true);
    return pid;
  }
});

describe.skipIf(!canBecomeNobody)('a process that gives up root', () => {
  it('keeps its database, as the role of the site only, and still restarts and stops it', async () => {
    const dataDir = freshDir();
    const child = startInChild({ dataDir, site: { role: 'site', user: nobody! }, restartDelaysMs: [10, 10, 10] });
    const first = await child.next<StartedEvent>('started');
    await query(first, 'CREATE ROLE site LOGIN');
    const connects = (user: string, as: object) =>
      spawnSync(process.execPath, ['--input-type=module', '--eval', CONNECT], {
        cwd: import.meta.dirname,
        env: { ADDRESS: JSON.stringify({ host: first.socketDir, port: first.port, database: first.database, user }) },
        encoding: 'utf8',
        ...as,
      }).stdout.trim();
    expect(connects('site', nobody!)).toBe('yes');
    expect(connects(first.user, nobody!)).toBe('28000');
    expect(connects('site', { uid: databaseUser!.uid, gid: databaseUser!.gid })).toBe('28000');
    expect(connects('site', { uid: 1, gid: 1 })).toBe('EACCES');
    expect(statSync(dataDir)).toMatchObject({ uid: 0, gid: nobody!.gid });
    expect(statSync(dataDir).mode & 0o7777).toBe(0o1771);

    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    for (let last = first.pid; last !== 0; ) {
      process.kill(last, 'SIGKILL');
      const { pid } = await child.next<StartedEvent>('restarted');
      expect(pid).not.toBe(last);
      expect(await query(first, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
      last = last === first.pid ? pid : 0;
    }
    await child.stop();
    expect(processesWith('postgres', dataDir)).toEqual([]);
  });
});

describe('a postgres that dies while node is running', () => {
  it('is restarted at the same address, even while an old backend is busy', async () => {
    const dataDir = freshDir();
    const deaths: PostgresDeath[] = [];
    const restarted = Promise.withResolvers<{ pid: number; attempt: number }>();
    const running = await start({
      dataDir,
      onExit: (death) => deaths.push(death),
      onRestart: restarted.resolve,
    });
    await query(running, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const busy = await connect(running);
    const endless = busy.query('SELECT count(*) FROM generate_series(1, 1000000000000)').catch(() => 'lost');
    await expect
      .poll(
        () =>
          query(
            running,
            "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%generate_series%' AND pid <> pg_backend_pid()",
          ),
        {
          interval: 10,
        },
      )
      .toHaveLength(1);

    const oldPid = running.pid;
    sendSignal(oldPid, 'SIGKILL');
    const { pid, attempt } = await restarted.promise;
    expect(attempt).toBe(1);
    expect(pid).toBe(running.pid);
    expect(pid).not.toBe(oldPid);
    expect(deaths).toEqual([
      { code: null, signal: 'SIGKILL', attempt: 1, restarting: true, logFile: join(dataDir, 'postgres.log') },
    ]);
    expect(await endless).toBe('lost');
    expect(await query(running, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('is no longer restarted after several deaths; stop and a new start still work', async () => {
    const dataDir = freshDir();
    const deaths: PostgresDeath[] = [];
    let restarts = 0;
    const running = await start({
      dataDir,
      restartDelaysMs: [0, 0],
      onExit: (death) => deaths.push(death),
      onRestart: () => restarts++,
    });
    for (const round of [0, 1, 2]) {
      expect(await waitUntil(() => restarts === round, 10 * SECONDS)).toBe(true);
      sendSignal(running.pid, 'SIGKILL');
      expect(await waitUntil(() => deaths.length === round + 1, 10 * SECONDS)).toBe(true);
    }
    expect(deaths.map(({ attempt, restarting }) => [attempt, restarting])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
    await running.stop();
    await start({ dataDir });
  });

  it('is not restarted after stop', async () => {
    const dataDir = freshDir();
    const died = Promise.withResolvers<void>();
    let restarts = 0;
    const running = await start({
      dataDir,
      restartDelaysMs: [60 * SECONDS],
      onExit: () => died.resolve(),
      onRestart: () => restarts++,
    });
    sendSignal(running.pid, 'SIGKILL');
    await died.promise;
    await running.stop();
    await start({ dataDir });
    expect(restarts).toBe(0);
  });
});

describe('stop', () => {
  it('waits for the shutdown, can be called twice, and does not affect later starts', async () => {
    const dataDir = freshDir();
    const first = await start({ dataDir });
    const open = await connect(first); // a fast shutdown does not wait for clients
    await Promise.all([first.stop(), first.stop()]);
    expect(existsSync(join(dataDir, 'pg18', 'postmaster.pid'))).toBe(false);
    await expect(open.query('SELECT 1')).rejects.toThrow();
    const second = await start({ dataDir });
    await first.stop();
    expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('kills a server that does not respond', async () => {
    const dataDir = freshDir();
    const running = await start({ dataDir, stopTimeoutMs: 100 });
    sendSignal(running.pid, 'SIGSTOP');
    await running.stop();
    expect(isPostmasterOf(running.pid, join(dataDir, 'pg18'))).toBe(false);
    await start({ dataDir });
  });
});
