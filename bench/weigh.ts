import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

export interface Weight {
  /** Bytes of scripts, each packed by itself with gzip, those in the page included. */
  readonly scripts: number;
  /** Files of scripts. */
  readonly files: number;
  /** Bytes of styles, likewise. */
  readonly styles: number;
  /** Everything that was asked for, the document included. */
  readonly requests: number;
}

const packed = (bytes: Buffer | string) => gzipSync(bytes, { level: 9 }).length;

const QUIET_MS = 1000;

/** Waits until nothing was asked for in a second. A member's page never comes to the rest that Playwright knows: its stream stays open. */
export async function quiet(page: Page): Promise<void> {
  let last = performance.now();
  page.on('request', () => {
    last = performance.now();
  });
  await page.waitForLoadState('load');
  while (performance.now() - last < QUIET_MS) await setTimeout(QUIET_MS / 10);
}

/** Weighs what the page fetches from now on. To be asked when it has come to rest. */
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
