import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type SiteProcess, startSiteProcess } from '../src/testing/site-process.ts';
import { memoryFolder } from '../tools/memory-folder.ts';

/** Starts the built site in a separate process, with a new data folder. It writes emails to its outbox. */
export async function startSite(): Promise<{ site: SiteProcess; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(memoryFolder(), 'skein-journeys-'));
  // As root, the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711);
  const site = await startSiteProcess({ DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' });
  return {
    site,
    async stop() {
      await site.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Playwright’s global setup. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { site, stop } = await startSite();
  process.env.SITE_URL = site.url;
  process.env.SITE_DATA = site.dataDir;
  return stop;
}
