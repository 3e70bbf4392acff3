import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { expectFocusSeen, tabAndPress, tabTo } from '../kit/keys.ts';
import { newMember, PASSWORD, type Person } from '../kit/people.ts';
import { freshProse, freshStory, publishedStory } from '../kit/stories.ts';
import { expect, PHONE, REVIEWED, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Skips the header, which is the same on every page. */
async function skipHead(page: Page, name = t('common.skip')): Promise<void> {
  await page.keyboard.press('Tab');
  await expect(link(page, name)).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('#main :focus, #main:focus')).toBeAttached();
  await page.keyboard.press('Shift+Tab');
}

/** Logs in through the dialog. Checks that the focus stays in it and is returned afterwards. */
async function logIn(page: Page, { email }: Person): Promise<void> {
  await page.goto('/');
  const opener = button(page, t('common.log_in'));
  const dialog = page.getByRole('dialog');
  const address = dialog.getByLabel(t('accounts.email'), { exact: true });
  await tabAndPress(page, opener);
  await expect(address).toBeFocused();
  // Once around in both directions: the focus never leaves the dialog.
  const stops = new Set<string>();
  for (let i = 0; i < 20; i += 1) {
    await page.keyboard.press(i < 10 ? 'Tab' : 'Shift+Tab');
    const stop = await page.evaluate(() => {
      const here = document.activeElement as HTMLElement;
      return here === document.body || here.closest('dialog')
        ? here.textContent || here.id
        : `behind: ${here.outerHTML}`;
    });
    expect(stop).not.toContain('behind');
    stops.add(stop);
    await expectFocusSeen(page);
  }
  expect(stops.size).toBeGreaterThan(4);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press('Space');
  await expect(address).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('loginModal.login_success'))).toBeVisible();
}

/** The step with the story’s details, which has every kind of field. */
async function firstStep(page: Page, title: string): Promise<void> {
  await tabAndPress(page, link(page, t('common.new_story')).last());
  const field = page.getByLabel(t('story_editor.title'), { exact: true });
  await expect(field).toBeVisible();
  await tabTo(page, field);
  await page.keyboard.type(title);
  // A title has only one line.
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(title);
  await tabTo(page, page.getByLabel(t('story_editor.description'), { exact: true }));
  await page.keyboard.type('A captain, a girl and a cage without a bird.');
  // The modes are one Tab stop. Arrow keys move between them.
  await tabTo(page, page.getByRole('radio', { name: t('mode.relay') }));
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: t('mode.solo') })).toBeChecked();
  // Submitted too early: the list of missing fields gets the focus, and links to each field.
  await tabAndPress(page, button(page, t('story_editor.next_chapter')));
  await expect(page.getByRole('alert')).toBeFocused();
  await tabAndPress(page, link(page, t('story_editor.need_categories')));
  await expect(page.getByRole('checkbox').first()).toBeFocused();
  await expectFocusSeen(page);
  await tabAndPress(page, page.getByRole('checkbox', { name: t('category.adventure') }), 'Space');
  const language = page.getByLabel(t('story_editor.language'), { exact: true });
  await tabTo(page, language);
  await page.keyboard.press('ArrowDown');
  await expect(language).not.toHaveValue('en');
  await page.keyboard.press('ArrowUp');
  await expect(language).toHaveValue('en');
  await tabAndPress(page, button(page, t('story_editor.next_chapter')));
  await expect(heading(page, t('story_editor.chapter_title'))).toBeFocused();
}

