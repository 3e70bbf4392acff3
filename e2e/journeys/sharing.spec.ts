import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { expectAccessible, expectToFit } from '../kit/accessibility.ts';
import { endPhase, enter, vote, writingRound } from '../kit/contests.ts';
import { publishedStory } from '../kit/english-stories.ts';
import { newMember } from '../kit/people.ts';
import { untilNotified } from '../kit/site-deps.ts';
import { moderatorToken } from '../kit/stories.ts';
import { expect, PHONE, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
const share = (page: Page) => page.getByRole('main').getByRole('button', { name: t('common.share') });
const sheet = (page: Page) => page.getByRole('dialog', { name: t('share.title') });
const card = (page: Page) => sheet(page).getByRole('img');

/** Records what the page gives to the share sheet of the system, which `fails` with an error of this name. */
async function fakeSystemSheet(page: Page, { files, fails }: { files: boolean; fails?: string }): Promise<void> {
  await page.addInitScript(
    ([hasFiles, error]) => {
      const share = async (data: ShareData) => {
        const given = {
          ...data,
          files: data.files?.map(({ name, type, size }) => ({ name, type, isEmpty: size === 0 })),
        };
        Object.assign(window, { given: JSON.stringify(given) });
        if (error) throw new DOMException('', error);
      };
      Object.defineProperty(navigator, 'share', { value: share, configurable: true });
      Object.defineProperty(navigator, 'canShare', { value: ({ files }: ShareData) => !files || hasFiles });
    },
    [files, fails] as const,
  );
}
const given = (page: Page) =>
  page.evaluate(() => JSON.parse((window as unknown as { given?: string }).given ?? 'null'));

/** Selects the words of a paragraph, as a reader does. */
async function selectParagraph(page: Page, index: number): Promise<string> {
  const paragraph = page.getByRole('article').locator('p').nth(index);
  await paragraph.click({ clickCount: 3, position: { x: 5, y: 5 } });
  return page.evaluate(() => document.getSelection()!.toString().trim());
}

test('a chapter is shared as a link and as a picture, with the selected words; its code is loaded at the press', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'shared');
  const { id, title, chapters } = await publishedStory(site, author, 'To pass on', 1, 330);
  const [chapter] = chapters;
  const address = to.chapter({ storyId: id, chapterId: chapter!.id });
  const page = await open({ viewport: PHONE });
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  const drawing: string[] = [];
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script' && (await response.text().catch(() => '')).includes('toBlob'))
      drawing.push(response.url());
  });
  await page.goto(address);
  const selected = await selectParagraph(page, 1);
  await share(page).scrollIntoViewIfNeeded();
  await page.waitForFunction(() => 'settled' in document.documentElement.dataset);
  expect(drawing).toEqual([]);
  await share(page).press('Enter');
  await expect(card(page)).toHaveAttribute('alt', new RegExp(`${chapter!.title}.*${author.username}.*${title}`));
  await expect.poll(() => drawing).toHaveLength(1);
  await expectAccessible(page, 'sharing');
  await expectToFit(page, 'sharing');
  await expect(card(page)).toHaveAttribute('alt', new RegExp(selected.slice(0, 40)));

  // The picture changes with its text.
  await sheet(page)
    .getByRole('radio', { name: t('share.opening') })
    .check();
  await expect(card(page)).toHaveAttribute('alt', new RegExp(chapter!.text[0]!.slice(0, 40)));
  const download = page.waitForEvent('download');
  await sheet(page)
    .getByRole('link', { name: t('share.save_card') })
    .click();
  const png = await readFile(await (await download).path());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 800]);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await sheet(page)
    .getByRole('button', { name: t('share.copy_link') })
    .click();
  await expect(page.getByRole('status').getByText(t('share.link_copied'))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}${address}`);
  await expect(sheet(page).getByRole('button', { name: t('share.send') })).toHaveCount(0);

  // If the browser refuses, the link can be copied by hand.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await sheet(page)
    .getByRole('button', { name: t('share.copy_link') })
    .click();
  await expect(page.getByText(t('share.copy_by_hand'))).toBeVisible();
  await expect(sheet(page).getByRole('textbox', { name: t('share.link') })).toBeFocused();
  expect(await page.evaluate(() => document.getSelection()!.toString())).toBe(`${site.url}${address}`);
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await expect(share(page)).toBeFocused();
});

test('the system’s sheet gets the picture where it takes files; the story has no picture, a hidden chapter no sharing', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'sheet');
  const { id, title, chapters } = await publishedStory(site, author, 'To send on', 2, 330);
  const [first, second] = chapters;
  const chapterUrl = (chapterId: string) => to.chapter({ storyId: id, chapterId });
  const page = await open();
  await fakeSystemSheet(page, { files: true });
  await page.goto(chapterUrl(first!.id));
  await share(page).click();
  await expect(card(page)).toBeVisible();
  await sheet(page)
    .getByRole('button', { name: t('share.send') })
    .click();
  await expect
    .poll(() => given(page))
    .toEqual({
      title: `${first!.title} · ${title}`,
      url: `${site.url}${chapterUrl(first!.id)}`,
      files: [{ name: 'card.png', type: 'image/png', isEmpty: false }],
    });

  // The cover can’t be loaded: the rest works, and the picture can be tried again.
  let isDown = true;
  await page.route(/\/images\//, (route) =>
    isDown && route.request().resourceType() === 'fetch' ? route.abort() : route.fallback(),
  );
  await page.reload();
  await share(page).click();
  await expect(sheet(page).getByText(t('share.card_failed'))).toBeVisible();
  await expect(sheet(page).getByRole('button', { name: t('share.send') })).toBeEnabled();
  isDown = false;
  await sheet(page)
    .getByRole('button', { name: t('common.load_again') })
    .click();
  await expect(card(page)).toBeVisible();

  const story = await open();
  await fakeSystemSheet(story, { files: false, fails: 'NotAllowedError' });
  await story.goto(to.story({ storyId: id }));
  await share(story).click();
  await expect(card(story)).toHaveCount(0);
  await sheet(story)
    .getByRole('button', { name: t('share.send') })
    .click();
  await expect(story.getByText(t('share.not_sent'))).toBeVisible();
  expect(await given(story)).toEqual({ title, url: `${site.url}${to.story({ storyId: id })}` });
  await expect(sheet(story).getByRole('textbox', { name: t('share.link') })).toBeFocused();

  // A page that was open before still has the button, but no words for a picture.
  const before = await open();
  await before.goto(chapterUrl(second!.id));
  const hide = { action: 'hide_chapter', targetId: second!.id, rule: 'spam', reason: 'Long enough a reason' } as const;
  await createDemoApi(site.url).call(caseApi.restrict, hide, await moderatorToken(site));
  await untilNotified(site);
  await share(before).click();
  await expect(sheet(before).getByRole('textbox', { name: t('share.link') })).toBeVisible();
  await expect(card(before)).toHaveCount(0);
  await before.goto(chapterUrl(second!.id));
  await expect(before.getByRole('heading', { level: 1, name: t('common.hidden_chapter') })).toBeVisible();
  await expect(before.getByRole('button', { name: t('common.share') })).toHaveCount(0);
});

test('the result of a round is shared once it is completed', async ({ open, site }) => {
  test.setTimeout(240_000);
  const [mara, jonas, lea] = [
    await newMember(site, 'share-host'),
    await newMember(site, 'share-guest'),
    await newMember(site, 'share-voter'),
  ];
  const { story, roundId } = await writingRound(site, 'The Verdict of', mara, jonas);
  await enter(site, roundId, mara, 'The first oar');
  const winner = await enter(site, roundId, jonas, 'The second oar');
  await endPhase(site, roundId, 'voting');
  const page = await open();
  await page.goto(to.voting({ roundId }));
  await expect(page.getByText('The second oar').first()).toBeVisible();
  await expect(page.getByRole('button', { name: t('common.share') })).toHaveCount(0);
  await vote(site, roundId, lea, winner.id);
  await endPhase(site, roundId, 'completed');
  await expect(async () => {
    await page.goto(to.voting({ roundId }));
    await expect(share(page)).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 100_000 });
  await share(page).click();
  await expect(card(page)).toHaveAttribute(
    'alt',
    new RegExp(`The second oar.*${jonas.username}.*${t('share.votes', { votes: 1, count: 1 })}.*${story.title}`),
  );
});
