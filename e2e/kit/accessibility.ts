import { expect, type Page, test } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** A narrow phone, and a window of 1280 px at 200 %. */
const WIDTHS = [320, 640];

/** What axe finds wrong with a page as it is, a line each. */
function violations(page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> {
  return page.evaluate(async (rules) => {
    const found = await window.axe.run(document, { runOnly: rules, resultTypes: ['violations'] });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) => `${id}: ${failureSummary?.split('\n').at(-1)?.trim()} ${html.slice(0, 300)}`,
      ),
    );
  }, runOnly);
}

/** Checks a page by axe in light, and its contrasts in dark: colors are all that a scheme changes. Leaves the scheme dark. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // Once per page, and run in it: the library for Playwright opens a second page for each run.
  await page.evaluate(axe.source);
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
