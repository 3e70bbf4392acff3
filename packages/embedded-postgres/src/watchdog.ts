import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { sendSignal } from './processes.ts';
import { isRoot, type RunUser, spawnIdentity } from './run-user.ts';

/** How a program ended. `error` is set if it couldn’t be started at all. */
export interface ProgramExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: Error;
}

/** How a server is told to end. */
export type ServerSignal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL';

/** A program that cannot outlive this process. */
export interface GuardedProgram {
  /** Process id of the program itself, or 0 if it couldn’t be started. */
  readonly pid: number;
  /** Resolves when it has ended. Never rejects. */
  readonly exited: Promise<ProgramExit>;
  /** Returns whether it has ended. */
  hasExited: () => boolean;
  /** Sends a signal. Does nothing if it has already ended. */
  signal: (signal: ServerSignal) => void;
  /** Sets whether this program keeps Node’s event loop alive (initially it does). */
  keepAlive: (yes: boolean) => void;
}

const ON_OWNER_DEATH = {
  /** Fast shutdown of PostgreSQL. */
  interrupt: 'kill -INT $$',
  /** Kills the program and all its children. 0 is the watcher’s own process group (dash doesn’t support `-- -$$`). */
  kill: 'kill -KILL 0',
};

/**
 * The shell is replaced by the program (`exec`), so that the program itself is our child and we see its exit. Before
 * that, it forks a watcher that reads from a pipe whose other end only this Node process holds. When Node dies, even by
 * kill -9, the kernel closes the pipe and the watcher acts. The watcher ignores the signals that a service manager
 * sends to all processes. Because of the double parentheses it’s not a child of the program. It also signals the program
 * for an owner that is no longer root.
 */
function watchdogScript(action: string): string {
  return [
    'exec 3<&0',
    `( { trap "" HUP INT TERM`,
    'while IFS= read -r word <&3; do [ "$word" = released ] && exit; kill -"$word" $$; done',
    `${action}; } </dev/null >/dev/null 2>&1 & )`,
    'exec "$@" 3<&- </dev/null',
  ].join('\n');
}

/** The complete environment of initdb and postgres, so that LANG, PG* or LD_* of the caller have no effect. */
export const CLEAN_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Starts a program that ends with this process. It runs in a separate session, because Ctrl-C in the terminal must not
 * stop the database before the app.
 *
 * @param logFd file for its output (a pipe that isn’t read would block PostgreSQL)
 */
export function spawnGuarded(
  command: string,
  args: readonly string[],
  options: { user: RunUser; logFd: number; onOwnerDeath: keyof typeof ON_OWNER_DEATH },
): GuardedProgram {
  const script = watchdogScript(ON_OWNER_DEATH[options.onOwnerDeath]);
  const child = spawn('/bin/sh', ['-c', script, 'skein-watchdog', command, ...args], {
    cwd: '/', // the other user may not be able to enter ours
    env: CLEAN_ENVIRONMENT,
    detached: true,
    stdio: ['pipe', options.logFd, options.logFd],
    ...spawnIdentity(options.user),
  });
  let ended = false;
  const exited = waitForExit(child).then((exit) => {
    ended = true;
    // The id can be reused from now on, so the watcher must not signal it.
    child.stdin?.end('released\n');
    return exit;
  });
  child.stdin?.on('error', () => {}); // the watcher has already ended
  return {
    pid: child.pid ?? 0,
    exited,
    hasExited: () => ended,
    signal(signal) {
      if (ended || child.pid === undefined) return;
      if (!options.user.stepDown || isRoot()) sendSignal(child.pid, signal);
      else child.stdin?.write(`${signal.slice('SIG'.length)}\n`);
    },
    keepAlive(yes) {
      if (yes) child.ref();
      else child.unref();
      if (child.stdin instanceof Socket) child.stdin.unref(); // must not keep the event loop alive
    },
  };
}

async function waitForExit(child: ReturnType<typeof spawn>): Promise<ProgramExit> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return { code, signal };
  } catch (error) {
    return { code: null, signal: null, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
