import { join } from 'node:path';
import { DATABASE, readPidFile, SUPERUSER } from './cluster.ts';
import { databasesIn } from './data-dir.ts';

/** How to reach the database that another process of this data folder runs. */
export interface RunningPostgres {
  readonly socketDir: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** The database of the site that runs on this data folder, for commands beside it; null when it says of none. */
export function findRunningPostgres(dataDir: string): RunningPostgres | null {
  for (const major of databasesIn(dataDir)) {
    const found = readPidFile(join(dataDir, `pg${major}`));
    if (found?.ready) return { socketDir: found.socketDir, port: found.port, user: SUPERUSER, database: DATABASE };
  }
  return null;
}
