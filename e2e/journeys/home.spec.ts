import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { participationApi } from '#features/participation/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import type { DemoStory } from '../../scripts/demo/fill.ts';
import { newMember } from '../kit/people.ts';
import { untilNotified } from '../kit/site-deps.ts';
import { publishedStory } from '../kit/stories.ts';
import { expect, PHONE, test } from '../kit/test.ts';
import { storyIn } from '../kit/texts.ts';
import { branchingStory, openBranch } from '../kit/together.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');

/** Returns how far below the top of the page the first element of a selector begins, in screens. */
const screensTo = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => (element.getBoundingClientRect().top + scrollY) / innerHeight);

/** A story with one chapter of the demo’s. The journey of the main path submits the first one, which must not be a copy. */
function portuguese(index: number): DemoStory {
  const story = storyIn('pt');
  return { ...story, chapters: [story.chapters[index]!] };
}

test('a newcomer finds a story to read and one to write in, in their language, on the first two screens', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'ines', 'pt');
  await publishedStory(site, author, portuguese(1));
  await openBranch(site, author, 'pt', 1);
  const page = await open({ language: 'pt', viewport: PHONE });
  const pt = wordsOf('pt');
  await page.goto('/');
  await expect(page.locator('.until-consent')).toBeVisible();
  await expect(page.locator('.until-notice')).toBeVisible();
  await expect(page.getByRole('heading', { name: pt('home.in_language', { language: 'português' }) })).toBeVisible();
  expect(await screensTo(page, '#mine [lang="pt-BR"] a')).toBeLessThan(1);
  expect(await screensTo(page, '#waiting [lang="pt-BR"] a')).toBeLessThan(2);
  // Of two covers, at least a half is above the bars.
  const bar = await page.locator('.until-consent').boundingBox();
  for (const i of [0, 1]) {
    const cover = await page.locator('#mine img').nth(i).boundingBox();
    expect(cover!.y + cover!.height / 2).toBeLessThan(bar!.y);
  }

  await page.locator('#mine [lang="pt-BR"] a').first().click();
  await page
    .getByRole('link', { name: pt('story.start') })
    .first()
    .click();
  await page.waitForFunction(() => localStorage.getItem('reading') !== null);
  await page.goto('/');
  await expect(page.locator('.until-intro')).toBeHidden();
  await expect(page.getByRole('heading', { name: pt('resume.title') })).toBeVisible();
  await page
    .getByRole('link', { name: new RegExp(`^${pt('home.write_from_here')}`) })
    .first()
    .click();
  await expect(page).toHaveURL(/\/story\/\d+\/chapter\/\d+#fork$/);
});

test('the languages that a reader reads are kept on the device, and by a member on the server', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'shelves', 'pt');
  await publishedStory(site, author, portuguese(2));
  const page = await open();
  await page.goto('/');
  const heading = page.locator('#mine h2');
  await expect(heading).toHaveText(t('home.in_language', { language: 'English' }));
  await page.getByRole('button', { name: t('home.choose_languages') }).click();
  const dialog = page.getByRole('dialog', { name: t('languages.title') });
  await dialog.getByRole('checkbox', { name: 'English' }).uncheck();
  await dialog.getByRole('button', { name: t('common.save') }).click();
  await expect(dialog.getByRole('alert')).toHaveText(t('languages.none'));
  await dialog.getByRole('checkbox', { name: 'Português' }).check();
  await dialog.getByRole('button', { name: t('common.save') }).click();
  await expect(heading).toHaveText(t('home.in_language', { language: 'Portuguese' }));
  await expect(page.locator('#mine').getByText('Português').first()).toBeVisible();
  await page.reload();
  await expect(heading).toHaveText(t('home.in_language', { language: 'Portuguese' }));

  const member = await newMember(site, 'polyglot');
  const desk = await open({ as: member });
  await desk.goto(to.profile());
  await desk
    .getByRole('button', { name: new RegExp(`^${t('home.choose_languages')}.*${t('languages.title')}$`) })
    .click();
  const chosen = desk.getByRole('dialog', { name: t('languages.title') });
  await chosen.getByRole('checkbox', { name: 'Português' }).check();
  await chosen.getByRole('combobox').selectOption('pt');
  await chosen.getByRole('button', { name: t('common.save') }).click();
  await expect(desk.getByText('Português, English')).toBeVisible();
  const phone = await open({ as: member, viewport: PHONE });
  await phone.goto('/');
  await expect(phone.locator('#mine h2')).toHaveText(t('home.in_languages'));
});

