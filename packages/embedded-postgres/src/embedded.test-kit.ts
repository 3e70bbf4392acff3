import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach } from 'vitest';
import { findObstacle, isRoot, type RunUser, resolveRunUser } from './run-user.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';

export const asRoot = isRoot();
export const onLinux = process.platform === 'linux';

/** The unprivileged user of this system. Only root can switch to it. */
export const nobody: RunUser | undefined = asRoot ? resolveRunUser('nobody') : undefined;

/** Who runs a new database if root starts it. */
export const databaseUser: RunUser | undefined = asRoot ? resolveRunUser(undefined) : undefined;

const CHILD = fileURLToPath(new URL('./embedded.test-child.ts', import.meta.url));

/**
 * Whether a test that runs as root can run the launcher as an ordinary user, who must be able to access node and the
 * checkout.
 */
export const canBecomeNobody =
  nobody !== undefined &&
  !findObstacle(process.execPath.replace(/[^/]*$/, ''), nobody) &&
  !findObstacle(CHILD.replace(/[^/]*$/, ''), nobody);

let base: string | undefined;
function baseDir(): string {
  if (base !== undefined) return base;
  base = mkdtempSync('/tmp/skein-test-');
  chmodSync(base, 0o711);
  return base;
}

/** Replaces /var/lib/skein. */
export function systemDir(): string {
  return join(baseDir(), 'system');
}

const endings: (() => unknown)[] = [];
let dirs = 0;

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});
afterAll(() => {
  if (base !== undefined) rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

/** Calls `end` after the test. */
export function atEnd(end: () => unknown): void {
  endings.push(end);
}

/** Returns the path of a folder that doesn’t exist yet, in one that anyone can enter. */
export function freshDir(name = 'data'): string {
  return join(freshHome(), name);
}

/** Creates an empty folder. With an owner, it’s closed to other users, as a home can be. */
export function freshHome(owner?: { uid: number; gid: number }): string {
  const dir = join(baseDir(), String(++dirs));
  mkdirSync(dir);
  chmodSync(dir, owner ? 0o700 : 0o711);
  if (owner) chownSync(dir, owner.uid, owner.gid);
  return dir;
}

/** Starts the database in this process and stops it after the test. */
export async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const running = await startEmbeddedPostgres({ systemDir: systemDir(), ...options });
  atEnd(() => running.stop());
  return running;
}

/** The address of a database. */
export type Address = Pick<EmbeddedPostgres, 'socketDir' | 'port' | 'user' | 'database'>;

/**
 * Connects, and disconnects after the test at the latest. Ignores errors of a lost connection, because tests cause
 * them.
 */
export async function connect({ socketDir, port, user, database }: Address): Promise<Client> {
  const client = new Client({ host: socketDir, port, user, database });
  client.on('error', () => {});
  await client.connect();
  atEnd(() => client.end().catch(() => {}));
  return client;
}

/** Runs one statement in a separate connection and returns its rows. */
export async function query(address: Address, sql: string): Promise<Record<string, unknown>[]> {
  const client = await connect(address);
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

interface ChildEvent {
  event: 'started' | 'restarted' | 'failed' | 'stopped' | 'ended';
  code?: string;
  message?: string;
}
export type StartedEvent = ChildEvent & Address & { pid: number };

/** The launcher in a separate process. */
export interface ChildLauncher {
  readonly process: ChildProcess;
  /** Returns the next event. Throws if it isn’t the expected one. */
  next: <E extends ChildEvent = ChildEvent>(expected: E['event']) => Promise<E>;
  stop: () => Promise<void>;
  /** Sends kill -9 and resolves when it’s dead. */
  kill: () => Promise<void>;
}

/** Starts the launcher in another process and kills it after the test. */
export function startInChild(
  options: Partial<EmbeddedPostgresOptions> & { dataDir: string },
  as: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {},
): ChildLauncher {
  const child = spawn(process.execPath, [CHILD, JSON.stringify({ systemDir: systemDir(), ...options })], {
    stdio: ['pipe', 'pipe', 'pipe'],
    ...as,
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  const next = async (expected: string) => {
    const line = await lines.next();
    const event = line.done ? { event: 'ended' } : JSON.parse(line.value);
    if (event.event !== expected) throw new Error(`expected ${expected}: ${JSON.stringify(event)} ${errors}`);
    return event;
  };
  atEnd(kill);
  return {
    process: child,
    next,
    kill,
    async stop() {
      child.stdin.write('stop\n');
      await next('stopped');
      await closed;
    },
  };
}

/** Returns the ids of the processes whose command line contains all these words (Linux). */
export function processesWith(...words: string[]): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const line = readProc(pid, 'cmdline');
      return words.every((word) => line.includes(word));
    });
}

/** Returns the fields of /proc/<pid>/stat from the third on: state, parent, process group, session, … */
export function processStat(pid: number): string[] {
  const stat = readProc(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
