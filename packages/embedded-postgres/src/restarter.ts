import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { createInterface, type Interface } from 'node:readline';
import type { RunUser } from './run-user.ts';
import { spawnIdentity } from './run-user.ts';
import { CLEAN_ENVIRONMENT, type GuardedProgram, type ProgramExit } from './watchdog.ts';

/**
 * Starts the server again for a process that was root when it started it first. A shell that runs as the user of the
 * database waits for that from the beginning, and takes little memory.
 */
export interface Restarter {
  /** Starts the server. Its process id is known when it resolves; it may not accept connections yet. */
  start: () => Promise<GuardedProgram>;
  /** Ends the shell. */
  close: () => void;
}

/**
 * Reads words: `start`, or a signal for the server. Ignores the signals itself. When the owner dies, the input ends, and
 * the server is shut down. It has a process group of its own, in which only the server reacts to them.
 *
 * Before a start, it does what `startServer` does as root: ends backends that outlived their server, deletes its sockets,
 * and writes an id into the file of the process id that postgres ignores, namely its own.
 */
const SCRIPT = `
data=$1 run=$2
shift 2
trap "" HUP INT TERM QUIT
orphans() {
  ls -l /proc/[0-9]*/cwd 2>/dev/null | grep -F -- "/cwd -> $data" | while IFS= read -r link; do
    [ "\${link#*/cwd -> }" = "$data" ] || continue
    process=\${link%%/cwd -> *}
    kill -QUIT "\${process##*/}" && echo found
  done 2>/dev/null
}
while IFS= read -r word; do
  if [ "$word" = start ]; then
    (
      tries=0
      while [ -n "$(orphans)" ] && [ $tries -lt 100 ]; do tries=$((tries + 1)); sleep 0.1; done
      rm -f "$run"/.s.PGSQL.*
      if [ -s "$data/postmaster.pid" ]; then :; else rm -f "$data/postmaster.pid"; fi
      sh -c 'if [ -f "$0/postmaster.pid" ]; then sed -i "1s/.*/$$/" "$0/postmaster.pid"; fi; exec "$@"' "$data" "$@" </dev/null >&2 &
      echo "started $!"
      wait $!
      echo "ended $?"
    ) &
  else
    kill -"$word" 0
  fi
done
kill -INT 0
`;

/** @param command the server and its arguments */
export function prepareRestarter(
  command: readonly string[],
  { pgData, runDir, user, logFd }: { pgData: string; runDir: string; user: RunUser; logFd: number },
): Restarter {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'skein-restarter', pgData, runDir, ...command], {
    cwd: '/',
    env: CLEAN_ENVIRONMENT,
    detached: true,
    stdio: ['pipe', 'pipe', logFd],
    ...spawnIdentity(user),
  });
  child.on('error', () => {});
  child.stdin?.on('error', () => {}); // it has already ended
  const lines = createInterface({ input: child.stdout! });
  keepAlive(child, false);
  return {
    start: () => start(child, lines),
    close: () => void child.stdin?.end(),
  };
}

function keepAlive(child: ChildProcess, yes: boolean): void {
  for (const stream of [child.stdin, child.stdout]) {
    if (!(stream instanceof Socket)) continue;
    if (yes) stream.ref();
    else stream.unref();
  }
  if (yes) child.ref();
  else child.unref();
}

async function start(child: ChildProcess, lines: Interface): Promise<GuardedProgram> {
  let ended = false;
  let onStart: (pid: number) => void;
  const started = new Promise<number>((resolve) => {
    onStart = resolve;
  });
  const exited = new Promise<ProgramExit>((resolve) => {
    const end = (code: number | null) => {
      ended = true;
      lines.off('line', read).off('close', lose);
      onStart(0);
      resolve({ code, signal: null });
    };
    const lose = () => end(null);
    const read = (line: string) => {
      const [event, number] = line.split(' ');
      if (event === 'started') onStart(Number(number));
      else end(Number(number));
    };
    lines.on('line', read).on('close', lose);
  });
  child.stdin?.write('start\n');
  const pid = await started;
  return {
    pid,
    exited,
    hasExited: () => ended,
    signal(signal) {
      if (!ended) child.stdin?.write(`${signal.slice('SIG'.length)}\n`);
    },
    keepAlive: (yes) => keepAlive(child, yes),
  };
}
