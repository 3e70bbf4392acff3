import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunningPostgres } from '@skein/embedded-postgres';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { type SiteProcess, startSiteProcess } from '#testing/site-process.ts';
import { familyOf, ownCpuSeconds } from '../tools/cpu.ts';
import { parsePage } from './element-tree.ts';

/** The production build in a process of its own, with its embedded database. */
export interface Subject extends SiteProcess {
  readonly pid: number;
  /** Time from the start of the process to the first page, in ms. */
  readonly startMs: number;
  openDatabase: () => Database;
  /** Returns the CPU seconds of the server, and of its database. */
  cpu: () => Promise<{ server: number; database: number }>;
}

export async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skein-bench-'));
  // As root, the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711);
  return dataDir;
}

export async function removeDataDir(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
}

async function databasePids(dataDir: string): Promise<number[]> {
  const folder = (await readdir(dataDir)).find((name) => /^pg\d+$/.test(name));
  const postmaster = Number((await readFile(join(dataDir, folder!, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
  return familyOf(postmaster);
}

/** Starts the site. `nodeArgs` are options of Node in addition to those of `npm start`. */
export async function startSubject(dataDir: string, nodeArgs: readonly string[] = []): Promise<Subject> {
  const begun = performance.now();
  const env = { DATA_DIR: dataDir, RATE_LIMITS: 'off', HUMAN_CHECK: 'off', LOG_LEVEL: 'warn' };
  const site = await startSiteProcess(env, nodeArgs);
  const first = await fetch(site.url);
  if (!first.ok) throw new Error(`The first page returned ${first.status}`);
  const startMs = performance.now() - begun;
  const pid = site.child.pid!;
  return {
    ...site,
    pid,
    startMs,
    openDatabase() {
      const found = findRunningPostgres(dataDir);
      if (!found) throw new Error('No database is running on the data folder');
      const { socketDir: host, ...rest } = found;
      return openDatabase({ host, ...rest }, () => {}, { max: 2, statementTimeout: 0 });
    },
    async cpu() {
      const pids = await databasePids(dataDir);
      return { server: ownCpuSeconds(pid), database: pids.reduce((sum, one) => sum + ownCpuSeconds(one), 0) };
    },
  };
}

/** A response that the bare server repeats. */
export interface Answer {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Fetches a response as bytes, compressed as for browsers. */
export async function fetchAnswer(origin: string, path: string): Promise<Answer> {
  const { request } = await import('node:http');
  const asked = request(`${origin}${path}`, { headers: { 'accept-encoding': 'br' } });
  asked.end();
  const [response] = await once(asked, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  if (response.statusCode !== 200) throw new Error(`${path} returned ${response.statusCode}`);
  const { connection: _, 'keep-alive': __, date: ___, ...headers } = response.headers;
  return { path, headers, body: Buffer.concat(chunks) };
}

export interface Bare {
  readonly origin: string;
  readonly pid: number;
  stop: () => void;
}

/** Starts bare `node:http` with these responses and, at `/render`, `renderToString` of the page, if one is passed. */
export async function startBare(answers: readonly Answer[], pageHtml?: string): Promise<Bare> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'bare-server.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const tree = pageHtml === undefined ? undefined : parsePage(pageHtml);
  child.send(answers.map(({ path, headers, body }) => ({ path, headers, body: body.toString('base64'), tree })));
  const [port] = await once(child, 'message');
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => child.kill() };
}