test('what needs a member is the first thing on the home page, and leaves when it is done', async ({ open, site }) => {
  const [creator, guest] = [await newMember(site, 'host'), await newMember(site, 'guest')];
  const { storyId } = await branchingStory(site, creator, 'A story to join');
  const api = createDemoApi(site.url);
  const page = await open({ as: guest });
  await page.goto('/');
  const needs = page.locator('[data-slot="needs"] section');
  await expect(page.locator('[data-slot="needs"] section[data-known]')).toBeAttached();
  await expect(needs).toBeHidden();

  await api.call(participationApi.invite, { storyId, userId: guest.id }, creator.accessToken);
  await untilNotified(site);
  const text = t('need.invitation', { user: creator.username });
  await expect(needs.getByText(text, { exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('needs'))).toBe(`${guest.id} 1`);

  // The next page reserves its room before any script has loaded.
  await page.route(/\/assets\//, (route) =>
    route.request().resourceType() === 'script' ? undefined : route.continue(),
  );
  await page.goto('/', { waitUntil: 'commit' });
  await expect(needs.locator('li[aria-hidden]:visible')).toHaveCount(1);
  await page.unroute(/\/assets\//);
  await page.goto('/');
  await needs.getByRole('link', { name: new RegExp(`^${t('need.invitation.act')}`) }).click();
  await expect(page).toHaveURL(/\/messages\?tab=pending/);
  const accepted = page.waitForResponse(
    (response) => response.url().includes('/api/message/handle_story_invite') && response.ok(),
  );
  await page
    .getByRole('button', { name: t('inbox.accept'), exact: true })
    .first()
    .click();
  await accepted;
  await page.goto('/');
  await expect(page.locator('[data-slot="needs"] section[data-known]')).toBeAttached();
  await expect(needs).toBeHidden();
});

test('on a member’s first visit to a device, what is shown doesn’t move, however late their data comes', async ({
  open,
  site,
}) => {
  const [creator, guest] = [await newMember(site, 'inviting'), await newMember(site, 'first-here')];
  const { storyId } = await branchingStory(site, creator, 'A story to join first');
  await createDemoApi(site.url).call(participationApi.invite, { storyId, userId: guest.id }, creator.accessToken);
  const page = await open({ as: guest, viewport: PHONE });
  await page.addInitScript(() => {
    const moves: number[] = [];
    Object.assign(window, { moves });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moves.push(Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const { promise: asked, resolve: letCome } = Promise.withResolvers<void>();
  await page.route(/\/api\/profile\/needs/, (route) => asked.then(() => route.continue()));
  await page.goto('/');
  await expect(page.locator('#mine')).toBeHidden();
  await expect(page.getByRole('banner').first()).toBeVisible();
  letCome();
  await expect(page.getByText(t('need.invitation', { user: creator.username }), { exact: true })).toBeVisible();
  await expect(page.locator('#mine')).toBeVisible();
  const sum = () => page.evaluate(() => (Reflect.get(window, 'moves') as number[]).reduce((a, b) => a + b, 0));
  expect(await sum()).toBeLessThan(0.1);
  await page.unroute(/\/api\/profile\/needs/);
  await page.goto('/');
  await expect(page.getByText(t('need.invitation', { user: creator.username }), { exact: true })).toBeVisible();
  expect(await sum()).toBeLessThan(0.1);
});
