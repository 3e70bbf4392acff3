import { join } from 'node:path';
import { DATABASE, readPidFile, SUPERUSER } from './cluster.ts';
import { databasesIn } from './data-dir.ts';

/** Address of the database that another process runs on this data folder. */
export interface RunningPostgres {
  readonly socketDir: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/**
 * Returns the database of the site that runs on this data folder, for commands beside it. Null if there is none, or it
 * isn’t ready.
 */
export function findRunningPostgres(dataDir: string): RunningPostgres | null {
  for (const major of databasesIn(dataDir)) {
    const found = readPidFile(join(dataDir, `pg${major}`));
    if (found?.ready) return { socketDir: found.socketDir, port: found.port, user: SUPERUSER, database: DATABASE };
  }
  return null;
}