/** The step with the first chapter: fields, toolbar, block menu, and leaving the text with Tab. */
async function secondStep(page: Page): Promise<void> {
  const summary = page.getByLabel(t('chapters.summary'));
  const text = page.getByRole('textbox', { name: t('chapters.text') });
  const toolbar = page.getByRole('toolbar');
  await tabTo(page, page.getByLabel(t('chapters.title'), { exact: true }));
  await page.keyboard.type('The left boot');
  await page.keyboard.press('Enter');
  await expect(summary).toBeFocused();
  await page.keyboard.type('A ferry leaves late.');
  await tabTo(page, text);
  await page.keyboard.insertText(freshProse(120));
  await page.keyboard.press('Enter');
  await page.keyboard.type('Barefoot');

  await page.keyboard.press('Shift+Home');
  // The editor updates shortly after the browser has changed the selection.
  await expect(toolbar).toBeVisible();
  await page.keyboard.press('Alt+F10');
  await expect(toolbar.getByRole('button', { name: t('chapters.bold') })).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.press('ArrowRight');
  await expect(toolbar.getByRole('button', { name: t('chapters.italic') })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(text.locator('em')).toHaveText('Barefoot');
  await page.keyboard.press('Escape');
  await expect(text).toBeFocused();
  // Within 20 ms after it gets the focus, ProseMirror restores its own selection. An earlier key has no effect.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(toolbar).toBeHidden({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Enter');
  await page.keyboard.press('/');
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem').nth(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(text).toBeFocused();
  await expect(text.locator('p').last()).toHaveText('/');
  await page.keyboard.press('Backspace');

  // The text is not a focus trap: Tab leads on, and Shift+Tab back to the previous field.
  await page.keyboard.press('Shift+Tab');
  await expect(summary).toBeFocused();
  await expect(page.getByText(t('story_editor.chapter_saved'), { exact: true }).first()).toBeVisible();
  await tabAndPress(page, link(page, t('story_editor.next_rules')));
  await expect(heading(page, t('story_editor.rules_title'))).toBeFocused();
}

test('a member with only a keyboard creates a story and reads it', async ({ open, site }) => {
  const author = await newMember(site, 'keyboard');
  const page = await open();
  await logIn(page, author);
  const title = `The keyboard of ${author.username}`;
  await firstStep(page, title);
  await secondStep(page);
  await tabAndPress(page, button(page, t('story_editor.publish')));
  await expect(heading(page, t('publishing.story_out'))).toBeVisible(REVIEWED);
  await tabTo(page, link(page, t('publishing.see_story')));

  // Adds a second chapter.
  const storyId = /storyId=(\d+)/.exec(page.url())![1]!;
  const api = createDemoApi(site.url);
  const content = freshProse(120);
  const next = { storyId, title: 'The right boot', summary: 'A ferry comes back.', content };
  const { id: chapterId } = await api.call(chapterApi.create, next, author.accessToken);
  await api.call(chapterApi.submit, { chapterId }, author.accessToken);
  await expect(() => api.call(chapterApi.detail, { chapterId })).toPass();

  await page.keyboard.press('Enter');
  await expect(heading(page, title)).toBeVisible();
  await tabAndPress(page, link(page, t('story.start')).first());
  await expect(heading(page, 'The left boot')).toBeVisible();
});

test('a visitor with only a keyboard reads from chapter to chapter and changes the reader settings', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'keyboard-reader');
  const { storyId } = await publishedStory(site, author, freshStory(`Read by keys, ${author.username}`, 3));
  for (const viewport of [undefined, PHONE]) {
    const page = await open(viewport ? { viewport } : {});
    await page.goto(to.story({ storyId }));
    await skipHead(page);
    await tabAndPress(page, link(page, t('story.start')).first());
    await expect(heading(page, 'Knot 1')).toBeVisible();
    await skipHead(page, t('reader.skip'));
    await tabAndPress(page, link(page, t('reader.next')));
    await expect(heading(page, 'Knot 2')).toBeVisible();

    const settings = page.getByRole('button', { name: t('reader.settings') });
    const panel = page.getByRole('dialog', { name: t('reader.settings') });
    await tabAndPress(page, settings);
    await expect(panel).toBeVisible();
    await tabTo(page, page.getByRole('radio', { name: t('reader.background_default') }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: t('reader.background_paper') })).toBeFocused();
    await expectFocusSeen(page);
    await expect(page.locator('html')).toHaveAttribute('data-reader-bg', 'paper');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(settings).toBeFocused();
    await tabAndPress(page, link(page, t('reader.next')));
    await expect(heading(page, 'Knot 3')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-reader-bg', 'paper');
  }
});
