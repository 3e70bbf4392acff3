import { setTimeout as delay } from 'node:timers/promises';
import { type SiteAccess, writeAccessRules } from './access.ts';
import { findNativePackage, type NativePackage, placeBinaries } from './binaries.ts';
import {
  type Cluster,
  DATABASE,
  databaseOwner,
  ensureCluster,
  pgDataOf,
  refuseOtherVersions,
  SUPERUSER,
} from './cluster.ts';
import { prepareDataDir, SYSTEM_DIR } from './data-dir.ts';
import { prepareRunDir } from './run-dir.ts';
import { isRoot, resolveRunUser } from './run-user.ts';
import { PORT, prepareRestart, type ServerOptions, shutDown, startServer } from './server.ts';
import { serverLogPath } from './server-log.ts';
import { type DataDirLock, lockDataDir } from './start-lock.ts';
import type { GuardedProgram, ProgramExit } from './watchdog.ts';

/** A running PostgreSQL that stops with this process. */
export interface EmbeddedPostgres {
  /** `host` for the driver. Connections use the Unix socket in this folder. */
  readonly socketDir: string;
  /** Part of the socket’s name. Nothing listens on TCP. */
  readonly port: number;
  /** Superuser of the database. Needs no password. */
  readonly user: string;
  readonly database: string;
  /** Process id of the postmaster. Changes with a restart. */
  readonly pid: number;
  /**
   * Shuts the server down, or kills it after 10 s, and releases the data folder for the next start. Can be called
   * again. If the process ends without it, the watchdog stops the database, but the process doesn’t wait for that.
   */
  stop: () => Promise<void>;
}

/** Reports that postgres ended without being stopped. */
export interface PostgresDeath {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The error of a failed restart. */
  readonly error?: Error;
  /** How many times it died in the last 10 minutes, starting at 1. */
  readonly attempt: number;
  /** False if it died too often. The database is then down until the next start. */
  readonly restarting: boolean;
  readonly logFile: string;
}

export interface EmbeddedPostgresOptions {
  /** Data folder, created if missing. See `chooseDataDir`. */
  readonly dataDir: string;
  /**
   * EMBEDDED_PG_USER: the user that runs PostgreSQL if this process is root. Default: the owner of the existing
   * database, or `skein-db`.
   */
  readonly pgUser?: string;
  /** The role of the application, and the user as whom it goes on if it is root. */
  readonly site?: SiteAccess;
  /** PostgreSQL settings (`-c name=value`) that override ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called when postgres dies unexpectedly, before it’s restarted. For logs; must not throw. */
  readonly onExit?: (death: PostgresDeath) => void;
  /** Called when it accepts connections again, at the same address. For logs; must not throw. */
  readonly onRestart?: (restart: { pid: number; attempt: number }) => void;
  /** Delays before restart 1, 2, … in ms. Their number is the maximum number of restarts in 10 minutes. */
  readonly restartDelaysMs?: readonly number[];
  /** How long `stop` waits for the fast shutdown, in ms (default 10 000). */
  readonly stopTimeoutMs?: number;
  /** Where root stores the copied binaries (default `/var/lib/skein`). For tests. */
  readonly systemDir?: string;
  /** PostgreSQL to use instead of the one in node_modules, such as one of an earlier version. */
  readonly native?: NativePackage;
  /** The lock of the data folder, if the caller holds it. `stop` then doesn’t release it. */
  readonly lock?: DataDirLock;
  /** Another database. If this one is new, and `pgUser` isn’t set, the owner of the other one runs it. */
  readonly like?: { readonly dataDir: string; readonly major: number };
}

const RESTART_DELAYS_MS = [100, 500, 2_000, 5_000, 10_000];
const RESTART_WINDOW_MS = 10 * 60_000;
const STOP_TIMEOUT_MS = 10_000;

/**
 * Starts Skein’s own PostgreSQL on a data folder. Creates the database on the first start, refuses a folder that
 * another live process uses, cleans up after a killed process, and restarts postgres when it dies. Takes 0.1 s, or
 * about 1 s on the first start.
 *
 * @throws EmbeddedPostgresError with a code and a message that says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const native = options.native ?? findNativePackage();
  const { like } = options;
  const owner = databaseOwner(options.dataDir, native.major) ?? (like && databaseOwner(like.dataDir, like.major));
  const user = resolveRunUser(options.pgUser, owner);
  const siteUser = options.site?.user ?? null;
  const dataDir = prepareDataDir(options.dataDir, user, siteUser);
  const pgData = pgDataOf(dataDir, native.major);

  const lock = options.lock ? undefined : await lockDataDir(dataDir);
  const cleanUps = [() => lock?.release()];
  const cleanUp = () => {
    for (const undo of cleanUps) undo();
  };
  try {
    refuseOtherVersions(dataDir, native.major);
    const systemDir = options.systemDir ?? SYSTEM_DIR;
    const binariesDir = await placeBinaries(native, user, { systemDir, dataDir });
    const cluster: Cluster = { dataDir, pgData, major: native.major, binariesDir, user };
    await ensureCluster(cluster);
    const runDir = prepareRunDir(dataDir, user, siteUser);
    cleanUps.unshift(() => runDir.remove()); // before the next start can use it
    const server = {
      cluster,
      runDir: runDir.dir,
      settings: {
        ...writeAccessRules(dataDir, user, options.site),
        // The folder keeps others out.
        ...(siteUser ? { unix_socket_permissions: '0777' } : {}),
        ...options.settings,
      },
      stopTimeoutMs: options.stopTimeoutMs ?? STOP_TIMEOUT_MS,
    };
    return await supervise(server, options, cleanUp);
  } catch (error) {
    cleanUp();
    throw error;
  }
}

/** Starts the server and keeps it running until `stop`, then calls `cleanUp`. */
async function supervise(
  server: ServerOptions,
  { site, onExit, onRestart, restartDelaysMs = RESTART_DELAYS_MS }: EmbeddedPostgresOptions,
  cleanUp: () => void,
): Promise<EmbeddedPostgres> {
  const stopping = new AbortController();
  const deaths: number[] = [];
  let current = await startServer(server, stopping.signal);
  const restart = site?.user ? prepareRestart(server) : undefined;
  const startAgain = () =>
    restart && !isRoot() ? restart.start(stopping.signal) : startServer(server, stopping.signal);
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
      // Must not keep the process alive, which has nothing else to wait for without the database.
      await delay(pause, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        current = await startAgain();
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
    restart?.close();
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
