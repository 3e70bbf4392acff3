import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SiteProcess, startSiteProcess } from '../src/testing/site-process.ts';

/** The built site in a process of its own, on a fresh data folder, with real mails in its outbox. */
export async function startSite(): Promise<{ site: SiteProcess; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skein-journeys-'));
  // As root the database runs as another user, who must be able to pass.
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

/** What Playwright runs before all journeys. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { site, stop } = await startSite();
  process.env.SITE_URL = site.url;
  process.env.SITE_DATA = site.dataDir;
  return stop;
}
