import type { Locator, Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { HOUR, SECOND } from '#core/time.ts';
import { endPhase, enter, writingRound } from '../kit/contests.ts';
import { publishFromFirstStep } from '../kit/first-chapter.ts';
import { newMember } from '../kit/people.ts';
import { freshProse } from '../kit/stories.ts';
import { expect, PHONE, REVIEWED, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';
import { expectKept, textOf } from '../kit/writing.ts';

const t = wordsOf('en');
const press = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name }).first().click();
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** The tick counts the votes, once a minute. */
const COUNTED = { timeout: 90 * SECOND };

/** Publishes a competition in three steps. Anyone can join, and two writers are enough. Returns its address. */
async function makeCompetition(page: Page, name: string): Promise<string> {
  await page.goto(to.editStory({ new: 1 }));
  await page.getByLabel(t('story_editor.title'), { exact: true }).fill(name);
  await page.getByLabel(t('story_editor.description'), { exact: true }).fill('A ferry, a tariff, and who pays.');
  await page.getByRole('radio', { name: t('mode.competition') }).check();
  await page.getByRole('checkbox', { name: t('category.mystery'), exact: true }).check();
  return publishFromFirstStep(page, 'en', {
    title: 'The tariff',
    summary: 'A ferry still charges.',
    content: freshProse(330),
  });
}

/** Opens the entry editor from the story’s page, writes and submits an entry, and waits for the review. */
async function writeEntry(page: Page, name: string): Promise<void> {
  await page
    .getByRole('link', { name: t('contest.write_entry'), exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/edit_submission\/story\/\d+\/round\/\d+/);
  await page.getByRole('textbox', { name: t('chapters.title') }).fill(name);
  await textOf(page).click();
  await page.keyboard.insertText(freshProse(330));
  await page.getByRole('textbox', { name: t('chapters.summary') }).fill('Somebody pays twice.');
  await expectKept(page, 'saved');
  await press(page, t('chapters.submit'));
  await press(page.getByRole('dialog'), t('chapters.submit'));
  await expect(page.getByText(t('submission.state_approved'))).toBeVisible(REVIEWED);
}

/** Opens an entry on the ballot page, from the list. */
async function openEntry(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name: /^\d/ }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
}
const voteButton = (page: Page) =>
  page.getByRole('button', { name: new RegExp(t('ballot.vote_for', { letter: '[AB]' })) });

test('a competition from its creation to the next chapter: join, write, vote, read', async ({ open, site }) => {
  test.setTimeout(360_000);
  const [mara, jonas, lea] = [
    await newMember(site, 'maker'),
    await newMember(site, 'first'),
    await newMember(site, 'second'),
  ];
  const maras = await open({ as: mara });
  const address = await makeCompetition(maras, `The Toll of ${mara.username}`);

  await maras.goto(address);
  await maras.getByLabel(t('contest.starts')).selectOption('when_enough');
  await press(maras, t('contest.announce_do'));
  await expect(maras.getByText(t('contest.badge_short')).first()).toBeVisible();

  const writers: Page[] = [];
  for (const member of [jonas, lea]) {
    const page = await open({ as: member });
    await page.goto(address);
    await press(page, t('contest.join_and_write'));
    await expect(page.getByText(t('participation.joined'))).toBeVisible();
    writers.push(page);
  }
  // The second writer completed the minimum, so the round started by itself.
  const [jonass, leas] = writers as [Page, Page];
  for (const page of writers) {
    await page.goto(address);
    await expect(page.getByText(t('contest.badge_writing')).first()).toBeVisible();
  }
  await Promise.all([writeEntry(jonass, 'Exact change'), writeEntry(leas, 'The night rate')]);
  const roundId = /round\/(\d+)/.exec(jonass.url())![1]!;
  const reader = await open();
  expect((await reader.goto(to.voting({ roundId })))?.status()).toBe(200);
  await expect(title(reader, t('ballot.writing_title'))).toBeVisible();
  await expect(reader.getByText('Exact change')).toHaveCount(0);

  await endPhase(site, roundId, 'voting');
  // A visitor reads one entry after the other.
  await reader.goto(to.voting({ roundId }));
  for (const letter of ['A', 'B']) await reader.getByRole('link', { name: t('ballot.open_entry', { letter }) }).click();
  await expect(reader.getByText(t('ballot.opened_count', { count: 2 }))).toBeVisible();
  await maras.goto(to.voting({ roundId }));
  await expect(title(maras, t('ballot.title'))).toBeVisible();
  // No entry opens by itself, and the button opens the first one of her own order.
  await expect(maras.getByText(t('ballot.choose'), { exact: true })).toBeVisible();
  await expect(maras.getByRole('link', { name: t('ballot.open_entry', { letter: 'A' }) })).toBeVisible();
  await expect(maras.getByRole('article')).toHaveCount(0);
  await expect(maras.getByText(t('ballot.opened_count', { count: 0 }))).toBeVisible();
  // The page must not contain the names of the authors.
  const source = await (await maras.request.get(to.voting({ roundId }))).text();
  for (const { username, slug } of [jonas, lea])
    for (const name of [username, slug]) expect(source).not.toContain(name);
  await openEntry(maras, 'Exact change');
  await openEntry(maras, 'The night rate');
  await voteButton(maras).click();
  await expect(maras.getByRole('button', { name: t('ballot.withdraw'), exact: true })).toBeVisible();
  await openEntry(maras, 'Exact change');
  await press(maras, /Move vote from [AB] to [AB]/);
  await press(maras, t('ballot.withdraw'));
  await expect(maras.getByRole('note').getByText(t('ballot.said_withdrawn'))).toBeVisible();
  await expect(voteButton(maras)).toBeVisible();
  await voteButton(maras).click();
  await expect(maras.getByRole('button', { name: t('ballot.withdraw'), exact: true })).toBeVisible();
  // A member’s own entry isn’t on their ballot.
  await jonass.goto(to.voting({ roundId }));
  await expect(jonass.getByText(/Your entry/)).toBeVisible();
  await openEntry(jonass, 'The night rate');
  await expect(voteButton(jonass)).toBeVisible();

  await endPhase(site, roundId, 'completed');
  await expect(async () => {
    await reader.goto(to.voting({ roundId }));
    await expect(title(reader, /Exact change/)).toBeVisible({ timeout: SECOND });
  }).toPass(COUNTED);
  await expect(reader.getByText(jonas.username).first()).toBeVisible();
  await reader
    .getByRole('link', { name: t('ballot.read_chapter', { number: 2 }) })
    .first()
    .click();
  await expect(title(reader, /Exact change/)).toBeVisible();
  await maras.goto(to.voting({ roundId }));
  await expect(maras.getByText(t('ballot.your_vote_badge'), { exact: true })).toBeVisible();
});

