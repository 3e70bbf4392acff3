import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { storyApi } from '#features/stories/contract.ts';
import { otherWords } from '#testing/other-words.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { publishedStory } from '../kit/english-stories.ts';
import { newMember } from '../kit/people.ts';
import { untilNotified } from '../kit/site-deps.ts';
import { freshStory, publishedStory as publishedStoryOf } from '../kit/stories.ts';
import { DESKTOP, expect, PHONE, test } from '../kit/test.ts';
import { branchingStory, letIn } from '../kit/together.ts';
import { approveTranslation, newReviewer, sendTranslation } from '../kit/translations.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
const chapterTitle = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title });
const nextLink = (page: Page) => page.getByRole('link', { name: new RegExp(`^${t('reader.next')}`) });
const bar = (page: Page) =>
  page.getByRole('banner').filter({ has: page.getByRole('button', { name: t('reader.settings') }) });
const sheet = (page: Page) => page.getByRole('navigation', { name: t('reader.contents') });

/** Scrolls by this much, and waits until the page has handled it. */
async function scroll(page: Page, by: number): Promise<void> {
  await page.evaluate(
    (distance) =>
      new Promise((resolve) => {
        addEventListener('scroll', () => requestAnimationFrame(resolve), { once: true });
        scrollBy(0, distance);
      }),
    by,
  );
}

/** Scrolls down once, which loads the script of the reading aids, and waits for it. */
async function startReading(page: Page): Promise<void> {
  await scroll(page, 1500);
  await expect(bar(page).locator('[data-so-far]')).toBeAttached();
}

for (const [name, viewport] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)
  test(`on ${name}, the bar returns after scrolling up, with the chapters, the time left and the night`, async ({
    open,
    site,
  }) => {
    const author = await newMember(site, 'comfort');
    const { id, chapters } = await publishedStory(site, author, 'In comfort', 3, 1500);
    const [first, second, third] = chapters;
    const page = await open({ viewport, colorScheme: 'light' });
    await page.goto(to.chapter({ storyId: id, chapterId: second!.id }));
    await expect(bar(page)).toBeInViewport();
    await startReading(page);
    await expect(bar(page)).not.toBeInViewport();
    await scroll(page, -79);
    await expect(bar(page)).not.toBeInViewport();
    await scroll(page, -1);
    await expect(bar(page)).toBeInViewport();
    await expect(bar(page).locator('[data-so-far]')).toHaveText(/^\d+% · \d+ min left$/);
    await scroll(page, 1);
    await expect(bar(page)).not.toBeInViewport();

    // It doesn’t cover a selection.
    await page.evaluate(() => {
      const text = document.elementFromPoint(innerWidth / 2, 20)?.closest('p');
      if (text) getSelection()!.selectAllChildren(text);
    });
    await scroll(page, -90);
    await page.evaluate(() => getSelection()!.removeAllRanges());
    await expect(bar(page)).toBeInViewport();
    await page.evaluate(() => {
      const text = document.elementsFromPoint(innerWidth / 2, 20).find((element) => element.matches('article p'));
      getSelection()!.selectAllChildren(text!);
    });
    await expect(bar(page)).not.toBeInViewport();
    await page.evaluate(() => getSelection()!.removeAllRanges());
    await expect(bar(page)).toBeInViewport();

    // The list of chapters is a sheet over the text.
    const place = await page.evaluate(() => scrollY);
    // Playwright would scroll to a link that sticks to the window.
    const { x, y } = (await page.getByRole('link', { name: t('reader.contents') }).boundingBox())!;
    await page.mouse.click(x + 10, y + 10);
    await expect(sheet(page).getByRole('link', { name: second!.title })).toHaveAttribute('aria-current', 'true');
    await expect(sheet(page).getByRole('link', { name: first!.title })).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(place);
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toBeHidden();
    await page.getByRole('link', { name: t('reader.contents') }).click();
    await sheet(page).getByRole('link', { name: third!.title }).click();
    await expect(chapterTitle(page, third!.title)).toBeVisible();

    // Night is one press away in the settings, and stays.
    await page.getByRole('button', { name: t('reader.settings') }).click();
    const settings = page.getByRole('dialog', { name: t('reader.settings') });
    await expect(settings.getByRole('radio', { name: t('reader.theme_light') })).toBeChecked();
    await settings.getByRole('radio', { name: t('reader.theme_dark') }).check();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await settings.getByRole('radio', { name: t('reader.size_x_large') }).check();
    await settings.getByRole('radio', { name: t('reader.face_sans') }).check();
    await expect(page.getByText(third!.text[0]!)).toHaveCSS('font-size', '26px');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByText(third!.text[0]!)).toHaveCSS('font-size', '26px');
    await expect(page.getByText(third!.text[0]!)).toHaveCSS('font-family', /^system-ui/);
  });

