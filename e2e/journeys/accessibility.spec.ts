import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#core/languages.ts';
import { SECOND } from '#core/time.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { FULL } from '#testing/race.ts';
import routes from '#web/routes.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { endPhase, enter, vote, writingRound } from '../kit/contests.ts';
import { admin, newMember } from '../kit/people.ts';
import { MEMBER_PLACES, type Place, PUBLIC_PLACES } from '../kit/places.ts';
import { expect, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';
import { newWorld, type World } from '../kit/world.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Every page is measured in these: the longest words, and none to break at. */
const NARROW: readonly Language[] = ['de', 'zh'];
/** A narrow phone, and a window of 1280 px at 200 %. */
const WIDTHS = [320, 640];
/** Every pattern of an address that a page has. */
const PATTERNS = patternsOf(routes);

function patternsOf(entries: readonly RouteConfigEntry[]): RouteObject[] {
  return entries.flatMap(({ index, path, children }) =>
    children ? patternsOf(children) : [{ path: index ? '/' : path! }],
  );
}

/** The pattern that an address falls under. */
function patternOf(url: string): string {
  return matchRoutes(PATTERNS, new URL(url).pathname)!.at(-1)!.route.path!;
}

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
  await lookAt(page, place.name, () => place.go(page, world), { withAxe });
}

/** Goes there and looks at it in both colours and at both widths. */
async function lookAt(
  page: Page,
  name: string,
  go: () => Promise<void>,
  { withAxe }: { withAxe: boolean } = { withAxe: true },
): Promise<void> {
  await test.step(name, async () => {
    const size = page.viewportSize()!;
    await go();
    if (withAxe) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect.soft(await violations(page), `${name}, ${colorScheme}`).toEqual([]);
      }
    }
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
    test.setTimeout(FULL ? 900_000 : 300_000);
    const world = await newWorld(site, language);
    const visitor = await open({ language });
    const member = await open({ language, as: world.author });
    const seen = new Set<string>();
    for (const [i, place] of [...PUBLIC_PLACES, ...MEMBER_PLACES].entries()) {
      const isPublic = i < PUBLIC_PLACES.length;
      const withAxe = isIn(language, i);
      if (withAxe || NARROW.includes(language)) {
        const page = isPublic ? visitor : member;
        await visit(page, place, world, { withAxe });
        seen.add(patternOf(page.url()));
      }
      // Members see more on the same pages; in another language than visitors do.
      if (isPublic && place.isAddress && isIn(language, i + 4)) await visit(member, place, world, { withAxe: true });
    }
    // A page without a place in this walk would be walked by nobody.
    if (NARROW.includes(language))
      expect(PATTERNS.map(({ path }) => path).filter((path) => !seen.has(path!))).toEqual([]);
  });
}

test('everybody can use what only few come to: reports, decisions, votes, and the way out', async ({ open, site }) => {
  test.setTimeout(300_000);
  const language = 'de';
  const t = wordsOf(language);
  const [author, rival, member, shut] = [
    await newMember(site, 'few-author', language),
    await newMember(site, 'few-rival', language),
    await newMember(site, 'few-member', language),
    await newMember(site, 'few-shut', language),
  ];
  const api = createDemoApi(site.url);
  const moderator = await newMember(site, 'few-judge', language);
  await admin(site, 'grant', 'moderator', moderator.email);
  const { story, roundId } = await writingRound(site, 'The Few of', author, rival);
  const chapter = `/story/${story.id}/chapter/${story.chapters[0]!.id}`;
  const entries = [await enter(site, roundId, author, 'Low water'), await enter(site, roundId, rival, 'Eleven steps')];
  await endPhase(site, roundId, 'voting');
  const input = { kind: 'chapter', targetId: story.chapters[0]!.id, reason: 'spam', detail: 'See the end.' } as const;
  await api.call(caseApi.report, input, rival.accessToken);
  const decision = { action: 'suspend', targetId: shut.id, days: 7, rule: 'spam', excerpt: 'A shop.' } as const;
  await api.call(caseApi.restrict, { ...decision, reason: 'Nine links to a shop.' }, moderator.accessToken);

  const page = await open({ language, as: member });
  await lookAt(page, 'voting', async () => {
    await page.goto(`/voting/${roundId}`);
    await page.getByRole('region', { name: /^\d/ }).getByRole('link', { name: entries[0]!.title }).click();
    await expect(page.getByRole('heading', { level: 2, name: entries[0]!.title, exact: true })).toBeVisible();
  });
  await vote(site, roundId, member, entries[1]!.id);
  // Votes are counted once a minute; meanwhile there is more to look at.
  const counted = endPhase(site, roundId, 'completed');
  await lookAt(page, 'report', async () => {
    await page.goto(chapter);
    await page.getByRole('button', { name: t('common.report'), exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeFocused();
  });
  await lookAt(page, 'leaving', async () => {
    await page.goto('/profile');
    await page.locator('summary', { hasText: t('leaving.delete_account') }).click();
    await expect(page.getByLabel(t('leaving.password'))).toBeVisible();
  });
  const here = await open({ language, as: shut });
  await lookAt(here, 'suspended', async () => {
    await here.goto('/messages');
    await expect(here.getByText('Nine links to a shop.')).toBeVisible();
  });
  const desk = await open({ language, as: moderator });
  await lookAt(desk, 'a report at the desk', async () => {
    await desk.goto('/moderation?kind=report');
    await desk
      .getByRole('navigation', { name: t('moderation.queue') })
      .getByRole('link', { name: story.chapters[0]!.title })
      .click();
    await expect(desk.getByText('See the end.')).toBeVisible();
  });
  await counted;
  await lookAt(page, 'finished round', async () => {
    await expect(async () => {
      await page.goto(`/voting/${roundId}`);
      await expect(page.getByRole('heading', { level: 1, name: entries[1]!.title })).toBeVisible({ timeout: SECOND });
    }).toPass({ timeout: 90 * SECOND });
  });
});
