import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { sendSignal } from './processes.ts';
import type { RunUser } from './run-user.ts';
import { spawnIdentity } from './run-user.ts';

/** How a program ended; `error` when it could not be started at all. */
export interface ProgramExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: Error;
}

/** A program that cannot outlive this process. */
export interface GuardedProgram {
  /** Process id of the program itself (0 when it could not be started). */
  readonly pid: number;
  /** Resolves when it ended; never rejects. */
  readonly exited: Promise<ProgramExit>;
  /** True once it ended. */
  hasExited: () => boolean;
  /** Sends a signal; nothing happens when it already ended. */
  signal: (signal: NodeJS.Signals) => void;
  /** Whether this program keeps Node's event loop alive (it does at first). */
  keepAlive: (yes: boolean) => void;
}

const ON_OWNER_DEATH = {
  /** Fast shutdown of PostgreSQL. */
  interrupt: 'kill -INT $$',
  /** The program and all its children at once: 0 is the watcher's own process group (dash knows no `-- -$$`). */
  kill: 'kill -KILL 0',
};

/**
 * The shell becomes the program (`exec`), so that our child is the program itself and its end is ours to see. Before
 * that it forks a watcher, which reads a pipe whose other end only this Node process holds: when Node dies, even by
 * kill -9, the kernel closes it and the watcher acts. The watcher ignores what a service manager sends to everybody,
 * and the doubled parentheses keep it from being a child of the program.
 */
function watchdogScript(action: string): string {
  return [
    'exec 3<&0',
    `( { trap "" HUP INT TERM; IFS= read -r word <&3; [ "$word" = released ] || ${action}; } </dev/null >/dev/null 2>&1 & )`,
    'exec "$@" 3<&- </dev/null',
  ].join('\n');
}

/** Only this reaches initdb and postgres: LANG, PG* or LD_* of the caller must change nothing. */
const CLEAN_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Starts a program that ends with this process, in a session of its own: Ctrl-C in the terminal must not stop the
 * database before the app.
 *
 * @param logFd file that takes its output (a pipe that nobody empties would block PostgreSQL)
 */
export function spawnGuarded(
  command: string,
  args: readonly string[],
  options: { user: RunUser; logFd: number; onOwnerDeath: keyof typeof ON_OWNER_DEATH },
): GuardedProgram {
  const script = watchdogScript(ON_OWNER_DEATH[options.onOwnerDeath]);
  const child = spawn('/bin/sh', ['-c', script, 'skein-watchdog', command, ...args], {
    cwd: '/', // ours may be a folder that the other user cannot enter
    env: CLEAN_ENVIRONMENT,
    detached: true,
    stdio: ['pipe', options.logFd, options.logFd],
    ...spawnIdentity(options.user),
  });
  let ended = false;
  const exited = waitForExit(child).then((exit) => {
    ended = true;
    // The id may be used again from now on, so the watcher must not signal it.
    child.stdin?.end('released\n');
    return exit;
  });
  child.stdin?.on('error', () => {}); // the watcher is gone already
  return {
    pid: child.pid ?? 0,
    exited,
    hasExited: () => ended,
    signal(signal) {
      if (!ended && child.pid !== undefined) sendSignal(child.pid, signal);
    },
    keepAlive(yes) {
      if (yes) child.ref();
      else child.unref();
      if (child.stdin instanceof Socket) child.stdin.unref(); // never a reason to stay
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