test('keys move by paragraph and chapter, unless someone types or has turned them off', async ({ open, site }) => {
  const author = await newMember(site, 'keys');
  const { id, chapters } = await publishedStory(site, author, 'By the keys', 2, 1500);
  const [first, second] = chapters;
  const page = await open();
  await page.goto(to.chapter({ storyId: id, chapterId: first!.id }));
  await page.keyboard.press('j');
  await expect(page.getByText(first!.text[0]!)).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.getByText(first!.text[1]!)).toBeFocused();
  await expect(page.getByText(first!.text[1]!)).toBeInViewport();
  await page.keyboard.press('k');
  await expect(page.getByText(first!.text[0]!)).toBeFocused();
  await page.keyboard.press('t');
  await expect(sheet(page).getByRole('link', { name: first!.title })).toBeFocused();
  // A menu has its own keys.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await expect(chapterTitle(page, first!.title)).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(chapterTitle(page, second!.title)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(chapterTitle(page, first!.title)).toBeAttached();

  // Typing in the login form.
  await page.getByRole('button', { name: t('thanks.give') }).click();
  await page.getByRole('textbox', { name: t('accounts.email'), exact: true }).pressSequentially('tj');
  await expect(sheet(page)).toHaveCount(0);
  await page.keyboard.press('Escape');

  // The sheet lists the keys, and turns them off.
  await page.getByRole('button', { name: t('reader.settings') }).click();
  const settings = page.getByRole('dialog', { name: t('reader.settings') });
  await settings.getByText(t('reader.keys')).click();
  await expect(settings.getByText(t('reader.keys_paragraph'))).toBeVisible();
  await settings.getByRole('checkbox', { name: t('reader.single_keys') }).uncheck();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await page.reload();
  await startReading(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('t');
  await expect(chapterTitle(page, first!.title)).toBeAttached();
  await expect(sheet(page)).toHaveCount(0);
});

test('at a fork, the key for the next chapter leads to the choices, and the one for the contents shows the path', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'fork-keys');
  const { storyId, chapterId, wayId } = await branchingStory(site, author, 'The Fork of');
  const page = await open();
  await page.goto(to.chapter({ storyId, chapterId }));
  await startReading(page);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-ways] a').first()).toBeFocused();

  await page.goto(to.chapter({ storyId, chapterId: wayId }));
  await page.keyboard.press('t');
  const path = page.getByRole('navigation', { name: t('reader.story_map') });
  await expect(path.getByRole('link', { name: t('outline.beginning') })).toBeFocused();
  await expect(path.getByRole('link', { name: t('reader.story_map') })).toBeVisible();
});

test('the end of a chapter links to the next one, and that of a finished story to other stories', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'endings');
  await publishedStory(site, author, 'Another one to read', 1);
  const { id, chapters } = await publishedStory(site, author, 'To the end', 2);
  const [first, second] = chapters;
  const visitor = await open({ viewport: PHONE });
  await visitor.goto(to.chapter({ storyId: id, chapterId: first!.id }));
  await expect(nextLink(visitor)).toContainText(second!.title);
  await expect(nextLink(visitor)).toContainText(second!.text[0]!.slice(0, 60));
  await nextLink(visitor).click();
  await expect(chapterTitle(visitor, second!.title)).toBeVisible();
  await expect(nextLink(visitor)).toHaveCount(0);
  const suggestions = visitor.getByRole('region', { name: t('discovery.read_next') });
  await expect(suggestions).toHaveCount(0);

  // While the story is ongoing, its author is offered to write the next chapter. Once it has ended, no one is.
  const own = await open({ as: author });
  await own.goto(to.chapter({ storyId: id, chapterId: second!.id }));
  await expect(own.getByRole('link', { name: t('reader.write_next') })).toBeVisible();
  await createDemoApi(site.url).call(storyApi.update, { storyId: id, progress: 'ended' }, author.accessToken);
  await untilNotified(site);
  await own.reload();
  await expect(own.getByRole('link', { name: t('reader.edit'), exact: true })).toBeVisible();
  await expect(own.getByRole('link', { name: t('reader.write_next') })).toHaveCount(0);
  await expect(own.getByText(t('reader.last_chapter'))).toHaveCount(0);
  await visitor.reload();
  await expect(suggestions.getByRole('link')).toHaveCount(2);
  await expect(suggestions.getByRole('link', { name: 'To the end' })).toHaveCount(0);
});

