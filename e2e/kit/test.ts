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
  /** Signed in from the beginning. */
  as?: Person;
  /** What this journey breaks on purpose, as the network; the browser's complaints about it are none. */
  breaks?: RegExp;
}

interface Fixtures {
  /** Adds what the journey costs to the cost of its file. */
  cost: undefined;
  site: SiteAddress;
  /** Opens another browser: a new person at the door. */
  open: (visit?: Visit) => Promise<Page>;
}

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };
/** By then the pre-review has answered, and a page that waits for it has asked again. */
export const REVIEWED = { timeout: PREREVIEW_DEADLINE + 10 * SECOND };

/** What no page may ever do: throw, complain, or break the policy. Answers that refuse something are no complaint. */
function watch(page: Page, complaints: string[], breaks: RegExp | undefined): void {
  const complain = (complaint: string) => !breaks?.test(complaint) && complaints.push(`${page.url()}: ${complaint}`);
  page.on('pageerror', (error) => complain(error.stack || String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (/^Failed to load resource: (the server responded with|net::ERR_)/.test(message.text())) return;
    // Said by the tests' own tool where a journey goes without the service worker.
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
      // The packaged browser crashes once in some hundred launches, before it has seen anything of the site.
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
      // Where a kit makes the test, `file` is that of the kit.
      endOfTest(join(info.project.testDir, info.titlePath[0]!));
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: how Playwright names what a fixture needs
  site: async ({}, use) => {
    const { SITE_URL: url, SITE_DATA: dataDir } = process.env;
    if (!url || !dataDir) throw new Error('The site was not started');
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
        // What it fetches is seen and answered by no journey but its own.
        serviceWorkers: 'block',
        ...options,
      });
      // Every window that this person opens.
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
    // Of a journey that has failed already they may be the reason.
    if (hasFailed) await info.attach('complaints', { body: complaints.join('\n') });
    else expect(complaints).toEqual([]);
  },
});

export { expect };
