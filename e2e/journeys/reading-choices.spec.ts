import type { Page, Request } from '@playwright/test';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { publishedStory, untilFound } from '../kit/english-stories.ts';
import { newMember } from '../kit/people.ts';
import { expect, PHONE, test } from '../kit/test.ts';
import { branchingStory } from '../kit/together.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
const chapterTitle = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title });
const nextLink = (page: Page) => page.getByRole('link', { name: new RegExp(`^${t('reader.next')}`) });
const previousLink = (page: Page) => page.getByRole('link', { name: new RegExp(`^${t('reader.previous')}`) });

test('a reader chooses a language, stays on the page, and the choice is kept', async ({ open, site }) => {
  const author = await newMember(site, 'language');
  const { id, chapters } = await publishedStory(site, author, 'Said in English');
  const de = wordsOf('de');
  const page = await open();
  const address = to.chapter({ storyId: id, chapterId: chapters[0]!.id });
  await page.goto(address);
  await page.getByRole('button', { name: new RegExp(`^${t('common.language')}\\s?[:：]`) }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS.de);
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(page.getByText(de('translations.shown_in_english'))).toBeVisible();
  await expect(page.getByText(chapters[0]!.text[0]!)).toBeVisible();
  await expect(page.getByRole('main')).toHaveAttribute('lang', LANGUAGE_TAGS.en);
  await page.goto(to.search({ q: 'Said' }));
  await expect(page).toHaveTitle(/„Said“/);
  await page.getByRole('button', { name: new RegExp(`^${de('common.language')}`) }).click();
  await page.getByRole('link', { name: '日本語' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS.ja);
  await expect(page).toHaveURL(/\/search_result\?q=Said$/);
  // A language in the URL overrides the saved choice, and is kept in the page’s links.
  await page.goto('/?t=fr');
  await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS.fr);
  await page.getByRole('link', { name: wordsOf('fr')('common.about') }).click();
  await expect(page).toHaveURL(/\/about\?t=fr$/);
  await page.goto(to.about());
  await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS.ja);
});

test('a visitor is counted only after “accept all”', async ({ open, site }) => {
  const author = await newMember(site, 'counted');
  const { id, chapters } = await publishedStory(site, author, 'Nobody follows you', 2);
  const [first, second] = chapters;
  const counted = (page: Page) => {
    const calls: string[] = [];
    const isCount = (request: Request) => request.url().includes('/api/reader/count_read');
    page.on('request', (request) => {
      const { chapterId, toEnd } = request.postDataJSON() ?? {};
      if (isCount(request) && !toEnd) calls.push(chapterId);
    });
    return calls;
  };
  const page = await open();
  const calls = counted(page);
  const bar = page.getByRole('region', { name: t('common.cookies') });
  await page.goto(to.chapter({ storyId: id, chapterId: first!.id }));
  await bar.getByRole('button', { name: t('common.cookie_necessary') }).click();
  await expect(bar).toBeHidden();
  await nextLink(page).click();
  await expect(chapterTitle(page, second!.title)).toBeVisible();
  await page.reload();
  await expect(bar).toBeHidden();
  await previousLink(page).click();
  await expect(chapterTitle(page, first!.title)).toBeVisible();
  expect(calls).toEqual([]);

  // The choice can be changed on every page.
  await page.getByRole('button', { name: t('common.cookie_settings') }).click();
  const answer = page.waitForResponse((response) => response.url().includes('/api/reader/count_read'));
  await bar.getByRole('button', { name: t('common.cookie_all') }).click();
  expect((await answer).status()).toBe(200);
  await nextLink(page).click();
  await expect.poll(() => calls).toEqual([first!.id, second!.id]);
  await page.reload();
  await expect.poll(() => calls).toEqual([first!.id, second!.id, second!.id]);

  // Members are counted by their reading position, whatever they chose.
  const member = await open({ as: await newMember(site, 'not-followed') });
  const ofMember = counted(member);
  await member.goto('/');
  await member.getByRole('button', { name: t('common.cookie_all') }).click();
  const kept = member.waitForResponse((response) => response.url().includes('/api/reader/save_position'));
  await member.goto(to.chapter({ storyId: id, chapterId: first!.id }));
  await kept;
  expect(ofMember).toEqual([]);
});

