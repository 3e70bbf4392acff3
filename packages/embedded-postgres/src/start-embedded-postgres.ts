import { setTimeout as delay } from 'node:timers/promises';
import { findNativePackage, placeBinaries } from './binaries.ts';
import { type Cluster, DATABASE, ensureCluster, pgDataOf, refuseOtherVersions, SUPERUSER } from './cluster.ts';
import { prepareDataDir, SYSTEM_DIR, statIfExists } from './data-dir.ts';
import { prepareRunDir } from './run-dir.ts';
import { resolveRunUser } from './run-user.ts';
import { PORT, type ServerOptions, shutDown, startServer } from './server.ts';
import { serverLogPath } from './server-log.ts';
import { lockDataDir } from './start-lock.ts';
import type { GuardedProgram, ProgramExit } from './watchdog.ts';

/** A running PostgreSQL that ends with this process. */
export interface EmbeddedPostgres {
  /** `host` for the driver: connections go through the Unix socket in this folder. */
  readonly socketDir: string;
  /** Part of the socket's name; nothing listens on TCP. */
  readonly port: number;
  /** Superuser of the database; needs no password. */
  readonly user: string;
  readonly database: string;
  /** Process id of the postmaster; another one after a restart. */
  readonly pid: number;
  /**
   * Fast shutdown, killed after 10 s; then the data folder is free for the next start. May be called again.
   * A process that ends without it stops the database too (the watchdog), only without waiting for it.
   */
  stop: () => Promise<void>;
}

/** Tells that postgres ended though nobody stopped it. */
export interface PostgresDeath {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What a restart that failed said. */
  readonly error?: Error;
  /** How many times it died in the last 10 minutes, from 1. */
  readonly attempt: number;
  /** False when it died too often: the database stays down until the next start. */
  readonly restarting: boolean;
  readonly logFile: string;
}

export interface EmbeddedPostgresOptions {
  /** Data folder; created when missing. See `chooseDataDir`. */
  readonly dataDir: string;
  /** EMBEDDED_PG_USER: as whom root runs PostgreSQL; default `nobody`, or the owner of the database that exists. */
  readonly pgUser?: string;
  /** PostgreSQL settings (`-c name=value`), over ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called when postgres dies unexpectedly, before it is restarted. For logs; must not throw. */
  readonly onExit?: (death: PostgresDeath) => void;
  /** Called when it accepts connections again, at the same address. For logs; must not throw. */
  readonly onRestart?: (restart: { pid: number; attempt: number }) => void;
  /** Waits before restart 1, 2, …, in ms; as many restarts as there are numbers in 10 minutes. */
  readonly restartDelaysMs?: readonly number[];
  /** How long `stop` waits for the fast shutdown, in ms (10 000). */
  readonly stopTimeoutMs?: number;
  /** Where root keeps the copied binaries (`/var/lib/skein`). For tests. */
  readonly systemDir?: string;
  /** The folder with `bin`, `lib` and `share` instead of the one in node_modules. For tests. */
  readonly nativeDir?: string;
}

const RESTART_DELAYS_MS = [100, 500, 2_000, 5_000, 10_000];
const RESTART_WINDOW_MS = 10 * 60_000;
const STOP_TIMEOUT_MS = 10_000;

/**
 * Starts Skein's own PostgreSQL on a data folder: creates the database at the first start, refuses a folder that
 * another living process uses, cleans up after a killed one, and restarts postgres when it dies.
 * Takes 0.1 s, at the first start about 1 s.
 *
 * @throws EmbeddedPostgresError with a code and a sentence that tells what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const found = findNativePackage();
  const native = { ...found, dir: options.nativeDir ?? found.dir };
  const user = resolveRunUser(options.pgUser, statIfExists(pgDataOf(options.dataDir, native.major)));
  const dataDir = prepareDataDir(options.dataDir, user);
  const pgData = pgDataOf(dataDir, native.major);

  const lock = await lockDataDir(dataDir);
  const cleanUps = [() => lock.release()];
  const cleanUp = () => {
    for (const undo of cleanUps) undo();
  };
  try {
    refuseOtherVersions(dataDir, native.major);
    const systemDir = options.systemDir ?? SYSTEM_DIR;
    const binariesDir = await placeBinaries(native, user, { systemDir, dataDir });
    const cluster: Cluster = { dataDir, pgData, binariesDir, user };
    await ensureCluster(cluster);
    const runDir = prepareRunDir(dataDir, user);
    cleanUps.unshift(() => runDir.remove()); // before the next start may use it
    const server = {
      cluster,
      runDir: runDir.dir,
      settings: options.settings ?? {},
      stopTimeoutMs: options.stopTimeoutMs ?? STOP_TIMEOUT_MS,
    };
    return await supervise(server, options, cleanUp);
  } catch (error) {
    cleanUp();
    throw error;
  }
}

/** Starts the server and keeps it running until `stop`; then calls `cleanUp`. */
async function supervise(
  server: ServerOptions,
  { onExit, onRestart, restartDelaysMs = RESTART_DELAYS_MS }: EmbeddedPostgresOptions,
  cleanUp: () => void,
): Promise<EmbeddedPostgres> {
  const stopping = new AbortController();
  const deaths: number[] = [];
  let current = await startServer(server, stopping.signal);
  let recovery: Promise<void> = Promise.resolve();
  let stopped: Promise<void> | undefined;

  const watch = (program: GuardedProgram) => {
    program.keepAlive(false);
    void program.exited.then((exit) => {
      if (!stopping.signal.aborted) recovery = recover(exit);
    });
  };

  const recover = async (exit: ProgramExit): Promise<void> => {
    let last = exit;
    for (;;) {
      const now = Date.now();
      deaths.splice(0, deaths.length, ...deaths.filter((time) => now - time < RESTART_WINDOW_MS), now);
      const attempt = deaths.length;
      const pause = restartDelaysMs[attempt - 1];
      onExit?.({ ...last, attempt, restarting: pause !== undefined, logFile: serverLogPath(server.cluster.dataDir) });
      if (pause === undefined) return;
      // Not a reason to keep the process: without the database it has nothing else to wait for.
      await delay(pause, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        current = await startServer(server, stopping.signal);
        onRestart?.({ pid: current.pid, attempt });
        return watch(current);
      } catch (error) {
        if (stopping.signal.aborted) return;
        last = { code: null, signal: null, error: error instanceof Error ? error : new Error(String(error)) };
      }
    }
  };

  const stop = async () => {
    stopping.abort();
    await recovery;
    await shutDown(current, server.stopTimeoutMs);
    cleanUp();
  };

  watch(current);
  return {
    socketDir: server.runDir,
    port: PORT,
    user: SUPERUSER,
    database: DATABASE,
    get pid() {
      return current.pid;
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
