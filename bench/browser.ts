import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, wholeChromium } from '../tools/chromium.ts';
import { cost, FIRST_VISIT, type Figure, median } from './bars.ts';

/** Slow 4G: 1.6 Mbps down, .75 up, 150 ms a request; a processor four times slower. */
const DOWN = (1.6 * 1024 * 1024) / 8;
const UP = (0.75 * 1024 * 1024) / 8;
const LATENCY_MS = 150;
const SLOWER = 4;
const RUNS = 7;

interface Vitals {
  lcp: number;
  fcp: number;
  blocked: number;
  cls: number;
}

/** Runs in the page, before anything of it. */
function watchVitals(): void {
  const vitals: Vitals = { lcp: 0, fcp: 0, blocked: 0, cls: 0 };
  (window as unknown as { vitals: Vitals }).vitals = vitals;
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => (vitals.lcp = entry.startTime));
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') vitals.fcp = entry.startTime;
  });
  watch('longtask', (entry) => (vitals.blocked += entry.duration - 50));
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) vitals.cls += shift.value;
  });
}

interface FirstLoad extends Vitals {
  bytes: number;
  requests: number;
}

async function loadOnce(browser: Browser, url: string): Promise<FirstLoad> {
  const context = await browser.newContext({ ...FIRST_VISIT, viewport: { width: 1350, height: 940 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: DOWN,
    uploadThroughput: UP,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let bytes = 0;
  let requests = 0;
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await page.addInitScript(watchVitals);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle');
  const vitals = await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);
  await context.close();
  return { ...vitals, bytes, requests };
}

interface Weight {
  /** Script that is there before anybody touches the page, gzip. */
  before: number;
  /** All script of the page, after it came alive, gzip. */
  whole: number;
  styles: number;
}

async function scriptsInside(page: Page): Promise<number> {
  const inline = await page.evaluate(() =>
    [...document.querySelectorAll('script:not([src]):not([type="application/json"])')].map((s) => s.textContent ?? ''),
  );
  return inline.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
}

async function weigh(browser: Browser, url: string): Promise<Weight> {
  const context = await browser.newContext(FIRST_VISIT);
  const page = await context.newPage();
  let scripts = 0;
  let styles = 0;
  page.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? '';
    const kind = type.includes('javascript') ? 'script' : type.includes('css') ? 'style' : null;
    if (!kind) return;
    const weight = gzipSync(await response.body(), { level: 9 }).length;
    if (kind === 'script') scripts += weight;
    else styles += weight;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const inline = await scriptsInside(page);
  const before = inline + scripts;
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
  await page.waitForLoadState('networkidle');
  await context.close();
  return { before, whole: inline + scripts, styles };
}

const KB = 1024;

/** S7, S8, S9: the chapter page in a real browser. */
export async function measureBrowser(origin: string, path: string): Promise<Figure[]> {
  const browser = await chromium.launch({ ...(await wholeChromium()), args: CHROMIUM_ARGS });
  try {
    const url = `${origin}${path}`;
    await loadOnce(browser, url);
    const loads: FirstLoad[] = [];
    for (let run = 0; run < RUNS; run += 1) loads.push(await loadOnce(browser, url));
    const of = (read: (load: FirstLoad) => number) => median(loads.map(read));
    const weight = await weigh(browser, url);
    return [
      cost('S7', 'JavaScript of the chapter page, gzip', weight.whole / KB, 'KB', 125, 115),
      cost(
        'S7',
        'of it before the first interaction',
        weight.before / KB,
        'KB',
        20,
        20,
        `CSS ${(weight.styles / KB).toFixed(1)} KB`,
      ),
      cost('S8', 'first load of a chapter', of(({ bytes }) => bytes) / KB, 'KB', 135, 35),
      cost(
        'S8',
        'requests of it',
        of(({ requests }) => requests),
        '',
        12,
        4,
      ),
      cost(
        'S9',
        'slow 4G: LCP',
        of(({ lcp }) => lcp),
        'ms',
        750,
        500,
        `median of ${RUNS}`,
      ),
      cost(
        'S9',
        'FCP',
        of(({ fcp }) => fcp),
        'ms',
        750,
        450,
      ),
      cost(
        'S9',
        'blocking time',
        of(({ blocked }) => blocked),
        'ms',
        50,
        10,
      ),
      cost(
        'S9',
        'CLS',
        of(({ cls }) => cls),
        '',
        0.02,
        0,
      ),
    ];
  } finally {
    await browser.close();
  }
}
