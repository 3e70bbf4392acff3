import { type Browser, chromium, type Page } from '@playwright/test';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { LIVE_PATH } from '#core/live.ts';
import { KEYS } from '#web/boot/storage.ts';
import { CHROMIUM_ARGS, findChromium } from '../chromium.ts';
import type { Compared } from './compare.ts';
import type { Report, Sites } from './documents.ts';
import { type Additions, signIn } from './library.ts';

interface Role {
  readonly name: string;
  /** Null for visitors. */
  readonly account: { email: string; password?: string } | null;
  readonly language: Language;
  readonly width: number;
}

/**
 * Who looks at the pages. The participant writes in all modes; the author began a solo story and a competition. Roles in a
 * lane come one after another, because what one of them looks at may change what the next one sees.
 */
function lanesOf({ newcomer }: Additions): Role[][] {
  const member = (slug: string) => ({ email: `${slug}@demo.invalid` });
  return [
    [
      { name: 'visitor', account: null, language: 'en', width: 1280 },
      { name: 'participant', account: member('lucia-vega'), language: 'es', width: 1280 },
      { name: 'author', account: member('r-castellan'), language: 'en', width: 390 },
    ],
    [
      { name: 'newcomer', account: newcomer, language: 'fr', width: 390 },
      { name: 'member', account: member('shen-qinghe'), language: 'zh', width: 1280 },
      { name: 'moderator', account: member('ada-moderates'), language: 'de', width: 1280 },
    ],
  ];
}

/** High enough for all parts of a page to be near, so that each of them loads. */
const HEIGHT = 6000;
/** A page has settled when it has loaded nothing for so long, and longer if it was slow before. */
const QUIET_MS = 150;
/** How much longer to wait if the first look at a page has found a difference. */
const PATIENCE = 4;
const LOOK_EVERY_MS = 25;
/** How long to wait for a page to say that it is ready, and then to settle. */
const READY_MS = 4000;
const SETTLE_MS = 10_000;
/** Clock times of what the page itself did just now. */
const CLOCK_TIME = /\b\d{1,2}:\d{2}\b(?:\s?[AP]M\b)?/g;
/** A line of the accessibility tree with a control. */
const CONTROL =
  /^\s*- '?((?:button|link|textbox|searchbox|checkbox|radio|switch|combobox|slider|tab|menuitem)\b(?: "(?:[^"\\]|\\.)*")?[^:']*)/;

interface Window {
  readonly page: Page;
  /** Unfinished requests, without the stream of events. */
  readonly pending: Set<unknown>;
  readonly errors: string[];
}

/** Opens a browser window of this person. */
async function openWindow(browser: Browser, origin: string, role: Role): Promise<Window> {
  const { account, language, width } = role;
  const tokens = account && (await signIn(origin, account.email, account.password));
  const stored = tokens ? (['accessToken', 'refreshToken'] as const) : [];
  const localStorage = stored.map((name) => ({ name: KEYS[name], value: tokens![name] }));
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: HEIGHT },
    locale: LANGUAGE_TAGS[language],
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  const page = await context.newPage();
  const pending = new Set<unknown>();
  const errors: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== `/api/${LIVE_PATH}`) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { page, pending, errors };
}

/** Waits until the page has loaded nothing for `quietMs` and stays as it is. Returns its accessibility tree. */
async function settle({ page, pending }: Window, quietMs: number): Promise<string> {
  // Earlier builds called it `data-ready`.
  const ready = 'html:is([data-settled], [data-ready], :not([data-member])) main';
  await page.waitForSelector(ready, { state: 'attached', timeout: READY_MS }).catch(() => {});
  const until = Date.now() + SETTLE_MS;
  let tree = '';
  for (let quietSince = Date.now(); Date.now() < until; ) {
    await page.waitForTimeout(LOOK_EVERY_MS);
    if (pending.size > 0) quietSince = Date.now();
    if (Date.now() - quietSince < quietMs) continue;
    // On a slow machine, the page may still be working on what it has loaded.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
    const next = await page.locator('body').ariaSnapshot();
    if (next === tree && pending.size === 0) break;
    tree = next;
    quietSince = Date.now();
  }
  return tree;
}

/** Opens all folds and menus at once, so that their content counts too. Returns whether there were any. */
function unfold(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const folds = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const fold of folds) fold.open = true;
    const menus = [...document.querySelectorAll<HTMLElement>('[popover]:not(:popover-open)')];
    for (const menu of menus) {
      menu.popover = 'manual';
      menu.showPopover();
    }
    return folds.length + menus.length > 0;
  });
}

/**
 * The page as lines: where it ended, its errors, its controls by role and name, and the accessibility tree. Its clock stands at `at`,
 * so that relative times are equal on both sites.
 */
async function look(window: Window, address: string, at: Date, patience: number): Promise<string[]> {
  const { page, pending, errors } = window;
  errors.length = 0;
  pending.clear();
  await page.clock.setFixedTime(at);
  const startedAt = Date.now();
  await page.goto(address, { waitUntil: 'load' });
  const quietMs = Math.max(QUIET_MS, (Date.now() - startedAt) / 2) * patience;
  let tree = await settle(window, quietMs);
  // A part that is made again meanwhile is closed again.
  for (let i = 0; i < 3 && (await unfold(page)); i += 1) tree = await settle(window, quietMs);
  const { host, pathname, search } = new URL(page.url());
  const lines = tree.split('\n');
  const controls = lines.flatMap((line) => CONTROL.exec(line)?.[1]?.trim() ?? []).sort();
  return [
    `at: ${pathname}${search}`,
    `title: ${await page.title()}`,
    ...errors.map((error) => `error: ${error.split('\n', 1)[0]}`),
    ...controls.map((control) => `control: ${control}`),
    ...lines,
  ].map((line) => line.replaceAll(host, 'site.invalid').replace(CLOCK_TIME, '0:00'));
}

/** Compares the settled pages in a browser, as each role sees them. Each role looks at them in the same order on both sites. */
export async function compareWindows(
  sites: Sites,
  addresses: readonly string[],
  additions: Additions,
  { isWanted, differs, add }: Report,
): Promise<void> {
  const launch = async () => chromium.launch({ ...(await findChromium()), args: CHROMIUM_ARGS });
  const browsers = await Promise.all([launch(), launch()]);
  const lookAs = async (role: Role) => {
    const shown = addresses.filter((address) => isWanted(`${role.name} ${address}`));
    if (shown.length === 0) return;
    const opening = [sites.before, sites.now].map((origin, i) => openWindow(browsers[i]!, origin, role));
    const windows = await Promise.all(opening);
    for (const address of shown) {
      const place = `${role.name} ${address}`;
      const compare = async (patience: number): Promise<Compared> => {
        const at = new Date();
        const [before, now] = await Promise.all(windows.map((window) => look(window, address, at, patience)));
        return { place, page: place, before: before!, now: now! };
      };
      const compared = await compare(1);
      add(differs(compared) ? await compare(PATIENCE) : compared);
    }
    await Promise.all(windows.map(({ page }) => page.context().close()));
  };
  try {
    const lanes = lanesOf(additions).map(async (lane) => {
      for (const role of lane) await lookAs(role);
    });
    await Promise.all(lanes);
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
  }
}
