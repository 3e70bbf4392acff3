import { closeSync, fchownSync, fstatSync, openSync, readSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { orNotReachable, statIfExists } from './data-dir.ts';
import type { RunUser } from './run-user.ts';

const ROTATE_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 4096;
const TAIL_LINES = 6;

/** Returns the path of the log file for the output of initdb and postgres. */
export function serverLogPath(dataDir: string): string {
  return join(dataDir, 'postgres.log');
}

/**
 * Runs `work` with the log opened for appending. Moves a log of more than 10 MB to `postgres.log.1` first. The file
 * belongs to the run user, so that a later start without root can write to it too.
 */
export async function withServerLog<T>(
  dataDir: string,
  user: RunUser,
  work: (fd: number, tail: () => string) => Promise<T> | T,
): Promise<T> {
  const fd = openServerLog(dataDir, user);
  try {
    const start = fstatSync(fd).size;
    return await work(fd, () => tailOf(fd, start));
  } finally {
    closeSync(fd);
  }
}

/** Opens the log for reading and appending. */
export function openServerLog(dataDir: string, user: RunUser): number {
  const path = serverLogPath(dataDir);
  const fd = orNotReachable(dataDir, () => {
    if ((statIfExists(path)?.size ?? 0) > ROTATE_BYTES) renameSync(path, `${path}.1`);
    return openSync(path, 'a+', 0o600);
  });
  if (user.stepDown) fchownSync(fd, user.uid, user.gid);
  return fd;
}

/** Returns the last lines written since `start`, joined to one line for an error message. */
export function tailOf(fd: number, start: number): string {
  const buffer = Buffer.alloc(TAIL_BYTES);
  const { size } = fstatSync(fd);
  const from = Math.max(start, size - TAIL_BYTES);
  const length = readSync(fd, buffer, 0, Math.max(0, Math.min(TAIL_BYTES, size - from)), from);
  const lines = buffer.toString('utf8', 0, length).split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-TAIL_LINES)
    .join(' | ');
}