test('a phone shows that an app is on its way until that is dismissed, and a wide window never does', async ({
  open,
}) => {
  const notice = (page: Page) => page.getByText(t('common.phone_notice'), { exact: true });
  const wide = await open();
  await wide.goto(to.about());
  await expect(notice(wide)).toBeHidden();
  const page = await open({ viewport: PHONE });
  await page.goto(to.about());
  await expect(notice(page)).toBeVisible();
  await page
    .locator('aside')
    .filter({ has: notice(page) })
    .getByRole('button', { name: t('common.dismiss') })
    .click();
  await expect(notice(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice(page)).toBeHidden();
});

test('recent searches can be repeated', async ({ open, site }) => {
  const author = await newMember(site, 'searched');
  const story = await publishedStory(site, author, 'Umbrella Weather');
  const { title } = story;
  await untilFound(site, story);
  const page = await open();
  // The search box works before any script file has loaded.
  await page.route(/\/assets\/[^/]*\.js$/, () => new Promise(() => {}));
  await page.goto('/');
  // The results page has a second box. Only the style sheet, which may not have loaded yet, hides one of them.
  const box = page.getByRole('banner').getByRole('textbox', { name: t('common.search') });
  for (const words of ['nothingofthekind', `  ${title} `]) {
    await box.fill(words);
    await box.press('Enter');
    await expect(page).toHaveTitle(new RegExp(`“${words.trim()}”`));
    await expect(box).toHaveValue('');
  }
  await expect(page.getByRole('main').getByRole('link', { name: title, exact: true })).toBeVisible();
  await box.fill(' ');
  await box.press('Enter');
  await expect(page).toHaveURL(/q=Umbrella(%20|\+)Weather(%20|\+)\d+$/);
  await page.getByRole('button', { name: t('common.search_empty') }).click();
  await page.getByRole('button', { name: 'nothingofthekind' }).click();
  await expect(page.getByText(t('search.nothing', { query: 'nothingofthekind' }))).toBeVisible();
  await page.reload();
  await box.focus();
  const again = page.getByRole('button', { name: title });
  await expect(again).toBeVisible();
  await box.press('u');
  await expect(again).toBeHidden();
  await box.press('Backspace');
  await expect(again).toBeVisible();
  await box.press('Escape');
  await expect(again).toBeHidden();
  await box.press('Shift+Tab');
  await box.focus();
  await expect(again).toBeVisible();
  await page.getByRole('button', { name: t('common.search_history_clear') }).click();
  await expect(page.getByRole('search').getByText(t('common.search_history'))).toBeHidden();
});

test('filters are applied immediately, and on a phone after showing how many stories remain', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'filtered');
  const story = await publishedStory(site, author, 'Sieve of Evenings');
  const { title } = story;
  await untilFound(site, story);
  const address = to.search({ q: title });
  const phone = await open({ viewport: PHONE });
  await phone.goto(address);
  const filters = phone.getByRole('button', { name: t('search.filters') });
  await filters.click();
  await phone.getByRole('radio', { name: t('mode.relay') }).check();
  await expect(phone.getByRole('button', { name: t('search.show_count', { count: 0 }) })).toBeVisible();
  await phone.getByRole('radio', { name: t('mode.solo') }).check();
  await phone.getByRole('button', { name: t('search.show_count', { count: 1 }) }).click();
  await expect(phone).toHaveURL(/mode=solo/);
  await expect(filters).toBeFocused();

  // A list without words doesn’t open the keyboard after filtering. The icon does.
  await phone.goto(to.search({ sort: 'latest_created' }));
  await filters.click();
  await phone.getByRole('radio', { name: t('mode.solo') }).check();
  await phone.getByRole('button', { name: /Show \d+/ }).click();
  await expect(phone).toHaveURL(/mode=solo/);
  await expect(filters).toBeFocused();
  await phone.goto('/');
  await phone.getByRole('link', { name: t('common.search'), exact: true }).click();
  await expect(phone.getByRole('main').getByRole('textbox', { name: t('common.search') })).toBeFocused();

  const page = await open();
  await page.goto(address);
  const mode = (name: 'solo' | 'relay') => page.getByRole('radio', { name: t(`mode.${name}`) });
  await mode('relay').check();
  await expect(page).toHaveURL(/mode=relay/);
  await expect(mode('relay')).toBeFocused();
  await expect(page.getByText(t('search.nothing_filtered'))).toBeVisible();
  await mode('solo').check();
  await expect(page).toHaveURL(/mode=solo/);
  await page.goBack();
  await expect(mode('relay')).toBeChecked();
  await expect(page).toHaveURL(/mode=relay/);
});

