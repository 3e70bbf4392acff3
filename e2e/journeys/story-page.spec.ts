import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { HOUR } from '#core/time.ts';
import { endPhase, enter, writingRound } from '../kit/contests.ts';
import { publishedStory } from '../kit/english-stories.ts';
import { enterBy, newMember } from '../kit/people.ts';
import { DESKTOP, expect, PHONE, test } from '../kit/test.ts';
import { branchingStory, letIn, publishedWay } from '../kit/together.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

/** Holds the scripts of the page's islands until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: wait, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/[^/]*\.js$/, (route) => wait.then(() => route.continue()));
  return () => resolve();
}

const focusIsInMain = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

test('a visitor applies to join before scripts are loaded; applying and withdrawing keep the focus in place', async ({
  open,
  site,
}) => {
  const creator = await newMember(site, 'host-of-story');
  const guest = await newMember(site, 'guest-of-story');
  const { id } = await publishedStory(site, creator, 'The Guest of', 1, 330, 'relay');
  const page = await open();
  const letScriptsCome = await holdScripts(page);
  await page.goto(to.story({ storyId: id }));
  const apply = button(page, t('participation.apply'));
  await apply.first().click();
  await expect(apply.first()).toHaveAttribute('aria-busy', 'true');
  letScriptsCome();
  await expect(page.getByRole('dialog', { name: t('accounts.reason_join') })).toBeVisible();
  await enterBy(page, guest);
  const dialog = page.getByRole('dialog', { name: t('participation.apply') });
  await dialog.getByRole('textbox').fill('I know this ferry.');
  await dialog.getByRole('button', { name: t('participation.apply_send') }).click();
  await expect(page.getByText(t('participation.applied'))).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(apply).toHaveCount(0);
  await focusIsInMain(page);
  await button(page, t('participation.withdraw')).press('Enter');
  await expect(page.getByText(t('participation.application_withdrawn'))).toBeVisible();
  await expect(apply.first()).toBeVisible();
  await focusIsInMain(page);
});

test('a clock that is a day ahead doesn’t shorten the countdown of a visitor who touches nothing', async ({
  open,
  site,
}) => {
  const [mara, jonas] = [await newMember(site, 'clock-host'), await newMember(site, 'clock-guest')];
  const { story } = await writingRound(site, 'The Hour of', mara, jonas);
  const countdown = async (ahead: number) => {
    const page = await open();
    await page.clock.install({ time: Date.now() + ahead });
    await page.goto(to.story({ storyId: story.id }));
    const left = page.locator('[data-kind=left]').first();
    await expect(left).toHaveText(/\d/);
    return { page, left };
  };
  const { left: right } = await countdown(0);
  const days = (text: string) => text.match(/\d+ days?/)?.[0];
  const expected = days(await right.innerText());
  expect(expected).toBeDefined();
  const { page, left } = await countdown(26 * HOUR);
  await expect.poll(async () => days(await left.innerText())).toBe(expected);
  // Nothing has started React.
  await expect(page.locator('html')).not.toHaveAttribute('data-settled');
});

test('a round that advances updates the page without moving the focus or closing a dialog', async ({ open, site }) => {
  const [mara, jonas] = [await newMember(site, 'round-host'), await newMember(site, 'round-guest')];
  const { story, roundId } = await writingRound(site, 'The Watch of', mara, jonas);
  for (const [author, title] of [
    [mara, 'The first oar'],
    [jonas, 'The second oar'],
  ] as const)
    await enter(site, roundId, author, title);
  const ended = endPhase(site, roundId, 'voting');
  const member = await open({ as: jonas });
  await member.goto(to.story({ storyId: story.id }));
  await expect(member.getByText(t('contest.badge_writing'))).toBeVisible();
  await expect(member.getByText(t('contest.own_entered', { title: 'The second oar' }))).toBeVisible();
  await button(member, t('participation.leave')).click();
  const dialog = member.getByRole('dialog', { name: t('participation.leave_title') });
  await expect(dialog).toBeVisible();
  await ended;
  await expect(member.getByText(t('contest.badge_voting'))).toBeVisible();
  await expect(member.getByRole('link', { name: t('contest.read_it') })).toBeVisible();
  await expect(dialog).toBeVisible();
  await member.keyboard.press('Escape');
  await expect(button(member, t('participation.leave'))).toBeFocused();
});

test('marking chapters as read keeps the reader’s expanded groups and the focus', async ({ open, site }) => {
  const author = await newMember(site, 'unfolds');
  const { storyId, chapterId, wayId } = await branchingStory(site, author, 'The Fold of');
  let parentChapterId = wayId;
  for (const title of ['The reeds', 'The weir', 'The mill', 'The race'])
    parentChapterId = await publishedWay(site, author, { storyId, parentChapterId, choice: `To ${title}`, title });
  await publishedWay(site, author, { storyId, parentChapterId: chapterId, choice: 'Stay dry', title: 'The bank' });
  const page = await open();
  await page.goto(to.chapter({ storyId, chapterId }));
  await page.getByRole('link', { name: 'Stay dry' }).scrollIntoViewIfNeeded();
  const letScriptsCome = await holdScripts(page);
  await page.goto(to.story({ storyId }, { lang: 'de' }));
  const start = page.getByRole('link', { name: t('story.start') });
  await start.focus();
  const outline = page.getByRole('region', { name: t('outline.title') });
  const last = outline.getByRole('link', { name: 'To The race' });
  await expect(last).toBeHidden();
  await page.getByText(t('outline.folded', { chapters: 4, ends: 1 })).click();
  await expect(last).toBeVisible();
  await start.focus();
  letScriptsCome();
  await expect(outline.getByText(t('outline.here'))).toBeVisible();
  await expect(page.getByRole('link', { name: t('where.fork') })).toBeFocused();
  await expect(last).toBeVisible();
  // Links of the islands stay in the language of the texts, like those of the page.
  await expect(last).toHaveAttribute('href', /\?lang=de$/);
});

test('a queue of five is visible as a whole', async ({ open, site }) => {
  const creator = await newMember(site, 'queue-host');
  const { id } = await publishedStory(site, creator, 'The Queue of', 1, 330, 'relay');
  const names: string[] = [];
  for (let i = 0; i < 5; i += 1) {
    const member = await newMember(site, `queue-${i}`);
    await letIn(site, creator, id, member);
    names.push(member.username);
  }
  const page = await open();
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await page.goto(to.story({ storyId: id }));
    const queue = page
      .locator('ol')
      .filter({ hasText: names.at(-1)! })
      .first();
    await expect.poll(() => queue.getByRole('listitem').count()).toBeGreaterThanOrEqual(5);
    const room = (await queue.boundingBox())!;
    for (const item of await queue.getByRole('listitem').all()) {
      const box = (await item.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(room.x + room.width + 1);
      expect(box.x).toBeGreaterThanOrEqual(room.x - 1);
    }
  }
});

test('the page of a branching story has its map without JavaScript, by keyboard, and turned on phones', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'charts');
  const { storyId, chapterId, wayId } = await branchingStory(site, author, 'The Chart of');
  await publishedWay(site, author, { storyId, parentChapterId: wayId, choice: 'To the weir', title: 'The weir' });
  await publishedWay(site, author, { storyId, parentChapterId: chapterId, choice: 'Stay dry', title: 'The bank' });
  const page = await open({ javaScriptEnabled: false });
  await page.goto(to.story({ storyId }));
  const map = page.getByRole('group', { name: t('overview.label', { shown: 4, chapters: 4 }) });
  const boxOf = async (name: string) => (await map.getByRole('link', { name }).boundingBox())!;
  const [first, weir] = [await boxOf(t('outline.beginning')), await boxOf('To the weir')];
  expect(weir.x).toBeGreaterThan(first.x + 100);
  await page.getByRole('link', { name: t('overview.skip') }).focus();
  await page.keyboard.press('Tab');
  await expect(map.getByRole('link', { name: t('outline.beginning') })).toBeFocused();
  await map.getByRole('link', { name: 'Stay dry' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The bank' })).toBeVisible();

  await page.goto(to.story({ storyId }));
  const outline = page.getByRole('region', { name: t('outline.title') });
  await outline.getByRole('link', { name: t('ends.title') }).click();
  await expect(outline.getByRole('link', { name: 'The weir' })).toBeVisible();
  await expect(outline.getByRole('link', { name: t('outline.beginning') })).toBeHidden();

  // The same drawing runs down in a narrow column. What was read is marked, and where the reader left off.
  const phone = await open({ viewport: PHONE });
  await phone.goto(to.chapter({ storyId, chapterId }));
  await phone.getByRole('link', { name: 'Stay dry' }).scrollIntoViewIfNeeded();
  await expect.poll(() => phone.evaluate(() => JSON.parse(localStorage.reading ?? '[]')[0]?.read.length ?? 0)).toBe(1);
  await phone.goto(to.story({ storyId }));
  const tall = phone.getByRole('group', { name: t('overview.label', { shown: 4, chapters: 4 }) });
  const knot = (name: string) => tall.getByRole('link', { name });
  await expect(knot(t('outline.beginning'))).toHaveAttribute('data-read', '');
  const [top, below] = [
    (await knot(t('outline.beginning')).boundingBox())!,
    (await knot('To the weir').boundingBox())!,
  ];
  expect(below.y).toBeGreaterThan(top.y + 100);
  expect(below.x + below.width).toBeLessThanOrEqual(PHONE.width);
  await phone.getByRole('heading', { level: 1 }).click();
  await expect(knot(t('outline.beginning'))).toHaveAttribute('data-here', '');
  const list = phone.getByRole('region', { name: t('outline.title') });
  await list.getByRole('link', { name: t('overview.unread') }).click();
  await expect(list.getByRole('link', { name: 'Stay dry' })).toBeVisible();
  await expect(list.getByRole('link', { name: t('outline.beginning') })).toBeHidden();
});
