import type { Browser, BrowserContext, Page } from '@playwright/test';
import { FIRST_VISIT } from './bars.ts';

/** Slow 4G: 1.6 Mbps down, 0.75 Mbps up, 150 ms of latency per request. */
const DOWN = (1.6 * 1024 * 1024) / 8;
const UP = (0.75 * 1024 * 1024) / 8;
const LATENCY_MS = 150;
/** CPU slowdown factor. */
export const SLOWER = 4;
const PATIENCE_MS = 30_000;

/** Initial `localStorage` of a member's browser (`#web/boot/storage.ts`). */
export type Storage = Readonly<Record<string, string>>;

/** Page in a fresh browser context with a throttled network, and its traffic so far. */
export interface SlowPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly traffic: () => { readonly requests: number; readonly bytes: number };
  /** Number of requests that started between two moments, in epoch ms. */
  readonly requestsBetween: (from: number, to: number) => number;
  /** When an element matching the selector was first visible in a frame, in epoch ms. NaN if that never happened. */
  seen: (selector: string) => Promise<number>;
  /** Clicks the first match. Returns the time of the `pointerdown` event in the page, in epoch ms. */
  press: (selector: string) => Promise<number>;
}

/** Runs in the page before its own scripts. Records when each selector first matches a visible element. */
function noteMoments(selectors: readonly string[]): void {
  const moments: Record<string, number> = {};
  Object.assign(window, { moments });
  // Count only visible elements. A page that is being left shows no new ones.
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const look = () => {
    for (const selector of selectors)
      if (!(selector in moments) && [...document.querySelectorAll(selector)].some(isShown))
        moments[selector] = performance.timeOrigin + performance.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => sessionStorage.setItem('pressed', String(performance.timeOrigin + timeStamp)),
    { capture: true },
  );
}

export interface SlowOptions {
  /** Selectors that can be passed to `seen`. */
  readonly watch?: readonly string[];
  readonly slower?: number;
  readonly storage?: Storage;
}

/** Creates a blank page. The caller navigates it. */
export async function slowPage(browser: Browser, origin: string, options: SlowOptions = {}): Promise<SlowPage> {
  const { watch = [], slower = SLOWER, storage = {} } = options;
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    ...FIRST_VISIT,
    viewport: { width: 1350, height: 940 },
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: DOWN,
    uploadThroughput: UP,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
  let bytes = 0;
  const requests: number[] = [];
  cdp.on('Network.requestWillBeSent', ({ request, wallTime }) => {
    if (request.url.startsWith('http')) requests.push(wallTime * 1000);
  });
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript(noteMoments, watch);
  return {
    page,
    context,
    traffic: () => ({ requests: requests.length, bytes }),
    requestsBetween: (from, to) => requests.filter((at) => at >= from && at <= to).length,
    async seen(selector) {
      const noted = page.waitForFunction((name) => Reflect.get(window, 'moments')?.[name], selector);
      return noted.then((handle) => handle.jsonValue()).catch(() => Number.NaN);
    },
    async press(selector) {
      await page.locator(selector).first().click();
      return Number(await page.evaluate(() => sessionStorage.getItem('pressed')));
    },
  };
}

/** Waits for the first contentful paint and returns its time in epoch ms. */
export async function firstPaint(page: Page): Promise<number> {
  const painted = await page.waitForFunction(() => {
    const entry = performance.getEntriesByName('first-contentful-paint')[0];
    return entry && performance.timeOrigin + entry.startTime;
  });
  return Number(await painted.jsonValue());
}

/** Returns when the navigation to the current page started, in epoch ms. */
export function begun(page: Page): Promise<number> {
  return page.evaluate(() => performance.timeOrigin);
}
