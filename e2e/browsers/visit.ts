import { to } from '#core/pages.ts';
import { KEYS } from '#web/boot/storage.ts';
import type { BrowserWindow, TestBrowser } from '../../tools/browsers/browser.ts';
import type { Person } from '../kit/people.ts';
import type { SiteAddress } from '../kit/site-deps.ts';
import { wordsOf } from '../kit/words.ts';
import type { World } from '../kit/world.ts';
import { type BrowserPage, memberPages, otherPages, visitorPages } from './pages.ts';
import type { Regex } from './regexes.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

/** How many times in a row `settle` must find the page idle. */
const QUIET_LOOKS = 5;

export interface VisitResult {
  passed: number;
  /** What failed, one sentence each. */
  readonly failures: string[];
}

/**
 * Runs checks in one browser. A check passes if it throws nothing and the page reports no errors. Leaving a page aborts
 * its pending requests, which WebKit reports as errors of that page while the next one opens. Those errors are ignored.
 */
export function checksIn({ name, window }: TestBrowser) {
  const result: VisitResult = { passed: 0, failures: [] };
  const check = async (what: string, run: () => Promise<unknown>) => {
    const problems: string[] = [];
    await run().catch((error: Error) => problems.push(error.message));
    const shown = await window.evaluate(() => location.pathname);
    const isOfPageLeft = (complaint: string) =>
      complaint.endsWith(' Network Error') && !complaint.endsWith(` ${shown} Network Error`);
    problems.push(...window.complaints().filter((complaint) => !isOfPageLeft(complaint)));
    if (problems.length === 0) result.passed += 1;
    else result.failures.push(`${name}, ${what}: ${problems.join('\n    ')}`);
  };
  return { result, check };
}

/**
 * Opens all pages in one browser as a visitor and as a member, on a phone and on a desktop. A page passes if its
 * content is visible and, where React starts by itself, React is running.
 */
export async function visitAll(
  browser: TestBrowser,
  site: SiteAddress,
  world: World,
  regexes: readonly Regex[],
): Promise<VisitResult> {
  const { window } = browser;
  const { result, check } = checksIn(browser);
  await window.open(site.url + to.about());
  for (const { source, flags } of regexes)
    await check(`/${source}/${flags}`, () => window.evaluate((s, f) => void new RegExp(s, f), source, flags));
  for (const size of [PHONE, DESKTOP]) {
    await window.resize(size.width, size.height);
    for (const page of visitorPages(world))
      await check(`visitor, ${page.name}, ${size.width} px`, () => show(window, site.url, page));
    await check(`visitor, log in, ${size.width} px`, () => openAndCloseLogin(window, site.url, world));
    await check(`visitor, card of a chapter, ${size.width} px`, () => drawCard(window, site.url, world));
  }
  await window.open(site.url + to.about());
  await signIn(window, world.author);
  for (const size of [PHONE, DESKTOP]) {
    await window.resize(size.width, size.height);
    for (const page of memberPages(world))
      await check(`member, ${page.name}, ${size.width} px`, async () => {
        await show(window, site.url, page);
        await window.waitFor(() => document.documentElement.dataset.settled !== undefined);
        await settle(window);
      });
  }
  await window.resize(PHONE.width, PHONE.height);
  for (const page of otherPages(world))
    await check(`member, ${page.name}, ${PHONE.width} px`, () => show(window, site.url, page));
  return result;
}

/** Opens a chapter that was read before, after the site has stopped. The service worker has stored it. */
export async function readOffline(browser: TestBrowser, site: SiteAddress, { story }: World): Promise<VisitResult> {
  const { result, check } = checksIn(browser);
  await check('chapter without a network', async () => {
    await browser.window.open(site.url + to.chapter({ storyId: story.storyId, chapterId: story.chapterIds[0]! }));
    await browser.window.waitFor(() => document.querySelector('main article p') !== null);
    // Ignores the errors of requests that fail without a network, also of those that the page sends when it is idle.
    await settle(browser.window);
    browser.window.complaints();
  });
  return result;
}

