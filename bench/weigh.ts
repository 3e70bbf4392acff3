import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

export interface Weight {
  /** Bytes of scripts, each gzipped separately. Includes inline scripts. */
  readonly scripts: number;
  /** Number of script files. */
  readonly files: number;
  /** Bytes of stylesheets, each gzipped separately. */
  readonly styles: number;
  /** Number of all requests, including the document. */
  readonly requests: number;
}

const packed = (bytes: Buffer | string) => gzipSync(bytes, { level: 9 }).length;

const QUIET_MS = 1000;

/**
 * Waits until there is no request for a second. Playwright's `networkidle` never occurs on a member's page, because its
 * live stream stays open.
 */
export async function quiet(page: Page): Promise<void> {
  let last = performance.now();
  page.on('request', () => {
    last = performance.now();
  });
  await page.waitForLoadState('load');
  while (performance.now() - last < QUIET_MS) await setTimeout(QUIET_MS / 10);
}

/** Measures the inline script and all plain scripts that the page names: those that work without React. */
export async function weighPlain(page: Page): Promise<Pick<Weight, 'scripts' | 'files'>> {
  const html = await (await page.request.get(page.url())).text();
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text!);
  const named = [...html.matchAll(/ data-(?:script|head-script|part-script|aids)="([^"]*)"/g)];
  const files = new Set(named.flatMap(([, list]) => list!.split(' ')));
  const bodies = [...files].map(async (path) => (await page.request.get(new URL(path, page.url()).href)).body());
  const weights = [...inline, ...(await Promise.all(bodies))].map(packed);
  return { scripts: weights.reduce((total, weight) => total + weight, 0), files: files.size };
}

/** Measures what the page fetches from now on. Call the returned function once the page is idle. */
export function weigher(page: Page): () => Promise<Weight> {
  const scripts: Promise<number>[] = [];
  const styles: Promise<number>[] = [];
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().startsWith('http')) requests += 1;
  });
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    const kind = type.includes('javascript') ? scripts : type.includes('css') ? styles : null;
    kind?.push(response.body().then(packed));
  });
  const sum = async (weights: readonly Promise<number>[]) =>
    (await Promise.all(weights)).reduce((total, weight) => total + weight, 0);
  return async () => {
    const inline = await page.evaluate(() =>
      [...document.querySelectorAll('script:not([src]):not([type="application/json"])')].map(
        (script) => script.textContent ?? '',
      ),
    );
    const inside = inline.reduce((total, text) => total + packed(text), 0);
    return {
      ...{ scripts: inside + (await sum(scripts)), files: scripts.length },
      ...{ styles: await sum(styles), requests },
    };
  };
}
