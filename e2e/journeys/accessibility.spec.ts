import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#core/languages.ts';
import { FULL } from '#testing/race.ts';
import { MEMBER_PLACES, newWorld, type Place, PUBLIC_PLACES, type World } from '../kit/places.ts';
import { expect, test } from '../kit/test.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Every page is measured in these: the longest words, and none to break at. */
const NARROW: readonly Language[] = ['de', 'zh'];
const NARROWEST = { width: 320, height: 700 };

/** What is wrong with a page as it stands, in a line each. */
async function violations(page: Page): Promise<string[]> {
  const found = (await new AxeBuilder({ page }).withTags(WCAG).analyze()).violations;
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) => `${id}: ${failureSummary?.split('\n').at(-1)?.trim()} ${html.slice(0, 300)}`,
    ),
  );
}

async function visit(page: Page, place: Place, world: World, { withAxe }: { withAxe: boolean }): Promise<void> {
  await test.step(place.name, async () => {
    const size = page.viewportSize()!;
    await place.go(page, world);
    if (withAxe) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect.soft(await violations(page), `${place.name}, ${colorScheme}`).toEqual([]);
      }
    }
    await page.setViewportSize(NARROWEST);
    const wider = () =>
      page.evaluate(() => {
        const root = document.scrollingElement!;
        if (root.scrollWidth <= innerWidth) return [];
        const over = [...document.querySelectorAll('body *')].filter(
          (it) => it.getBoundingClientRect().right > innerWidth + 1,
        );
        return [root.scrollWidth, ...over.slice(0, 5).map((it) => it.outerHTML.slice(0, 120))];
      });
    await expect.soft.poll(wider, { message: `${place.name}, 320 px`, timeout: 2000 }).toEqual([]);
    await page.setViewportSize(size);
  });
}

/** Every place in one language; with FULL=1 in all of them. */
function isIn(language: Language, i: number): boolean {
  return FULL || LANGUAGES[i % LANGUAGES.length] === language;
}

// Snapshots of every step would take longer than what is looked at.
test.use({ trace: 'off' });

for (const language of LANGUAGES) {
  test(`everybody can use the pages in ${LANGUAGE_NAMES[language]}`, async ({ open, site }) => {
    test.setTimeout(FULL ? 600_000 : 180_000);
    const world = await newWorld(site, language);
    const visitor = await open({ language });
    const member = await open({ language, as: world.author });
    for (const [i, place] of [...PUBLIC_PLACES, ...MEMBER_PLACES].entries()) {
      const withAxe = isIn(language, i);
      if (!withAxe && !NARROW.includes(language)) continue;
      await visit(i < PUBLIC_PLACES.length ? visitor : member, place, world, { withAxe });
    }
  });
}
