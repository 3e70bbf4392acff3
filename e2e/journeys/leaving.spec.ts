import { stat } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { DAY, SECOND } from '#core/time.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { timePasses } from '../kit/account-deletion.ts';
import { draftChapter, publishedStory } from '../kit/english-stories.ts';
import { enterBy, newMember, PASSWORD } from '../kit/people.ts';
import { expect, test } from '../kit/test.ts';
import { letIn } from '../kit/together.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
const partOf = (page: Page) => page.locator('#texts-and-you');

/** Requests account deletion on the profile page. Texts stay published. */
async function leave(page: Page): Promise<void> {
  const part = partOf(page);
  await part.getByText(t('leaving.delete_account'), { exact: true }).click();
  await expect(part.getByRole('radio').first()).toBeChecked();
  await part.getByLabel(t('proof.password'), { exact: true }).fill(PASSWORD);
  await part.getByRole('button', { name: t('leaving.delete') }).click();
  await expect(page.getByRole('button', { name: t('leaving.keep') })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: t('common.log_in'), exact: true })).toBeVisible();
  // The page shows only that, and doesn’t ask to log in.
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('after export and account deletion, a member’s texts stay without the name, others’ texts unchanged', async ({
  open,
  site,
}) => {
  test.setTimeout(180_000);
  const [creator, member] = [await newMember(site, 'stays'), await newMember(site, 'leaves')];
  const alone = await publishedStory(site, member, 'Alone', 1);
  const relay = await publishedStory(site, creator, 'Together', 1, 330, 'relay');
  await letIn(site, creator, relay.id, member);
  const api = createDemoApi(site.url);
  const written = [];
  for (const [author, nextAuthorId] of [
    [creator, member.id],
    [member, creator.id],
  ] as const) {
    const chapter = await draftChapter(site, author, relay.id, 330);
    await api.call(chapterApi.submit, { chapterId: chapter.id, nextAuthorId }, author.accessToken);
    await expect(() => api.call(chapterApi.detail, { chapterId: chapter.id })).toPass();
    written.push(chapter);
  }

  const page = await open({ as: member });
  await page.goto(to.profile());
  const part = partOf(page);
  await part.getByRole('button', { name: t('leaving.export') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('proof.password'), { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: t('leaving.export'), exact: true }).click();
  const link = part.getByRole('button', { name: t('leaving.export_download') });
  await expect(link).toBeVisible({ timeout: 30 * SECOND });
  const download = page.waitForEvent('download');
  await link.click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  expect((await stat(await file.path())).size).toBeGreaterThan(1000);

  await leave(page);
  const reader = await open();
  await reader.goto(to.story({ storyId: alone.id }));
  await expect(reader.getByRole('main').getByText(member.username).first()).toBeVisible();
  await timePasses(site, member.email, 14 * DAY);
  await expect(async () => {
    await reader.goto(to.story({ storyId: alone.id }));
    await expect(reader.getByRole('main').getByText('former author').first()).toBeVisible({ timeout: SECOND });
  }).toPass({ timeout: 30 * SECOND });
  await expect(reader.getByText(member.username)).toHaveCount(0);
  const [theirs, own] = await Promise.all(written.map(({ id }) => api.call(chapterApi.detail, { chapterId: id })));
  expect(theirs!.author?.username).toBe(creator.username);
  expect(own!.author?.username).toBe('former author');
  await reader.goto(to.user({ userSlug: member.slug }));
  await expect(reader.getByRole('heading', { level: 1, name: member.username })).toHaveCount(0);
});

test('logging in on the thirteenth day cancels the deletion', async ({ open, site }) => {
  const member = await newMember(site, 'wavers');
  const page = await open({ as: member });
  await page.goto(to.profile());
  await leave(page);
  await timePasses(site, member.email, 13 * DAY);
  await page.goto(to.profile());
  await page
    .getByRole('main')
    .getByRole('button', { name: t('common.log_in') })
    .click();
  await enterBy(page, member);
  await expect(page.getByText(t('accounts.account_kept'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: member.username })).toBeVisible();
  await timePasses(site, member.email, 2 * DAY);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: member.username })).toBeVisible();
  await expect(partOf(page).getByText(t('leaving.delete_account'), { exact: true })).toBeVisible();
});