test('a member thanks the author, who sees how many did, and takes it back', async ({ open, site }) => {
  const author = await newMember(site, 'thanked');
  const reader = await newMember(site, 'thankful');
  const { id, chapters } = await publishedStory(site, author, 'With thanks', 1);
  const address = to.chapter({ storyId: id, chapterId: chapters[0]!.id });
  const thank = (page: Page) => page.getByRole('button', { name: t('thanks.give') });

  const visitor = await open();
  await visitor.goto(address);
  await thank(visitor).click();
  await expect(visitor.getByRole('heading', { name: t('accounts.reason_thank') })).toBeVisible();
  await visitor.close();

  const page = await open({ as: reader });
  await page.goto(address);
  await scrollToEnd(page);
  await thank(page).click();
  const thanked = page.getByRole('button', { name: t('thanks.given') });
  await expect(thanked).toHaveAttribute('aria-pressed', 'true');
  await expect(thanked).not.toHaveAttribute('aria-busy', 'true');

  const own = await open({ as: author });
  await own.goto(address);
  await scrollToEnd(own);
  await expect(own.getByText(t('thanks.received', { count: 1 }))).toBeVisible();
  await expect(thank(own)).toBeHidden();

  await page.reload();
  await scrollToEnd(page);
  await thanked.click();
  await expect(thank(page)).not.toHaveAttribute('aria-busy', 'true');
  await page.reload();
  await scrollToEnd(page);
  await expect(thank(page)).toHaveAttribute('aria-pressed', 'false');
});

/** Scrolls to the end of the text. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.locator('[data-text-end]').scrollIntoViewIfNeeded();
}

test('the end of the last chapter of a relay shows the current writer, and how to join', async ({ open, site }) => {
  const creator = await newMember(site, 'passing');
  const partner = await newMember(site, 'partner');
  const { id, chapters } = await publishedStory(site, creator, 'Handed on', 1, 330, 'relay');
  await letIn(site, creator, id, partner);
  await untilNotified(site);
  // In the time zone of the server, whose moments need no other words, but these have none yet.
  const page = await open({ viewport: PHONE, timezoneId: 'UTC' });
  await page.goto(to.chapter({ storyId: id, chapterId: chapters[0]!.id }));
  const writesOn = page.getByText(new RegExp(`^${t('relay.end_writing', { name: 'NAME' }).replace('NAME', '.+')}$`));
  await expect(writesOn).toBeHidden();
  await scrollToEnd(page);
  await expect(writesOn).toBeVisible();
  await expect(page.locator('time[data-kind="deadline"]')).toHaveText(/day/);
  await page.getByRole('link', { name: t('participation.apply'), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${to.story({ storyId: id })}(#.*)?$`));
});

test('long words can break, copied text stays as written, and lines of verse keep their shape', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'hyphens');
  const written = 'An incomprehensible misunderstanding.';
  const fresh = freshStory('Long words');
  const [chapter] = fresh.chapters;
  const story = await publishedStoryOf(site, author, {
    ...fresh,
    chapters: [{ ...chapter!, content: `${written}\n\nOne line\nand another\n\n${chapter!.content}` }],
  });
  const page = await open({ viewport: PHONE });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(to.chapter({ storyId: story.storyId, chapterId: story.chapterIds[0]! }));
  const paragraph = page.locator('article p').first();
  expect(await paragraph.textContent()).toBe(
    'An in\u00adcom\u00adpre\u00adhen\u00adsi\u00adble mis\u00adun\u00adder\u00adstand\u00ading.',
  );
  await startReading(page);
  await paragraph.evaluate((element) => getSelection()!.selectAllChildren(element));
  await page.keyboard.press('ControlOrMeta+c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(written);
  const verse = page.locator('article p').nth(1).locator('span');
  await expect(verse).toHaveText(['One line', 'and another']);
  await expect(verse.first()).toHaveCSS('text-indent', '-36px');
});

test('a translation shows the original of a paragraph, by its button and by a tap if chosen', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'original');
  const translator = await newMember(site, 'originals', 'de');
  const reviewer = await newReviewer(site, 'originals-reviewer', 'de');
  const { id, chapters } = await publishedStory(site, author, 'In two languages', 1);
  const [chapter] = chapters;
  const task = { storyId: id, chapterId: chapter!.id, language: 'de' } as const;
  await approveTranslation(
    site,
    reviewer,
    await sendTranslation(site, translator, task, (text) => `Auf Deutsch: ${otherWords(text)}`),
  );
  await untilNotified(site);
  const page = await open({ viewport: PHONE });
  await page.goto(`${to.chapter({ storyId: id, chapterId: chapter!.id })}?lang=de`);
  await scroll(page, 200);
  const paragraph = page.locator('article p').first();
  const original = paragraph.locator('[data-original-text]');
  await paragraph.getByRole('button', { name: t('reader.original') }).click();
  await expect(original).toHaveText(chapter!.text[0]!);
  await expect(original).toHaveAttribute('lang', 'en');
  await paragraph.getByRole('button', { name: t('reader.original') }).click();
  await expect(original).toHaveCount(0);
  await paragraph.click({ position: { x: 20, y: 10 } });
  await expect(original).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('button', { name: t('reader.settings') }).click();
  await page.getByRole('checkbox', { name: t('reader.original_by_tap') }).check();
  await page.keyboard.press('Escape');
  await paragraph.click({ position: { x: 20, y: 10 } });
  await expect(original).toHaveText(chapter!.text[0]!);
});
