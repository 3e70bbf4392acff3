import { expect } from '@playwright/test';
import { findRunningPostgres } from '@skein/embedded-postgres';
import { sql } from 'kysely';
import type { Deps } from '#platform/context.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { wakeNotifier } from '#platform/db/notifier.ts';
import { createLog } from '#platform/log/log.ts';
import { loadSecretKey } from '#platform/secret-keys.ts';
import { readConfig } from '#server/config.ts';
import { createDeps } from '#server/deps.ts';

/** Address of the running site, for browsers and for code beside it. */
export interface SiteAddress {
  readonly url: string;
  readonly dataDir: string;
}

export interface SiteDeps {
  readonly deps: Deps;
  readonly database: Database;
}

/**
 * By data folder and socket. A site that a test kills and restarts keeps its folder, but its database listens
 * elsewhere.
 */
const opened = new Map<string, Promise<SiteDeps>>();

/**
 * Returns the dependencies of the site’s use cases, to create what a test needs and doesn’t test. Runs beside the site.
 * The connections end with the worker.
 */
export function siteDeps(site: SiteAddress): Promise<SiteDeps> {
  const running = findRunningPostgres(site.dataDir);
  if (!running) throw new Error(`No database is running in ${site.dataDir}`);
  const { socketDir: host, port, user, database: name } = running;
  const key = `${site.dataDir} ${host}`;
  const known = opened.get(key);
  if (known) return known;
  const made = (async () => {
    const database = openDatabase({ host, port, user, database: name }, () => {}, { max: 2 });
    const config = readConfig({ DATA_DIR: site.dataDir, PUBLIC_URL: site.url }, process.cwd());
    const secretKey = await loadSecretKey(site.dataDir);
    return { deps: createDeps({ config, secretKey, database, log: createLog('silent') }), database };
  })();
  opened.set(key, made);
  return made;
}

/**
 * Waits until the site has been notified of the changes that were made beside it. Otherwise, a page that is opened right after a
 * change may still be the cached one (decision 044).
 */
export async function untilNotified(site: SiteAddress): Promise<void> {
  const { db } = (await siteDeps(site)).database;
  await wakeNotifier(db);
  await expect(async () => {
    const { rows } = await sql`select from outbox limit 1`.execute(db);
    expect(rows).toEqual([]);
  }).toPass({ intervals: [5] });
}
