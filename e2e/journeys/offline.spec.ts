import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { publishedStory } from '../kit/english-stories.ts';
import { newMember } from '../kit/people.ts';
import { expect, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const nextLink = (page: Page) => page.getByRole('link', { name: new RegExp(`^${t('reader.next')}`) });

/** Waits until a page is stored on this device. */
const isHere = (page: Page, path: string) =>
  expect
    .poll(() => page.evaluate(async (at) => Boolean(await caches.match(at, { ignoreVary: true })), path))
    .toBe(true);

test('chapters that were read with a connection can be read without one, and others are shown as missing', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'tunnel');
  const { id, title, chapters } = await publishedStory(site, author, 'Through the tunnel', 3);
  const [first, second, third] = chapters;
  const at = (chapter: { id: string }) => to.chapter({ storyId: id, chapterId: chapter.id });
  const page = await open({
    serviceWorkers: 'allow',
    breaks: /Failed to fetch|Network ?Error|ERR_INTERNET_DISCONNECTED/,
  });
  const network = page.context();

  await page.goto(at(first!));
  // The page that was open before the service worker started is stored, too.
  await isHere(page, at(first!));
  await nextLink(page).click();
  await expect(heading(page, second!.title)).toBeVisible();
  await isHere(page, at(second!));

  await network.setOffline(true);
  await page.goto(at(first!));
  await expect(page.getByText(first!.text[0]!)).toBeVisible();
  await nextLink(page).click();
  await expect(heading(page, second!.title)).toBeVisible();
  await page.reload();
  await expect(page.getByText(second!.text[0]!)).toBeVisible();

  // For a chapter that was never opened, the offline page links to those that were.
  await page.goto(at(third!));
  await expect(heading(page, t('offline.title'))).toBeVisible();
  await expect(page.getByText(t('offline.some'))).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText(t('offline.here', { here: '2', count: '3' }));
  await expect(row).toContainText(t('offline.next', { number: '2' }));
  await row.getByRole('link', { name: title }).click();
  await expect(heading(page, second!.title)).toBeVisible();
  await page.goto('/');
  await expect(heading(page, t('offline.title'))).toBeVisible();

  // With a connection, the same address shows the page itself.
  await page.goto(at(third!));
  await network.setOffline(false);
  await page.getByRole('link', { name: t('offline.again') }).click();
  await expect(heading(page, third!.title)).toBeVisible();
});

test('in-page navigation without a connection shows what is stored on this device, too', async ({ open, site }) => {
  const author = await newMember(site, 'underground');
  const { id, chapters } = await publishedStory(site, author, 'Underground', 2);
  const [first, second] = chapters;
  const reader = await newMember(site, 'rider');
  const page = await open({
    as: reader,
    serviceWorkers: 'allow',
    breaks: /Failed to fetch|Network ?Error|ERR_INTERNET_DISCONNECTED/,
  });
  await page.goto(to.chapter({ storyId: id, chapterId: first!.id }));
  await isHere(page, to.chapter({ storyId: id, chapterId: first!.id }));
  await expect(page.locator('html')).toHaveAttribute('data-settled', '');
  await nextLink(page).click();
  await expect(heading(page, second!.title)).toBeVisible();
  // A page opened by in-page navigation is stored, too, without anything that only this member may see.
  await isHere(page, to.chapter({ storyId: id, chapterId: second!.id }));
  const kept = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return stores.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((path) => !/^\/(assets|images)\/|^\/story\/\d+(\/chapter\/\d+)?$|^\/offline$/.test(path))).toEqual(
    [],
  );

  await page.context().setOffline(true);
  await page.getByRole('link', { name: new RegExp(`^${t('reader.previous')}`) }).click();
  await expect(heading(page, first!.title)).toBeVisible();
});
