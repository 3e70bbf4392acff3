import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#core/languages.ts';
import { FULL } from '#testing/rounds.ts';
import { lookAt } from './accessibility.ts';
import type { TestPage } from './pages.ts';
import { test } from './test.ts';
import { newWorld } from './world.ts';

/**
 * The languages of the walks: all with FULL=1, otherwise the one with the longest words, and the one that has no spaces
 * to break lines at.
 */
const WALKED: readonly Language[] = FULL ? LANGUAGES : ['de', 'zh'];

/**
 * Defines a test for each language that opens and checks the pages. With FULL=1 every language opens every page.
 * Otherwise they take turns, starting with the nth.
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
