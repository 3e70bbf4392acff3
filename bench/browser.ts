import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { to } from '#core/pages.ts';
import { CHROMIUM_ARGS, wholeChromium } from '../tools/chromium.ts';
import { FIRST_VISIT, type Figure, figure, median } from './bars.ts';
import type { Filled } from './library.ts';
import { measureMemberPages } from './member-pages.ts';
import { type Chapters, measurePresses } from './presses.ts';
import { slowPage } from './slow-page.ts';
import type { Subject } from './subjects.ts';
import { weigher, weighPlain } from './weigh.ts';

const RUNS = 7;
const KB = 1024;

interface Vitals {
  lcp: number;
  blocked: number;
  cls: number;
}

/** Runs in the page before everything else. */
function watchVitals(): void {
  const vitals = { lcp: 0, blocked: 0, cls: 0 };
  Object.assign(window, { vitals });
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => (vitals.lcp = entry.startTime));
  watch('longtask', (entry) => (vitals.blocked += entry.duration - 50));
  watch('layout-shift', (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput')) vitals.cls += Number(Reflect.get(entry, 'value'));
  });
}

interface FirstLoad extends Vitals {
  bytes: number;
  requests: number;
}

async function loadOnce(browser: Browser, url: string): Promise<FirstLoad> {
  const { page, context, traffic } = await slowPage(browser, new URL(url).origin);
  try {
    await page.addInitScript(watchVitals);
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForLoadState('networkidle');
    const vitals: Vitals = await page.evaluate(() => Reflect.get(window, 'vitals'));
    return { ...vitals, ...traffic() };
  } finally {
    await context.close();
  }
}

/** Returns the page with inlined stylesheets and without scripts, compressed with Brotli like the site’s pages. */
async function htmlAlone(url: string): Promise<Buffer> {
  const html = await (await fetch(url)).text();
  const sheets = [...html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*>/g)];
  let alone = html.replace(/<script\b[\s\S]*?<\/script>/g, '').replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '');
  for (const [link] of sheets) {
    const path = /href="([^"]+)"/.exec(link)![1]!;
    const css = await (await fetch(new URL(path, url))).text();
    alone = alone.replace(link, () => `<style>${css}</style>`);
  }
  return brotliCompressSync(alone, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
}

/** Starts a server that returns this page for every request. */
async function serveAlone(body: Buffer): Promise<{ origin: string; stop: () => void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, stop: () => server.close() };
}

/** S8, S9: first load of a chapter, compared with its HTML alone. */
async function measureFirstLoad(browser: Browser, url: string): Promise<Figure[]> {
  const alone = await serveAlone(await htmlAlone(url));
  try {
    const loads: FirstLoad[] = [];
    const bare: FirstLoad[] = [];
    for (let run = 0; run <= RUNS; run += 1) {
      const [whole, plain] = [await loadOnce(browser, url), await loadOnce(browser, alone.origin)];
      // The first run only warms the caches of the server and the browser’s code cache.
      if (run > 0) {
        loads.push(whole);
        bare.push(plain);
      }
    }
    const of = (read: (load: FirstLoad) => number) => median(loads.map(read));
    const lcp = of((load) => load.lcp);
    const plainLcp = median(bare.map((load) => load.lcp));
    return [
      figure(
        'firstBytes',
        of(({ bytes }) => bytes / KB),
      ),
      figure(
        'firstRequests',
        of(({ requests }) => requests),
      ),
      figure('lcp', lcp, `median of ${RUNS}`),
      figure('lcpRatio', lcp / plainLcp, `of ${Math.round(plainLcp)} ms`),
      figure(
        'blocked',
        of(({ blocked }) => blocked),
      ),
      figure(
        'cls',
        of(({ cls }) => cls),
      ),
    ];
  } finally {
    alone.stop();
  }
}

/** S7: scripts of a chapter before any interaction, of home with “Log in” opened, and with the first React form. */
async function weighScripts(browser: Browser, url: string): Promise<Figure[]> {
  const context = await browser.newContext(FIRST_VISIT);
  try {
    const page = await context.newPage();
    const weigh = weigher(page);
    const rest = () => page.waitForLoadState('networkidle');
    await page.goto(url);
    await rest();
    const before = await weigh();
    await page.goto(new URL('/', url).href);
    await rest();
    await page.getByRole('button', { name: 'Log in' }).first().click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await page.getByRole('dialog').getByText('Sign up').first().click();
    await page.locator('[autocomplete="new-password"]').waitFor();
    await rest();
    const whole = await weigh();
    const reader = await weighPlain(page);
    return [
      figure('scriptBefore', before.scripts / KB, `CSS ${(before.styles / KB).toFixed(1)} KB`),
      figure('scriptReader', reader.scripts / KB, `of home, ${reader.files} files`),
      figure('scriptReact', whole.scripts / KB, `form for registering opened, ${whole.files} files`),
    ];
  } finally {
    await context.close();
  }
}

/** S7 to S9 in a real browser. `wanted` selects the parts: loading, presses, members. */
export async function measureBrowser(
  site: Subject,
  filled: Filled,
  wanted: (part: string) => boolean,
  say: (text: string) => void,
): Promise<Figure[]> {
  const browser = await chromium.launch({ ...(await wholeChromium()), args: CHROMIUM_ARGS });
  const path = ({ storyId, chapterId }: Filled['long'][number]) => to.chapter({ storyId, chapterId });
  const chapters: Chapters = { chapter: path(filled.long[50]!), next: path(filled.long[51]!) };
  const url = `${site.url}${chapters.chapter}`;
  const figures: Figure[] = [];
  try {
    if (wanted('loading')) {
      say('The browser: first loads …');
      figures.push(...(await weighScripts(browser, url)), ...(await measureFirstLoad(browser, url)));
    }
    if (wanted('presses')) {
      say('The browser: presses …');
      figures.push(...(await measurePresses(browser, site.url, chapters)));
    }
    if (wanted('members')) {
      say('The browser: members …');
      figures.push(...(await measureMemberPages(browser, site, filled)));
    }
    return figures;
  } finally {
    await browser.close();
  }
}