test('the chip of languages is remembered for searches in the box only, and has the reader’s languages', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'polyglot');
  const story = await publishedStory(site, author, 'Tongues of Rain');
  await untilFound(site, story);
  const page = await open();
  const box = page.getByRole('banner').getByRole('textbox', { name: t('common.search') });
  const found = page.getByRole('main').getByRole('link', { name: story.title, exact: true });
  const search = async () => {
    await box.fill(story.title);
    await box.press('Enter');
    await expect(page).toHaveURL(/q=Tongues/);
  };
  await page.goto('/');
  await search();
  await expect(page).not.toHaveURL(/language=/);
  await page.getByRole('link', { name: 'Only in English' }).click();
  await expect(page).toHaveURL(/language=en$/);
  await page.goto('/');
  await search();
  await expect(page).toHaveURL(/language=en$/);
  await expect(found).toBeVisible();
  // An address without the chip is shown as it is.
  await page.goto(to.search({ q: story.title }));
  await expect(page.getByRole('link', { name: 'Only in English' })).toBeVisible();

  await page.evaluate(() => localStorage.setItem('languagesRead', '["de","en"]'));
  await page.goto(to.search({ q: story.title }));
  await page.getByRole('link', { name: 'Only in Deutsch, English' }).click();
  await expect(page).toHaveURL(/language=de(%2C|,)en$/);
  await expect(found).toBeVisible();
  const take = (filter: string) => page.getByRole('link', { name: t('search.take_away', { filter }) });
  await take('Deutsch').click();
  await expect(page).toHaveURL(/language=en$/);
  await take('English').click();
  await expect(page).not.toHaveURL(/language=/);
  await page.goto('/');
  await search();
  await expect(page).not.toHaveURL(/language=/);
});

test('the choices of a branch show what was read, and how to join or write a continuation', async ({ open, site }) => {
  const author = await newMember(site, 'forks');
  const { storyId, chapterId, wayId } = await branchingStory(site, author, 'The Forks of');
  const rules = { storyId, joinPolicy: 'applications' } as const;
  await createDemoApi(site.url).call(storyApi.update, rules, author.accessToken);
  const fork = to.chapter({ storyId, chapterId });
  const choices = (page: Page) => page.getByRole('navigation', { name: t('fork.what') });
  const mark = (page: Page) => choices(page).getByText(t('fork.read'));
  const writes = (page: Page) => choices(page).getByRole('link', { name: t('fork.kept') });
  const asks = (page: Page) => choices(page).getByRole('link', { name: t('fork.ask_first') });

  // For visitors this works without React.
  const visitor = await open();
  await visitor.goto(fork);
  await expect(asks(visitor)).toBeVisible();
  await expect(mark(visitor)).toBeHidden();
  await visitor.goto(to.chapter({ storyId, chapterId: wayId }));
  await visitor.locator('[data-text-end]').scrollIntoViewIfNeeded();
  await visitor.waitForFunction(
    (id) => JSON.parse(localStorage.getItem('reading') ?? '[]')[0]?.read.includes(id),
    wayId,
  );
  await visitor.goto(fork);
  await expect(mark(visitor)).toBeVisible();
  await expect(visitor.locator('html')).not.toHaveAttribute('data-settled');

  const member = await open({ as: await newMember(site, 'at-forks') });
  const kept = member.waitForResponse(
    (response) => response.url().includes('/api/reader/save_position') && response.request().postDataJSON().toEnd,
  );
  await member.goto(to.chapter({ storyId, chapterId: wayId }));
  await member.locator('[data-text-end]').scrollIntoViewIfNeeded();
  await kept;
  await member.goto(`${fork}?lang=de`);
  await expect(mark(member)).toBeVisible();
  await expect(asks(member)).toHaveAttribute('href', to.story({ storyId }, { lang: 'de' }));
  await expect(writes(member)).toHaveCount(0);

  const writer = await open({ as: author });
  await writer.goto(fork);
  await expect(writes(writer)).toBeVisible();
  await expect(asks(writer)).toBeHidden();
});
