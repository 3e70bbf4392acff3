import { join } from 'node:path';
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { SECOND } from '#core/time.ts';
import { PREREVIEW_DEADLINE } from '#features/moderation/model/moderation-limits.ts';
import { measureCost } from '../../tools/test-cost.ts';
import type { Person } from './people.ts';
import { signIn } from './people.ts';
import type { SiteAddress } from './site-deps.ts';

export interface Visit extends BrowserContextOptions {
  language?: Language;
  /** Logged in from the start. */
  as?: Person;
  /** Errors to ignore, because the test causes them, for example by breaking the network. */
  breaks?: RegExp;
}

interface Fixtures {
  /** Adds the cost of the test to that of its file. */
  cost: undefined;
  site: SiteAddress;
  /** Opens another browser, for another person. */
  open: (visit?: Visit) => Promise<Page>;
}

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };
/** By then the automatic check has finished, and a page that waits for it has polled again. */
export const REVIEWED = { timeout: PREREVIEW_DEADLINE + 10 * SECOND };

/**
 * Records what no page may do: throw, log an error or warning, violate the policy, or get a server error. Refused
 * requests are allowed.
 */
function watch(page: Page, complaints: string[], breaks: RegExp | undefined): void {
  const complain = (complaint: string) => !breaks?.test(complaint) && complaints.push(`${page.url()}: ${complaint}`);
  page.on('pageerror', (error) => complain(error.stack || String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (/^Failed to load resource: (the server responded with|net::ERR_)/.test(message.text())) return;
    // Logged by Playwright if the service worker is blocked.
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    complain(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 500) complain(`${response.url()}: ${response.status()}`);
  });
}

export const test = base.extend<Fixtures>({
  browser: [
    async ({ playwright, browserName }, use) => {
      // The packaged browser crashes in about one of a hundred launches, before it has loaded anything.
      const launch = () => playwright[browserName].launch();
      const browser = await launch().catch(launch);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 0 },
  ],
  cost: [
    // biome-ignore lint/correctness/noEmptyPattern: how Playwright names what a fixture needs
    async ({}, use, info) => {
      const endOfTest = measureCost();
      await use(undefined);
      // If a kit defines the test, `file` is that of the kit.
      endOfTest(join(info.project.testDir, info.titlePath[0]!));
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: how Playwright names what a fixture needs
  site: async ({}, use) => {
    const { SITE_URL: url, SITE_DATA: dataDir } = process.env;
    if (!url || !dataDir) throw new Error('The site is not running');
    await use({ url, dataDir });
  },
  open: async ({ browser, site }, use, info) => {
    const complaints: string[] = [];
    const pages: Page[] = [];
    await use(async ({ language = 'en', as, breaks, ...options } = {}) => {
      const context = await browser.newContext({
        baseURL: site.url,
        viewport: DESKTOP,
        locale: LANGUAGE_TAGS[language],
        timezoneId: 'Europe/Berlin',
        reducedMotion: 'reduce',
        // Requests of the service worker can’t be watched or intercepted, so only its own tests use it.
        serviceWorkers: 'block',
        ...options,
      });
      // All windows that this person opens.
      context.on('page', (window) => {
        pages.push(window);
        watch(window, complaints, breaks);
      });
      const page = await context.newPage();
      if (as) await signIn(page, as);
      return page;
    });
    const hasFailed = info.status !== info.expectedStatus;
    for (const [i, page] of pages.entries()) {
      if (hasFailed && !page.isClosed()) await page.screenshot({ path: info.outputPath(`window-${i + 1}.png`) });
      await page.context().close();
    }
    // If the test has failed, they may show why.
    if (hasFailed) await info.attach('complaints', { body: complaints.join('\n') });
    else expect(complaints).toEqual([]);
  },
});

export { expect };
