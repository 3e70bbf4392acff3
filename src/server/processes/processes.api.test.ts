import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bundleChild } from '#testing/child-bundle.ts';
import { COMPILE_CACHE } from '#testing/compile-cache.ts';
import { buildMember, buildPublishedStory, type Member } from '#testing/factories.ts';
import { type LiveReader, openLive } from '#testing/live-reader.ts';
import { FULL } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { urlOf } from '#testing/test-server.ts';

/** One site of three web processes. Limits, shared responses and figures must be those of one process. */
const PROCESSES = 3;
const LIMIT = 40;
const app = setUpTestApp();
let parent: ChildProcess;
let origin: string;
/** Process ids of the web processes, in the order in which they became ready. */
const started: number[] = [];
let member: Member;
let storyId: string;

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 10 });

beforeAll(async () => {
  member = await buildMember(app);
  storyId = (await buildPublishedStory(app, member)).story.id;
  const program = await bundleChild(join(import.meta.dirname, 'processes.test-child.ts'));
  parent = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...COMPILE_CACHE,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      ROLE: 'web',
      WEB_PROCESSES: String(PROCESSES),
      PUBLIC_URL: 'http://localhost:3000',
      DATABASE_URL: urlOf(app.database.pool.options),
      SECRET_KEY: 'a secret of tests that is long enough',
      DATA_DIR: app.deps.config.dataDir,
      HUMAN_CHECK: 'off',
      TRUST_PROXY: '1',
      LIMIT_ADDRESS: String(LIMIT),
      METRICS_TOKEN: 'a token of sixteen or more',
      LOG_LEVEL: 'silent',
    },
  });
  origin = await new Promise((resolve, reject) => {
    parent.once('exit', (code) => reject(new Error(`The site exited with ${code}`)));
    createInterface({ input: parent.stdout! }).on('line', (line) => {
      const pid = /^process (\d+)$/.exec(line)?.[1];
      if (pid) started.push(Number(pid));
      else resolve(line.replace('localhost', '127.0.0.1'));
    });
  });
}, 120_000);
afterAll(async () => {
  const gone = once(parent, 'exit');
  parent.kill('SIGTERM');
  await gone;
});

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Sends a request on a connection of its own, or on one of the agent. Connections go to the processes in turn. */
async function ask(path: string, from = '192.0.2.1', agent: Agent | false = false, extra = {}): Promise<Answer> {
  const headers = { 'x-forwarded-for': from, 'accept-encoding': 'br', ...extra };
  const [response] = (await once(get(`${origin}${path}`, { agent, headers }), 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks).toString('latin1') };
}
async function metrics(): Promise<(name: string) => number> {
  const { body } = await ask('/metrics', '192.0.2.99', false, { authorization: 'Bearer a token of sixteen or more' });
  return (name) =>
    Number(
      body
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length),
    );
}

it('allows exactly as many calls of an address as a single process', async () => {
  const path = `/api/story/detail?storyId=${storyId}`;
  const statuses = await Promise.all(Array.from({ length: LIMIT * 2 }, async () => (await ask(path)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
  expect(statuses.filter((status) => status === 429)).toHaveLength(LIMIT);
  const refused = await ask(path);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(path, '192.0.2.2')).status).toBe(200);
});

it('makes a response once if all processes are asked for it at the same time, and counts it once', async () => {
  // Once before, so that the route of the metrics is counted, too.
  await metrics();
  const before = await metrics();
  // Not the story: its tags were invalidated a moment ago, so no process would take the response of another.
  const path = '/api/category/list?t=de';
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(path, '192.0.2.3')));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
  const after = await metrics();
  expect(after('skein_cache_misses') - before('skein_cache_misses')).toBe(1);
  const counted = 'skein_request_seconds_count{route="/metrics",status="200"}';
  expect(after(counted) - before(counted)).toBe(1);
  expect(after('skein_cache_entries')).toBeGreaterThan(0);
  expect(after('process_start_time_seconds')).toBeGreaterThan(0);
});

it('lets a member open ten streams, whichever processes serve them', async () => {
  const readers: LiveReader[] = [];
  for (let i = 0; i < 10; i += 1) readers.push(await openLive(origin, member.accessToken));
  const more = await openLive(origin, member.accessToken);
  expect([...readers.map(({ status }) => status), more.status]).toEqual([...Array(10).fill(200), 429]);
  readers[0]!.close();
  await until(async () => {
    const next = await openLive(origin, member.accessToken);
    next.close();
    expect(next.status).toBe(200);
  });
  for (const reader of readers) reader.close();
});

/** Sends requests on connections that stay open until told to stop. Returns those that failed. */
function load(): () => Promise<unknown[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let isOver = false;
  const failed: unknown[] = [];
  const one = async (lane: number) => {
    while (!isOver) {
      const { status } = await ask('/api/health', `198.51.100.${lane}`, agent).catch((error) => ({ status: error }));
      if (status !== 200) failed.push(status);
    }
  };
  const lanes = Array.from({ length: 8 }, (_, lane) => one(lane));
  return async () => {
    isOver = true;
    await Promise.all(lanes);
    agent.destroy();
    return failed;
  };
}
/** Resolves once another process is ready in place of one that ended. */
const replaced = (count: number) => until(() => expect(started.length).toBe(count));

it('fails no request while a process is told to stop, and replaces it', { timeout: 60_000 }, async () => {
  const end = load();
  const { length } = started;
  const leaving = started[0]!;
  process.kill(leaving, 'SIGTERM');
  await replaced(length + 1);
  await until(() => expect(() => process.kill(leaving, 0)).toThrow('ESRCH'));
  expect(await end()).toEqual([]);
});

it('replaces a process that is killed, and gives back its places', { timeout: 60_000 }, async () => {
  const readers: LiveReader[] = [];
  for (let i = 0; i < 10; i += 1) readers.push(await openLive(origin, member.accessToken));
  const { length } = started;
  process.kill(started.at(-1)!, 'SIGKILL');
  await replaced(length + 1);
  const lost = readers.filter(({ ended }) => ended).length;
  await until(() => expect(readers.filter(({ ended }) => ended).length).toBeGreaterThan(0));
  expect((await openLive(origin, member.accessToken)).status).toBe(200);
  expect(lost).toBeLessThan(10);
  for (const reader of readers) reader.close();
});

it('sends a process that hangs at most one connection', { timeout: 60_000 }, async () => {
  const hanging = started.at(-1)!;
  process.kill(hanging, 'SIGSTOP');
  const { length } = started;
  const sockets = Array.from({ length: 30 }, () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    const state = { socket, isAnswered: false };
    socket.on('data', () => {
      state.isAnswered = true;
    });
    socket.on('error', () => {});
    return state;
  });
  await until(() => expect(sockets.filter(({ isAnswered }) => isAnswered).length).toBeGreaterThanOrEqual(29));
  // It is killed after ten seconds.
  if (FULL) await replaced(length + 1);
  else process.kill(hanging, 'SIGCONT');
  for (const { socket } of sockets) socket.destroy();
});
