import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { publishedStory } from '../kit/english-stories.ts';
import { newMember } from '../kit/people.ts';
import { expect, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');

/** Records all requests that count a visit, and all requests to other origins. */
function watchCounting(page: Page, siteUrl: string) {
  const sent: string[] = [];
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== new URL(siteUrl).origin) foreign.push(request.url());
    if (!/^\/api\/(page\/count_view|reader\/count_read)$/.test(url.pathname)) return;
    const { page: kind, language, toEnd } = request.postDataJSON();
    expect(request.headers()).not.toHaveProperty('cookie');
    expect(request.headers()).not.toHaveProperty('authorization');
    sent.push(kind ? `${kind} ${language}` : toEnd ? 'ended' : 'read');
  });
  return { sent, foreign };
}

test('“necessary only” sends nothing, “accept all” the kind of page and language, until it is changed back', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'footprints');
  const { id, chapters } = await publishedStory(site, author, 'No footprints');
  const page = await open();
  const { sent, foreign } = watchCounting(page, site.url);
  const bar = page.getByRole('region', { name: t('common.cookies') });
  const [necessary, all] = [t('common.cookie_necessary'), t('common.cookie_all')].map((name) =>
    bar.getByRole('button', { name }),
  ) as [ReturnType<Page['getByRole']>, ReturnType<Page['getByRole']>];

  // Before a choice and after declining, nothing is sent on three pages, however they are left.
  await page.goto('/');
  const [one, other] = [await necessary.boundingBox(), await all.boundingBox()];
  expect(one!.height).toBe(other!.height);
  expect(one!.y).toBe(other!.y);
  await necessary.click();
  await expect(bar).toBeHidden();
  await page.goto(to.story({ storyId: id }));
  await page.goto(to.chapter({ storyId: id, chapterId: chapters[0]!.id }));
  await page.getByText(chapters[0]!.text.at(-1)!).scrollIntoViewIfNeeded();
  await page.goto(to.about({ t: 'de' }));
  expect(sent).toEqual([]);

  // The choice can be changed on every page with two presses.
  await page.goto(to.about());
  await page.getByRole('button', { name: t('common.cookie_settings') }).click();
  await all.click();
  await expect.poll(() => sent).toEqual(['about en']);
  await page.goto(to.chapter({ storyId: id, chapterId: chapters[0]!.id }));
  await page.locator('[data-text-end]').scrollIntoViewIfNeeded();
  await expect.poll(() => sent).toEqual(['about en', 'story_chapter en', 'read', 'ended']);

  // When opened again, the bar shows the current choice and can be closed. Another choice takes effect when it is
  // pressed.
  await page.goto(to.about());
  await expect.poll(() => sent.length).toBe(5);
  const settings = page.getByRole('button', { name: t('common.cookie_settings') });
  await settings.click();
  await expect(bar).toBeFocused();
  await expect(bar).toContainText(t('common.cookie_now_all'), { useInnerText: true });
  await bar.getByRole('button', { name: t('common.dismiss') }).click();
  await expect(bar).toBeHidden();
  await expect(settings).toBeFocused();
  await settings.click();
  await necessary.click();
  await expect(settings).toBeFocused();
  await page.goto('/');
  await expect(bar).toBeHidden();
  await page.goto(to.story({ storyId: id }));
  expect(sent).toHaveLength(5);
  expect(foreign).toEqual([]);
});

test('the author of a story sees how many read it and how far, and no one else does', async ({ open, site }) => {
  const author = await newMember(site, 'curious');
  const { id, title } = await publishedStory(site, author, 'Who comes by', 2);
  const page = await open({ as: author });
  await page.goto(to.story({ storyId: id }));
  await page.getByRole('link', { name: t('story.statistics') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  await expect(page.getByText(t('statistics.none_yet'))).toBeVisible();
  const stranger = await open({ as: await newMember(site, 'nosy') });
  await stranger.goto(to.statistics({ storyId: id }));
  await expect(stranger.getByRole('heading', { level: 1, name: t('common.not_found_title') })).toBeVisible();
});
