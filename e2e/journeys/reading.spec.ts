import type { Locator, Page } from '@playwright/test';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { publishedStory, untilFound } from '../kit/english-stories.ts';
import { newMember } from '../kit/people.ts';
import { expect, PHONE, test } from '../kit/test.ts';
import { branchingStory, publishedWay } from '../kit/together.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
const chapterTitle = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title });
const nextLink = (page: Page) => page.getByRole('link', { name: new RegExp(`^${t('reader.next')}`) });
const previousLink = (page: Page) => page.getByRole('link', { name: new RegExp(`^${t('reader.previous')}`) });

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await goal.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The keyboard does not reach ${goal}`);
}

/** Returns how the text looks in the first frames that contain it. Each look occurs once. */
async function firstFrames(page: Page): Promise<string[]> {
  const looks = () => page.evaluate(() => (window as Window & { looks?: string[] }).looks ?? []);
  await expect.poll(async () => (await looks()).length).toBe(20);
  return [...new Set(await looks())];
}

/** On a desktop, the page contains a static map, which the interactive one replaces. */
async function expectMap(page: Page, path: string): Promise<void> {
  const { promise: fetched, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(/\/assets\/story-map-[^/]*\.js$/, async (route) => {
    await fetched;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  const stage = page.getByRole('region', { name: t('map.title'), exact: true });
  const picture = stage.locator('svg[aria-hidden="true"]');
  await expect(picture.getByText('Follow the heron')).toBeVisible();
  const drawing = stage.getByRole('img', { name: t('map.picture', { chapters: 7, ends: 2 }) });
  await expect(drawing).toBeHidden();
  arrive();
  await expect(drawing.getByText('Follow the heron')).toBeVisible();
  await expect(picture).toHaveCount(0);

  await page.getByRole('searchbox', { name: t('map.find_label') }).fill('the race');
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: 'To The race' });
  await expect(card).toContainText(t('map.not_read'));
  await card.getByRole('link', { name: t('map.read_from') }).click();
  await expect(chapterTitle(page, 'The race')).toBeVisible();
}

test('reader settings are chosen once and apply to each page from its first frame', async ({ open, site }) => {
  const author = await newMember(site, 'letters');
  const { id, chapters } = await publishedStory(site, author, 'Large letters', 3);
  const page = await open({ colorScheme: 'light' });
  await page.addInitScript(() => {
    const looks: string[] = [];
    Object.assign(window, { looks });
    const look = () => {
      const text = document.querySelector('main article p');
      if (text) {
        const { fontSize, lineHeight, color } = getComputedStyle(text);
        const ratio = (Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)).toFixed(1);
        looks.push([fontSize, ratio, color, document.documentElement.dataset.readerBg].join(' '));
      }
      if (looks.length < 20) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const [first, second, third] = chapters;
  await page.goto(to.chapter({ storyId: id, chapterId: first!.id }));
  const before = await firstFrames(page);
  expect(before).toHaveLength(1);
  expect(before[0]).toMatch(/^18px 1\.7 .* default$/);

  // With the keyboard only.
  const settings = page.getByRole('button', { name: t('reader.settings') });
  await tabTo(page, settings);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: t('reader.settings') });
  await panel.getByRole('radio', { name: t('reader.background_paper') }).check();
  await panel.getByRole('radio', { name: t('reader.size_large'), exact: true }).check();
  await panel.getByRole('radio', { name: t('reader.line_loose') }).check();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  const text = page.getByText(first!.text[0]!);
  await expect(text).toHaveCSS('font-size', '22px');
  await expect(text).toHaveCSS('line-height', '44px');

  await tabTo(page, nextLink(page));
  await page.keyboard.press('Enter');
  await expect(chapterTitle(page, second!.title)).toBeVisible();
  await expect(page.getByText(second!.text[0]!)).toHaveCSS('font-size', '22px');
  await page.reload();
  const light = await firstFrames(page);
  expect(light).toHaveLength(1);
  expect(light[0]).toMatch(/^22px 2\.0 .* paper$/);
  await settings.click();
  await expect(panel.getByRole('radio', { name: t('reader.background_paper') })).toBeChecked();
  await expect(panel.getByRole('radio', { name: t('reader.size_large'), exact: true })).toBeChecked();
  await page.keyboard.press('Escape');

  // The theme is chosen in the header and applies here, too.
  await page.goto('/');
  await page.getByRole('button', { name: t('common.theme') }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto(to.chapter({ storyId: id, chapterId: third!.id }));
  const dark = await firstFrames(page);
  expect(dark).toHaveLength(1);
  expect(dark[0]).toMatch(/^22px 2\.0 .* paper$/);
  expect(dark[0]).not.toBe(light[0]);
  await expect(nextLink(page)).toHaveCount(0);
  await previousLink(page).click();
  await expect(chapterTitle(page, second!.title)).toBeVisible();
});

test('reading continues where it stopped: for visitors on the same device, for members on any', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'stopping');
  const { id, title, chapters } = await publishedStory(site, author, 'Where we stopped', 3, 900);
  const [first, second, third] = chapters;
  const resumeOf = (page: Page) =>
    page.locator('section', { has: page.getByRole('heading', { name: t('resume.title') }) });

  // The home page shows what can be continued without React.
  const REACT = /\/assets\/react-/;
  const never = () => new Promise<void>(() => {});

  const visitor = await open();
  await visitor.goto(to.story({ storyId: id }));
  await visitor.getByRole('link', { name: t('story.start') }).click();
  await expect(chapterTitle(visitor, first!.title)).toBeVisible();
  await nextLink(visitor).click();
  await expect(chapterTitle(visitor, second!.title)).toBeVisible();
  // Looking back at the end of the first chapter doesn’t mark another one as read.
  await visitor.goBack();
  await expect(chapterTitle(visitor, first!.title)).toBeAttached();
  await expect(nextLink(visitor)).toBeInViewport();
  await visitor.goForward();
  await expect(chapterTitle(visitor, second!.title)).toBeVisible();
  const readChapters = () => visitor.evaluate(() => JSON.parse(localStorage.getItem('reading') ?? '[]')[0].read);
  expect(await readChapters()).toEqual([first!.id]);
  // In the middle of the second chapter, the first one is read. Reading continues in the second, at the same line.
  const line = visitor.getByText(second!.text[6]!);
  await line.evaluate((paragraph) => paragraph.scrollIntoView());
  await visitor.waitForFunction(
    (chapter) => (localStorage.getItem('spots') ?? '').includes(`"${chapter}"`),
    second!.id,
  );
  await visitor.route(REACT, never);
  await visitor.goto('/');
  await expect(resumeOf(visitor).getByText(t('resume.read_of', { read: 1, count: 3 }))).toBeVisible();
  await visitor.unroute(REACT);
  await resumeOf(visitor).getByRole('link', { name: title }).click();
  await expect(chapterTitle(visitor, second!.title)).toBeAttached();
  await expect(line).toBeInViewport();
  await expect(chapterTitle(visitor, second!.title)).not.toBeInViewport();
  // Opening and leaving the chapter doesn’t change the line.
  const spots = () => visitor.evaluate(() => localStorage.getItem('spots'));
  const before = await spots();
  await visitor.evaluate(() => {
    localStorage.removeItem('spots');
    dispatchEvent(new Event('scroll'));
  });
  await expect.poll(spots).toBe(before);
  await visitor.goto(to.story({ storyId: id }));
  await visitor.getByRole('link', { name: t('story.continue_with', { number: 2 }) }).click();
  await expect(line).toBeInViewport();
  await nextLink(visitor).scrollIntoViewIfNeeded();
  await visitor.waitForFunction(
    (chapter) => !(localStorage.getItem('spots') ?? '').includes(`"${chapter}"`),
    second!.id,
  );
  // At the end of the second chapter, both pages continue with the third.
  await visitor.goto('/');
  await expect(resumeOf(visitor).getByText(t('resume.next', { number: 3, title: third!.title }))).toBeVisible();
  await resumeOf(visitor).getByRole('link', { name: title }).click();
  await expect(chapterTitle(visitor, third!.title)).toBeVisible();
  await visitor.goto(to.chapter({ storyId: id, chapterId: second!.id }));
  await expect(chapterTitle(visitor, second!.title)).toBeInViewport();
  await visitor.goto(to.story({ storyId: id }));
  await visitor.getByRole('link', { name: t('story.continue_with', { number: 3 }) }).click();
  await expect(chapterTitle(visitor, third!.title)).toBeVisible();

  const stranger = await open();
  await stranger.goto('/');
  await expect(stranger.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(resumeOf(stranger)).toBeHidden();

  const member = await newMember(site, 'two-devices');
  const phone = await open({ as: member });
  const kept = phone.waitForResponse(
    (response) => response.url().includes('/api/reader/save_position') && response.ok(),
  );
  await phone.goto(to.chapter({ storyId: id, chapterId: second!.id }));
  await kept;
  const finished = phone.waitForResponse(
    (response) => response.url().includes('/api/reader/save_position') && response.ok(),
  );
  await nextLink(phone).scrollIntoViewIfNeeded();
  await finished;
  const desktop = await open({ as: member });
  await desktop.route(REACT, never);
  await desktop.goto('/');
  await expect(resumeOf(desktop).getByText(t('resume.read_of', { read: 1, count: 3 }))).toBeVisible();
  await desktop.unroute(REACT);
  await resumeOf(desktop).getByRole('link', { name: title }).click();
  await expect(chapterTitle(desktop, third!.title)).toBeVisible();
  await desktop.goto(to.story({ storyId: id }));
  await expect(desktop.getByText(t('story.stopped_here'))).toBeVisible();
  await expect(desktop.getByText(t('story.read_of', { read: 1, count: 3 })).first()).toBeVisible();
});

test('without JavaScript everything can be read and found', async ({ open, site }) => {
  const author = await newMember(site, 'plain');
  const story = await publishedStory(site, author, 'Plain paper', 2);
  const { id, title, chapters } = story;
  const [first, second] = chapters;
  await untilFound(site, story);
  const page = await open({ javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('link', { name: title }).first().click();
  await page.getByRole('link', { name: t('story.start') }).click();
  await expect(page.getByText(first!.text.at(-1)!)).toBeVisible();
  await nextLink(page).click();
  await expect(chapterTitle(page, second!.title)).toBeVisible();
  await expect(page.getByText(second!.text[0]!)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: author.username }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: author.username })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: title }).first().click();
  await expect(page).toHaveURL(new RegExp(to.story({ storyId: id })));
  for (const name of [t('common.about'), t('common.agreement'), t('common.privacy')]) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(3);
  }
  await page.getByRole('button', { name: new RegExp(`^${t('common.language')}\\s?[:：]`) }).click();
  await page.getByRole('link', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS.es);
  await expect(page).toHaveURL(/\/agreement\/privacy\?t=es$/);
  await page.getByRole('textbox').fill(title);
  await page.getByRole('textbox').press('Enter');
  await expect(page.getByRole('main').getByRole('link', { name: title }).first()).toBeVisible();
});

test('the outline of a branch expands on click, also without JavaScript, and the map is beside it', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'unwinds');
  const { storyId, chapterId, wayId } = await branchingStory(site, author, 'The Reel of');
  let parentChapterId = wayId;
  for (const title of ['The reeds', 'The weir', 'The mill', 'The race'])
    parentChapterId = await publishedWay(site, author, { storyId, parentChapterId, choice: `To ${title}`, title });
  await publishedWay(site, author, { storyId, parentChapterId: chapterId, choice: 'Stay dry', title: 'The bank' });
  for (const javaScriptEnabled of [true, false]) {
    const page = await open({ viewport: PHONE, javaScriptEnabled });
    await page.goto(to.storyMap({ storyId }));
    const last = page.getByRole('link', { name: 'To The race' });
    await expect(page.getByRole('link', { name: 'Stay dry' })).toBeVisible();
    await expect(last).toBeHidden();
    await page.getByText(t('outline.folded', { chapters: 4, ends: 1 })).click();
    await last.click();
    await expect(chapterTitle(page, 'The race')).toBeVisible();
  }
  await expectMap(await open(), to.storyMap({ storyId }));

  // A choice made before React is loaded takes effect.
  const phone = await open({ viewport: PHONE });
  const pressed = Promise.withResolvers<void>();
  await phone.route('**/assets/*.js', (route) => pressed.promise.then(() => route.continue()));
  await phone.goto(to.storyMap({ storyId }), { waitUntil: 'domcontentloaded' });
  await phone.getByText(t('map.whole'), { exact: true }).click();
  pressed.resolve();
  const drawing = phone.getByRole('img', { name: t('map.picture', { chapters: 7, ends: 2 }) });
  await expect(drawing).toBeVisible();
  const { x, y, width } = (await drawing.boundingBox())!;
  // The first chapter is at the top center.
  await phone.mouse.click(x + width / 2, y + 12);
  await expect(phone.getByRole('link', { name: t('map.read_from') })).toBeVisible();
});

test('shows a not-found page with a link home and a feedback form', async ({ open, site }) => {
  const member = await newMember(site, 'lost');
  const page = await open({ as: member });
  const missing = page.getByRole('heading', { level: 1, name: t('common.not_found_title') });
  for (const address of [
    '/no/such/page',
    to.story({ storyId: '987654321' }),
    to.chapter({ storyId: '987654321', chapterId: '1' }),
    to.agreement({ type: 'none' }),
  ]) {
    expect((await page.goto(address))?.status()).toBe(404);
    await expect(missing).toBeVisible();
  }
  expect((await page.goto(to.user({ userSlug: 'nobody-of-that-name' })))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: t('user.not_found') })).toBeVisible();
  await page.goto('/no/such/page');
  await page.getByRole('link', { name: t('common.back_home') }).click();
  await expect(page).toHaveURL(/\/$/);

  await page.getByRole('button', { name: t('common.feedback') }).click();
  const dialog = page.getByRole('dialog', { name: t('feedback.title') });
  await dialog.getByRole('radio', { name: t('feedback.type.feature') }).check();
  await dialog.getByRole('button', { name: t('feedback.send') }).click();
  const description = dialog.getByLabel(t('feedback.description'));
  await expect(description).toBeFocused();
  await description.fill('A page for lost umbrellas.');
  // Closed by mistake and reopened, the form still contains the text.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('common.feedback') }).click();
  await expect(description).toHaveValue('A page for lost umbrellas.');
  await dialog.getByLabel(t('feedback.contact')).fill(member.email);
  await dialog.getByRole('button', { name: t('feedback.send') }).click();
  await expect(page.getByText(t('footer.feedback.successToast'))).toBeVisible();
  await expect(dialog).toBeHidden();
});