async function show(window: BrowserWindow, url: string, { path, shows }: BrowserPage): Promise<void> {
  await window.open(url + path);
  await window.waitFor((css) => document.querySelector(css) !== null, shows);
  await settle(window);
}

/**
 * Waits until the page has fetched nothing for a while, so that leaving it aborts no request. Gives up silently after
 * the timeout, because only the content and errors of the page matter.
 */
export async function settle(window: BrowserWindow): Promise<void> {
  const comesToRest = window.waitFor((enough) => {
    const page = globalThis as { fetched?: number; quiet?: number; pendingFetches?: number };
    const fetched = performance.getEntriesByType('resource').length;
    const isIdle = document.readyState === 'complete' && page.pendingFetches === 0 && fetched === page.fetched;
    page.quiet = isIdle ? (page.quiet ?? 0) + 1 : 0;
    page.fetched = fetched;
    return page.quiet >= enough;
  }, QUIET_LOOKS);
  await comesToRest.catch(() => {});
}

/**
 * Opens the login dialog while its button has the focus and is scrolled out of view, as with a keyboard. Checks that
 * the focus is then in the first field, and that closing the dialog doesn’t scroll the page. (A headless Firefox window
 * doesn’t turn Enter into a click.)
 */
async function openAndCloseLogin(window: BrowserWindow, url: string, { language }: World): Promise<void> {
  await window.open(url + to.about());
  await window.evaluate((label) => {
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent === label)!;
    button.focus();
    scrollTo(0, 300);
    // The pointer event before the click starts React.
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    button.click();
  }, wordsOf(language)('common.log_in'));
  await window.waitFor(() => document.activeElement?.matches('dialog[open] input'));
  const before = await window.evaluate(() => scrollY);
  if (before === 0) throw new Error('the page does not scroll');
  await window.press('Escape');
  await window.waitFor(() => document.querySelector('dialog[open]') === null);
  const after = await window.evaluate(() => scrollY);
  if (after !== before) throw new Error(`closing the dialog scrolled the page from ${before} to ${after}`);
  await settle(window);
}

/** Opens the dialog for sharing a chapter. Checks that its card has the cover on the left, and paper on the right. */
async function drawCard(window: BrowserWindow, url: string, { story }: World): Promise<void> {
  await window.open(url + to.chapter({ storyId: story.storyId, chapterId: story.chapterIds[0]! }));
  await window.evaluate(() => {
    const button = document.querySelector<HTMLElement>('main [data-press="share-chapter"]')!;
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    button.click();
  });
  await window.waitFor(() => document.querySelector<HTMLImageElement>('dialog[open] img')?.naturalWidth === 1200);
  const [cover, paper] = await window.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d')!;
    context.canvas.width = 1200;
    context.canvas.height = 800;
    context.drawImage(document.querySelector<HTMLImageElement>('dialog[open] img')!, 0, 0);
    return [10, 1190].map((x) => [...context.getImageData(x, 10, 1, 1).data].join());
  });
  if (cover === paper) throw new Error(`the card has no cover, its color is ${cover}`);
  await window.press('Escape');
  await window.waitFor(() => document.querySelector('dialog[open]') === null);
  await settle(window);
}

/** Stores the person's tokens. Requires an open page of the site. The next page is opened as this person. */
export async function signIn(window: BrowserWindow, person: Person): Promise<void> {
  await window.evaluate(
    (keys, tokens) => {
      localStorage.setItem(keys.accessToken, tokens.accessToken);
      localStorage.setItem(keys.refreshToken, tokens.refreshToken);
    },
    // A copy, because a module can’t be sent to a browser.
    { ...KEYS },
    { accessToken: person.accessToken, refreshToken: person.refreshToken },
  );
}
