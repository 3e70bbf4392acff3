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

/** The unprivileged user of this system; only root can become it. */
export const nobody: RunUser | undefined = asRoot ? resolveRunUser('nobody') : undefined;

const CHILD = fileURLToPath(new URL('./embedded.test-child.ts', import.meta.url));

/** Whether a test that is root can run the launcher as an ordinary user: node and the checkout must be open to it. */
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

/** Stands in for /var/lib/skein. */
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

/** Something to end after the test. */
export function atEnd(end: () => unknown): void {
  endings.push(end);
}

/** A path of a folder that does not exist yet, in one that everybody may enter. */
export function freshDir(name = 'data'): string {
  return join(freshHome(), name);
}

/** An existing empty folder; given to a user it is closed to others, as a home may be. */
export function freshHome(owner?: { uid: number; gid: number }): string {
  const dir = join(baseDir(), String(++dirs));
  mkdirSync(dir);
  chmodSync(dir, owner ? 0o700 : 0o711);
  if (owner) chownSync(dir, owner.uid, owner.gid);
  return dir;
}

/** Starts the database in this process; stopped after the test. */
export async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const running = await startEmbeddedPostgres({ systemDir: systemDir(), ...options });
  atEnd(() => running.stop());
  return running;
}

/** Where a database listens. */
export type Address = Pick<EmbeddedPostgres, 'socketDir' | 'port' | 'user' | 'database'>;

/** Connects; closed after the test at the latest. Errors of a lost connection are expected here. */
export async function connect({ socketDir, port, user, database }: Address): Promise<Client> {
  const client = new Client({ host: socketDir, port, user, database });
  client.on('error', () => {});
  await client.connect();
  atEnd(() => client.end().catch(() => {}));
  return client;
}

/** Runs one statement in a connection of its own and returns its rows. */
export async function query(address: Address, sql: string): Promise<Record<string, unknown>[]> {
  const client = await connect(address);
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

interface ChildEvent {
  event: 'started' | 'failed' | 'stopped' | 'ended';
  code?: string;
  message?: string;
}
export type StartedEvent = ChildEvent & Address & { pid: number };

/** The launcher in a process of its own. */
export interface ChildLauncher {
  readonly process: ChildProcess;
  /** The next event; fails on any other than the expected one. */
  next: <E extends ChildEvent = ChildEvent>(expected: E['event']) => Promise<E>;
  stop: () => Promise<void>;
  /** kill -9, resolves when it is dead. */
  kill: () => Promise<void>;
}

/** Starts the launcher in another process; killed after the test. */
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

/** Ids of the processes whose command line holds all these words (Linux). */
export function processesWith(...words: string[]): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const line = readProc(pid, 'cmdline');
      return words.every((word) => line.includes(word));
    });
}

/** Fields of /proc/<pid>/stat from the third: state, parent, process group, session, … */
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
