import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRunningPostgres } from '@skein/embedded-postgres';
import { databaseFolder } from '#testing/base-backup.ts';
import { until } from '../until.ts';

/** Returns the process id of the database of a site. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(databaseFolder(dataDir), 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

/** Signals the database, waits until another process serves it, and returns when that was. In ms of `performance.now()`. */
export async function endPostmaster(dataDir: string, signal: NodeJS.Signals, patienceMs = 60_000): Promise<number> {
  const before = postmasterOf(dataDir);
  process.kill(before, signal);
  const isBack = async () => postmasterOf(dataDir) !== before && findRunningPostgres(dataDir);
  // The file is gone until it is back.
  return until('the database is back', async () => ((await isBack()) ? performance.now() : null), patienceMs, 10);
}
