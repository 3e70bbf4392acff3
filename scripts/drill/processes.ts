import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Time in ms to end after SIGTERM, in which journeys and sites of tests stop their own processes. */
const GRACE = 15_000;

export interface Ended {
  readonly code: number | null;
  readonly isLate: boolean;
}

let running: ChildProcess | null = null;

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid!, signal);
  } catch {
    // All of the group have ended.
  }
}

/** Ends the running command with everything that it has started. */
export function endRunning(): void {
  if (running) signalGroup(running, 'SIGKILL');
}

/** Runs Node in a process group of its own, which is killed after `minutes`. The output goes to a file. */
export function runNode(
  args: readonly string[],
  { env, minutes, log }: { env: Record<string, string>; minutes: number; log: string },
): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'test', NO_COLOR: '1', FORCE_COLOR: '0', ...env },
  });
  running = child;
  const file = createWriteStream(log, { flags: 'a' });
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    signalGroup(child, 'SIGTERM');
    setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE).unref();
  }, minutes * 60_000);
  return new Promise((resolve) => {
    // Not `close`: something that it has left behind may hold its output open.
    child.on('exit', (code) => {
      clearTimeout(timer);
      signalGroup(child, 'SIGKILL');
      running = null;
      file.end();
      resolve({ code, isLate });
    });
  });
}
