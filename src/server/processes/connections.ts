import type { Config } from '#platform/config.ts';
import { POOL_SIZE } from '#platform/db/database.ts';

/** Connections of all processes of a site with the embedded database, besides one per process that listens. */
const ALL_CONNECTIONS = 30;
const FEWEST_CONNECTIONS = 3;
/** For commands, backups and migrations beside the site. */
const OTHERS = 9;
/** The default of the embedded database. */
const USUAL = 40;

type Sizes = Pick<Config, 'databaseUrl' | 'webProcesses'>;

/** Returns how many database connections each web process gets. An external database is expected to allow more. */
export function connectionsOf({ databaseUrl, webProcesses }: Sizes): number {
  if (databaseUrl) return POOL_SIZE;
  const part = Math.floor((ALL_CONNECTIONS - POOL_SIZE) / webProcesses);
  return Math.max(FEWEST_CONNECTIONS, Math.min(POOL_SIZE, part));
}

/** Returns how many connections the embedded database must allow. */
export function connectionsOfAll(config: Sizes): number {
  const { webProcesses } = config;
  return Math.max(USUAL, POOL_SIZE + webProcesses * connectionsOf(config) + webProcesses + 1 + OTHERS);
}
