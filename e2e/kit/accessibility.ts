import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import type { RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}

/** The minified axe. The browser has to parse it on each page, and this is half the size. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The widths of a small phone, and of a window of 1280 px at 200 %. */
const WIDTHS = [320, 640];

/** Returns the violations that axe finds on a page as it is, one line each. */
function violations(page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> {
  return page.evaluate(async (rules) => {
    const found = await window.axe.run(document, {
      runOnly: rules,
      resultTypes: ['violations'],
      // Don’t fetch style sheets: only an experimental rule needs them, which isn’t enabled here.
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
 * Loads axe into the page. Uses the browser’s protocol, because the browser caches the compiled code of such a script.
 * It would compile the script of `page.evaluate` on each page again, which takes twice the CPU time.
 */
async function loadAxe(page: Page): Promise<void> {
  const opening = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, opening);
  const { exceptionDetails } = await (await opening).send('Runtime.evaluate', { expression: AXE });
  if (exceptionDetails) throw new Error(`axe could not be loaded: ${exceptionDetails.text}`);
}

/**
 * Checks a page with axe in the light scheme, and its contrasts in the dark one (the schemes only differ in colors).
 * Leaves the scheme dark.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // Runs axe in the page itself, because the library for Playwright opens a second page for each run.
  await loadAxe(page);
  await page.emulateMedia({ colorScheme: 'light' });
  expect.soft(await violations(page, { type: 'tag', values: WCAG }), `${name}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await violations(page, { type: 'rule', values: ['color-contrast'] }), `${name}, dark`).toEqual([]);
}

/** Checks that a page doesn’t need horizontal scrolling on a small phone and at 200 %. */
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

/** Opens a page and checks it in both color schemes and at both widths. */
export async function lookAt(page: Page, name: string, go: () => Promise<void>): Promise<void> {
  await test.step(name, async () => {
    await go();
    await expectAccessible(page, name);
    await expectToFit(page, name);
  });
}
