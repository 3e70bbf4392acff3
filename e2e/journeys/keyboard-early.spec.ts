import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { expectFocusSeen } from '../kit/keys.ts';
import { PAGES, PUBLIC_PAGES, VISITOR_PAGES } from '../kit/pages.ts';
import { newMember } from '../kit/people.ts';
import { freshStory, publishedStory } from '../kit/stories.ts';
import { expect, PHONE, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';
import { newWorld } from '../kit/world.ts';

const t = wordsOf('en');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens a page on a slow connection: the messages that React needs are held until the returned function is called. */
async function openDrowsy(page: Page, path: string, sentences: RegExp): Promise<() => Promise<void>> {
  const { promise: wait, resolve } = Promise.withResolvers<void>();
  await page.route(sentences, (route) => wait.then(() => route.continue()));
  const asked = page.waitForRequest(sentences);
  await page.goto(path);
  await page.keyboard.press('Tab');
  await asked;
  return async () => {
    resolve();
    await expect(page.locator('html')).toHaveAttribute('data-settled');
  };
}

test('a page whose React is still loading can do what it can do without scripts', async ({ open, site }) => {
  const author = await newMember(site, 'keyboard-early');
  const { storyId, chapterIds } = await publishedStory(site, author, freshStory(`Woken by keys, ${author.username}`));
  const page = await open();
  const wakeStory = await openDrowsy(page, to.story({ storyId }), /\/assets\/en-[^/]*\.js$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#main$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await wakeStory();
  await page.keyboard.press('Tab');
  await expect(page.locator('#main :focus')).toBeAttached();

  const reader = await open();
  const html = reader.locator('html');
  const chapter = to.chapter({ storyId, chapterId: chapterIds[0]! });
  const wakeChapter = await openDrowsy(reader, chapter, /\/assets\/en-[^/]*\.js$/);
  await reader.getByRole('button', { name: t('reader.settings') }).press('Enter');
  await reader.getByRole('radio', { name: t('reader.size_medium') }).press('ArrowRight');
  await expect(html).toHaveAttribute('data-size', 'large');
  await reader.keyboard.press('Escape');
  await button(reader, t('common.cookie_necessary')).press('Enter');
  await expect(html).toHaveAttribute('data-consent', 'necessary');
  await wakeChapter();
  await expect(html).toHaveAttribute('data-size', 'large');
});

test('a press while the page is still loading is carried out once it is loaded', async ({ open }) => {
  const page = await open();
  await page.addInitScript((name) => {
    new MutationObserver((_, observer) => {
      const door = [...document.querySelectorAll('button')].find((one) => one.textContent === name);
      if (!door) return;
      observer.disconnect();
      Object.assign(window, { pressedAt: document.readyState });
      door.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      door.click();
    }).observe(document, { childList: true, subtree: true });
  }, t('common.log_in'));
  await page.goto('/');
  await expect(page.getByRole('dialog', { name: t('common.log_in') })).toBeVisible();
  expect(await page.evaluate(() => (window as Window & { pressedAt?: string }).pressedAt)).not.toBe('complete');
});

test('a press that waits for a script shows a busy state, and is carried out once', async ({ open }) => {
  const page = await open();
  const { promise: scriptsMayCome, resolve: letScriptsCome } = Promise.withResolvers<void>();
  await page.route(/\/assets\/[^/]*\.js$/, (route) => scriptsMayCome.then(() => route.continue()));
  await page.goto(to.about());
  const feedback = button(page, t('common.feedback'));
  await feedback.click();
  await expect(feedback).toHaveAttribute('aria-busy', 'true');
  await feedback.click();
  letScriptsCome();
  // Visitors are asked to log in first.
  await expect(page.getByRole('dialog', { name: t('accounts.reason_feedback') })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
});

test('no page hides the focused element', async ({ open, site }) => {
  test.setTimeout(180_000);
  const world = await newWorld(site, 'en');
  const walked = [
    'home',
    'story',
    'chapter',
    'user agreement',
    'profile',
    'messages',
    'new story',
    'a story that is out',
  ];
  for (const viewport of [{ width: 1280, height: 600 }, PHONE]) {
    const visitor = await open({ viewport });
    const member = await open({ viewport, as: world.author });
    // The live stream never ends, and would keep the network from being idle.
    await member.route('**/api/live*', (route) => route.abort());
    for (const testPage of PAGES.filter(({ name }) => walked.includes(name))) {
      const page = PUBLIC_PAGES.includes(testPage) || VISITOR_PAGES.includes(testPage) ? visitor : member;
      await testPage.go(page, world);
      // Content that loads late could push the focused element out of the window.
      await page.waitForLoadState('networkidle');
      for (const key of ['Tab', 'Shift+Tab'])
        for (let i = 0; i < 12; i += 1) {
          await page.keyboard.press(key);
          await expectFocusSeen(page);
        }
    }
  }
});
