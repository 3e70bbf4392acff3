import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemErrorCode } from './embedded-postgres-error.ts';

/**
 * Returns whether the process is a live PostgreSQL server of exactly this database folder. The process id alone isn’t
 * enough: ids are reused (in a container within seconds), and a zombie keeps its id but does nothing.
 */
export function isPostmasterOf(pid: number, pgData: string): boolean {
  const argv = argvOf(pid);
  return argv !== undefined && basename(argv[0] ?? '') === 'postgres' && argv.includes(pgData);
}

/**
 * Returns the ids of server processes that are still running in this database folder after their postmaster died. A
 * long query notices that only when it ends. Linux only: elsewhere the list is empty, and PostgreSQL’s own interlock
 * makes us wait.
 */
export function orphanBackendsOf(pgData: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid, pgData) && (argvOf(pid)?.[0] ?? '').startsWith('postgres:'));
}

/** Sends a signal. Ignores that the process no longer exists. Throws EPERM for another user’s process. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error;
  }
}

/** Waits until the condition is true, checking every 10 ms. Resolves to false after `timeoutMs`. */
export async function waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > deadline) return false;
    await delay(10);
  }
  return true;
}

/** Returns the command line of a live process, or undefined for zombies and processes that don’t exist. */
function argvOf(pid: number): string[] | undefined {
  return process.platform === 'linux' ? argvFromProc(pid) : argvFromPs(pid);
}

function argvFromProc(pid: number): string[] | undefined {
  try {
    // The state follows the command name, which can contain parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    if (stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')) return undefined;
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return undefined;
  }
}

/** `ps` doesn’t separate arguments. Extracts the path of the program, and what follows ` -D ` up to the next option. */
function argvFromPs(pid: number): string[] | undefined {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'stat=', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  const match = /^\s*(\S+)\s+(.*?)(?: -D (.*?) -k .*)?\s*$/.exec(stdout ?? '');
  if (!match || match[1]?.startsWith('Z')) return undefined;
  return [match[2] ?? '', match[3] ?? ''];
}

function worksIn(pid: number, dir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === dir;
  } catch {
    return false;
  }
}
