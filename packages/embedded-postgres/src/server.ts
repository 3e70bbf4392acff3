import { closeSync, fstatSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, cannotRun, forgetStalePid, readPidFile, stopLeftover } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { orphanBackendsOf, sendSignal } from './processes.ts';
import { prepareRestarter } from './restarter.ts';
import { emptyRunDir } from './run-dir.ts';
import { openServerLog, serverLogPath, tailOf, withServerLog } from './server-log.ts';
import { type GuardedProgram, spawnGuarded } from './watchdog.ts';

export const PORT = 5432;
/** What it logs when it accepts connections. Only its own user can read the file in which it says so, too. */
const READY = 'database system is ready to accept connections';

const ORPHAN_PATIENCE_MS = 10_000;
const QUIT_PATIENCE_MS = 2_000;

export interface ServerOptions {
  readonly cluster: Cluster;
  /** Folder of the Unix socket. */
  readonly runDir: string;
  /** Appended after ours, so they override them. */
  readonly settings: Readonly<Record<string, string>>;
  /** How long a fast shutdown can take before the server is killed, in ms. */
  readonly stopTimeoutMs: number;
}

/**
 * Starts postgres and waits until it accepts connections, however long recovery takes. Stops a leftover server of a
 * dead owner first. Requires the lock of the data folder.
 *
 * @param abort cancels the start; the promise rejects once the server is gone
 * @throws EmbeddedPostgresError `start_failed`, with the output of postgres
 */
export async function startServer(options: ServerOptions, abort: AbortSignal): Promise<GuardedProgram> {
  const { cluster, runDir } = options;
  const orphanDeadline = Date.now() + ORPHAN_PATIENCE_MS;
  for (;;) {
    await stopLeftover(cluster.pgData);
    forgetStalePid(cluster.pgData);
    emptyRunDir(runDir);
    const outcome = await tryToStart(options, abort);
    if ('server' in outcome) return outcome.server;
    const orphansAtWork = outcome.said.includes('shared memory block');
    if (abort.aborted || !orphansAtWork || Date.now() > orphanDeadline) throw startFailed(cluster, outcome.said);
    for (const pid of orphanBackendsOf(cluster.pgData)) sendSignal(pid, 'SIGQUIT');
    await delay(50);
  }
}

/** Restarts the server from a process that is no longer root. */
export interface UnprivilegedRestart {
  /** Like `startServer`. */
  start: (abort: AbortSignal) => Promise<GuardedProgram>;
  close: () => void;
}

/** Prepares restarts as long as this process is root. The log stays open, since only the database’s user can open it. */
export function prepareRestart(options: ServerOptions): UnprivilegedRestart {
  const { cluster, runDir, stopTimeoutMs } = options;
  const logFd = openServerLog(cluster.dataDir, cluster.user);
  const restarter = prepareRestarter([join(cluster.binariesDir, 'bin', 'postgres'), ...argumentsFor(options)], {
    pgData: cluster.pgData,
    runDir,
    user: cluster.user,
    logFd,
  });
  return {
    async start(abort) {
      const from = fstatSync(logFd).size;
      const server = await restarter.start();
      const giveUp = () => void shutDown(server, stopTimeoutMs);
      abort.addEventListener('abort', giveUp);
      try {
        while (!server.hasExited()) {
          if (tailOf(logFd, from).includes(READY) && !abort.aborted) return server;
          await delay(10);
        }
      } finally {
        abort.removeEventListener('abort', giveUp);
      }
      throw startFailed(cluster, `PostgreSQL said: ${tailOf(logFd, from)}`);
    },
    close() {
      restarter.close();
      closeSync(logFd);
    },
  };
}

/**
 * Fast shutdown: rolls back open transactions. Everything acknowledged is on disk. Kills the server if it doesn’t end
 * within `timeoutMs`, which keeps acknowledged rows, too. Resolves when the process is gone.
 */
export async function shutDown(server: GuardedProgram, timeoutMs: number): Promise<void> {
  server.keepAlive(true);
  const steps = [
    ['SIGINT', timeoutMs],
    ['SIGQUIT', QUIT_PATIENCE_MS],
  ] as const;
  for (const [signal, patienceMs] of steps) {
    server.signal(signal);
    if (await endsWithin(server, patienceMs)) return;
  }
  server.signal('SIGKILL');
  await server.exited;
}

type Outcome = { server: GuardedProgram } | { said: string };

async function tryToStart(options: ServerOptions, abort: AbortSignal): Promise<Outcome> {
  const { cluster, stopTimeoutMs } = options;
  return withServerLog(cluster.dataDir, cluster.user, async (logFd, tail): Promise<Outcome> => {
    if (abort.aborted) return { said: 'stopped while starting' };
    const program = join(cluster.binariesDir, 'bin', 'postgres');
    const server = spawnGuarded(program, argumentsFor(options), {
      user: cluster.user,
      logFd,
      onOwnerDeath: 'interrupt',
    });
    const giveUp = () => void shutDown(server, stopTimeoutMs);
    abort.addEventListener('abort', giveUp);
    try {
      while (!server.hasExited()) {
        const state = readPidFile(cluster.pgData);
        if (state?.pid === server.pid && state.ready && !abort.aborted) return { server };
        await delay(10);
      }
    } finally {
      abort.removeEventListener('abort', giveUp);
    }
    const exit = await server.exited;
    return { said: cannotRun(exit) ?? `PostgreSQL said: ${tail()}` };
  });
}

function argumentsFor({ cluster, runDir, settings }: ServerOptions): string[] {
  const all: Record<string, string> = {
    port: String(PORT),
    listen_addresses: '',
    unix_socket_permissions: '0700',
    // No workers: only one process reads, so they would only use memory. Earlier versions have none.
    ...(cluster.major >= 18 ? { io_method: 'sync' } : {}),
    // /dev/shm of a container has 64 MB.
    dynamic_shared_memory_type: 'mmap',
    max_parallel_workers_per_gather: '0',
    max_connections: '40',
    shared_buffers: '128MB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    // Logs must contain no texts or email addresses of members. Details and statements are only sent to the app.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // processes.ts recognizes a server by `-D <dir> -k` in this order.
  return ['-D', cluster.pgData, '-k', quotedInList(runDir), ...flags];
}

/** Quotes the path, because the setting is a list of folders and a comma would end the name. */
function quotedInList(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}

async function endsWithin(server: GuardedProgram, patienceMs: number): Promise<boolean> {
  const timer = new AbortController();
  const timeout = delay(patienceMs, false, { signal: timer.signal }).catch(() => false);
  const ended = await Promise.race([server.exited.then(() => true), timeout]);
  timer.abort();
  return ended;
}

function startFailed(cluster: Cluster, why: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'start_failed',
    `The database could not be started. ${why} The full output is in ${serverLogPath(cluster.dataDir)}.`,
  );
}