test('on a phone, in German: read, compare, vote, see the result', async ({ open, site }) => {
  test.setTimeout(240_000);
  const de = wordsOf('de');
  const [creator, other, voter] = [
    await newMember(site, 'fluss'),
    await newMember(site, 'ufer'),
    await newMember(site, 'leserin', 'de'),
  ];
  const { story, roundId } = await writingRound(site, 'The River of', creator, other);
  const first = await enter(site, roundId, creator, 'Low water');
  const second = await enter(site, roundId, other, 'Eleven steps');

  const page = await open({ language: 'de', as: voter, viewport: PHONE });
  await page.goto(to.story({ storyId: story.id }));
  await expect(page.getByText(de('contest.badge_writing')).first()).toBeVisible();
  await endPhase(site, roundId, 'voting');
  await page.reload();
  await expect(page.getByText(de('contest.badge_voting')).first()).toBeVisible();
  await page
    .getByRole('link', { name: de('contest.read_and_vote'), exact: true })
    .first()
    .click();
  await expect(title(page, de('ballot.title'))).toBeVisible();
  for (const { title: name } of [first, second]) await openEntry(page, name);
  await page.getByRole('radio', { name: de('ballot.compare') }).check();
  await expect(page.getByRole('article').filter({ visible: true })).toHaveCount(1);
  await page.getByRole('radio', { name: de('ballot.read_one') }).check();
  const letter = new RegExp(de('ballot.vote_for', { letter: '[AB]' }));
  await page.getByRole('button', { name: letter }).click();
  await expect(page.getByRole('button', { name: de('ballot.withdraw'), exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

  await endPhase(site, roundId, 'completed');
  await expect(async () => {
    await page.goto(to.voting({ roundId }));
    await expect(title(page, /Eleven steps/)).toBeVisible({ timeout: SECOND });
  }).toPass(COUNTED);
  await expect(page.getByText(de('ballot.your_vote_badge'), { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
});

test('a clock that is two days ahead doesn’t end the vote', async ({ open, site }) => {
  const [creator, other] = [await newMember(site, 'early'), await newMember(site, 'on-time')];
  const { roundId } = await writingRound(site, 'The Clock of', creator, other);
  for (const [author, name] of [
    [creator, 'First'],
    [other, 'Second'],
  ] as const)
    await enter(site, roundId, author, name);
  await endPhase(site, roundId, 'voting');
  const page = await open();
  await page.clock.install({ time: Date.now() + 49 * HOUR });
  await page.goto(to.voting({ roundId }));
  await expect(page.getByText(/^(2 days|1 day 23 hours) left$/)).toBeVisible();
  await expect(page.getByText(t('times.up'))).toHaveCount(0);
});
