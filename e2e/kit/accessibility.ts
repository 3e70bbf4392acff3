import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import type { RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}

/** The minified axe: half of what the browser has to parse on each page otherwise. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** A narrow phone, and a window of 1280 px at 200 %. */
const WIDTHS = [320, 640];

/** What axe finds wrong with a page as it is, a line each. */
function violations(page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> {
  return page.evaluate(async (rules) => {
    const found = await window.axe.run(document, {
      runOnly: rules,
      resultTypes: ['violations'],
      // Only an experimental rule, which is none of these, reads the style sheets that axe would fetch first.
      preload: { assets: ['media'] },
    });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) => `${id}: ${failureSummary?.split('\n').at(-1)?.trim()} ${html.slice(0, 300)}`,
      ),
    );
  }, runOnly);
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Loads axe into the page as it is. By the browser's own protocol, since the browser keeps what it compiled of such a script;
 * what `page.evaluate` is given it compiles again on each page, which takes twice the CPU time.
 */
async function loadAxe(page: Page): Promise<void> {
  const opening = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, opening);
  const { exceptionDetails } = await (await opening).send('Runtime.evaluate', { expression: AXE });
  if (exceptionDetails) throw new Error(`axe could not be loaded: ${exceptionDetails.text}`);
}

/** Checks a page by axe in light, and its contrasts in dark: colors are all that a scheme changes. Leaves the scheme dark. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // Once per page, and run in it: the library for Playwright opens a second page for each run.
  await loadAxe(page);
  await page.emulateMedia({ colorScheme: 'light' });
  expect.soft(await violations(page, { type: 'tag', values: WCAG }), `${name}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await violations(page, { type: 'rule', values: ['color-contrast'] }), `${name}, dark`).toEqual([]);
}

/** Checks that a page needs no sideways scrolling on a narrow phone and at 200 %. */
export async function expectToFit(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()!;
  const wider = () =>
    page.evaluate(() => {
      const root = document.scrollingElement!;
      if (root.scrollWidth <= innerWidth) return [];
      const over = [...document.querySelectorAll('body *')].filter(
        (it) => it.getBoundingClientRect().right > innerWidth + 1,
      );
      return [root.scrollWidth, ...over.slice(0, 5).map((it) => it.outerHTML.slice(0, 120))];
    });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 });
    await expect.soft.poll(wider, { message: `${name}, ${width} px`, timeout: 2000 }).toEqual([]);
  }
  await page.setViewportSize(size);
}

/** Goes there and checks the page in both color schemes and at both widths. */
export async function lookAt(page: Page, name: string, go: () => Promise<void>): Promise<void> {
  await test.step(name, async () => {
    await go();
    await expectAccessible(page, name);
    await expectToFit(page, name);
  });
}
