import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#core/languages.ts';
import { FULL } from '#testing/race.ts';
import { lookAt } from './accessibility.ts';
import type { TestPage } from './pages.ts';
import { test } from './test.ts';
import { newWorld } from './world.ts';

/**
 * The languages in which the pages are walked through: all of them with FULL=1, else the one with the longest words and the
 * one that has none to break lines at.
 */
const WALKED: readonly Language[] = FULL ? LANGUAGES : ['de', 'zh'];

/**
 * A test for each language that goes to the pages and looks at each of them. With FULL=1 every language goes to every page,
 * else they take turns, beginning with the nth.
 */
export function walkThrough(
  who: string,
  pages: readonly TestPage[],
  { as, nth = 0 }: { as: 'visitor' | 'member'; nth?: number },
): void {
  for (const [i, language] of WALKED.entries()) {
    test(`${who} in ${LANGUAGE_NAMES[language]}`, async ({ open, site }) => {
      test.setTimeout(FULL ? 600_000 : 180_000);
      const world = await newWorld(site, language);
      const page = await open({ language, ...(as === 'member' ? { as: world.author } : {}) });
      for (const [k, testPage] of pages.entries())
        if (FULL || (k + nth) % WALKED.length === i) await lookAt(page, testPage.name, () => testPage.go(page, world));
    });
  }
}
