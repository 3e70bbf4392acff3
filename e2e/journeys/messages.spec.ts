import { to } from '#core/pages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { notify } from '#features/messages/server/index.ts';
import { participationApi } from '#features/participation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { newMember, type Person } from '../kit/people.ts';
import { type SiteAddress, siteDeps } from '../kit/site-deps.ts';
import { freshProse } from '../kit/stories.ts';
import { expect, PHONE, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
let seed = Number(process.env.TEST_WORKER_INDEX ?? 0) * 1000;

/** Publishes a story that others join by application or invitation. */
async function storyToJoin(site: SiteAddress, creator: Person): Promise<{ storyId: string; title: string }> {
  seed += 1;
  const api = createDemoApi(site.url);
  const title = `The night shift orchestra ${seed}`;
  const { id: storyId } = await api.call(
    storyApi.create,
    {
      title,
      description: 'They rehearse when the mill stands still.',
      mode: 'relay',
      categories: ['drama'],
      language: 'en',
    },
    creator.accessToken,
  );
  const chapter = { storyId, title: 'Tuning', summary: 'An oboe is missing.', content: freshProse(320) };
  await api.call(chapterApi.create, chapter, creator.accessToken);
  await api.call(storyApi.submit, { storyId }, creator.accessToken);
  await expect(async () => {
    expect((await api.call(storyApi.detail, { storyId })).status).toBe('published');
  }).toPass();
  await api.call(messageApi.markAllRead, {}, creator.accessToken);
  return { storyId, title };
}

test('an invitation appears in every open window immediately, and is accepted in the bell', async ({ open, site }) => {
  const creator = await newMember(site, 'host');
  const guest = await newMember(site, 'guest');
  const { storyId, title } = await storyToJoin(site, creator);
  const page = await open({ as: guest });
  const bell = (count: number) => page.getByRole('button', { name: t('inbox.bell', { count }), exact: true });
  await page.goto('/');
  await expect(bell(0)).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(to.messages());
  await expect(second.getByText(t('inbox.none'), { exact: true })).toBeVisible();
  const phone = await open({ as: guest, viewport: PHONE });
  const listening = phone.waitForResponse(/\/api\/live/);
  await phone.goto(to.messages({ tab: 'pending' }));
  await listening;

  const note = 'There is a chair beside the second violin.\nBring a lamp.';
  await createDemoApi(site.url).call(participationApi.invite, { storyId, userId: guest.id, note }, creator.accessToken);
  await expect(bell(1)).toBeVisible({ timeout: 3000 });
  const rowIn = (of: typeof page) => of.getByRole('main').getByRole('listitem').filter({ hasText: title });
  await expect(rowIn(second).getByRole('button', { name: t('inbox.accept') })).toBeVisible({ timeout: 3000 });
  await expect(rowIn(phone)).toContainText('Bring a lamp.', { timeout: 3000 });
  await expect(rowIn(phone)).toContainText('Expires');

  await bell(1).click();
  const latest = page.getByRole('list', { name: t('inbox.latest') });
  await latest.getByRole('button', { name: t('inbox.accept') }).click();
  await expect(page.getByText(t('inbox.joined'))).toBeVisible();
  await expect(bell(0)).toBeVisible();
  await expect(page.getByRole('heading', { name: t('inbox.unread') })).toBeFocused();
  // The other windows show the response, too.
  await expect(rowIn(second)).toContainText(t('inbox.accepted'));
  await expect(rowIn(second).getByRole('button')).toHaveCount(0);
  await expect(phone.getByText(t('inbox.none_pending'), { exact: true })).toBeVisible();
});

test('an application is declined in the inbox, and a withdrawn one is shown as withdrawn', async ({ open, site }) => {
  const creator = await newMember(site, 'asked');
  const [one, two] = [await newMember(site, 'one'), await newMember(site, 'two')];
  const { storyId } = await storyToJoin(site, creator);
  const api = createDemoApi(site.url);
  for (const { accessToken } of [one, two]) await api.call(participationApi.apply, { storyId }, accessToken);
  const page = await open({ as: creator });
  await page.goto(to.messages({ tab: 'pending' }));
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const rowOf = (person: Person) => rows.filter({ hasText: person.username });
  await rowOf(one)
    .getByRole('button', { name: t('inbox.decline') })
    .focus();
  await page.keyboard.press('Enter');
  await expect(rowOf(one)).toHaveCount(0);
  await expect(rowOf(two).getByRole('button', { name: t('inbox.accept') })).toBeFocused();

  // Withdrawn while the page is open: the window updates.
  await api.call(participationApi.withdraw, { storyId }, two.accessToken);
  await expect(rows).toHaveCount(0, { timeout: 3000 });
  await page.goto(to.messages());
  await expect(rowOf(one)).toContainText(t('inbox.declined'));
  await expect(rowOf(two)).toContainText(t('inbox.withdrawn'));
  // There is nothing left to do, so it counts as read.
  await expect(rowOf(two).getByRole('button', { name: t('inbox.ok') })).toHaveCount(0);
});

test('many messages about a story are folded below its newest one, and each tab says how many it has', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'prolific');
  const { storyId, title } = await storyToJoin(site, author);
  const { deps } = await siteDeps(site);
  for (let number = 2; number <= 5; number += 1)
    await notify(deps, 'chapter_approved', {
      to: author.id,
      storyId,
      params: { story: title, chapter: `Chapter ${number}` },
    });
  const page = await open({ as: author });
  await page.goto(to.messages({ tab: 'unread' }));
  const newest = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Chapter 5' });
  await expect(newest).toContainText(t('mode.relay'));
  const third = page.getByRole('main').getByText('Chapter 3');
  const older = page.getByText(t('inbox.more_about', { count: 3, story: title }), { exact: true });
  await expect(older).toBeVisible();
  await expect(third).toBeHidden();
  await older.click();
  await expect(third).toBeVisible();
  const tabs = page.getByRole('navigation', { name: t('inbox.tabs') });
  await expect(tabs.getByRole('link', { name: t('inbox.tab_unread') })).toHaveText(`${t('inbox.tab_unread')}4`);
  const read = tabs.getByRole('link', { name: new RegExp(`^${t('inbox.tab_read')}`) });
  const readBefore = await read.innerText();

  await page.getByRole('button', { name: t('inbox.mark_these', { count: 3 }) }).focus();
  await page.keyboard.press('Enter');
  await expect(third).toHaveCount(0);
  await expect(tabs.getByRole('link', { name: t('inbox.tab_unread') })).toHaveText(`${t('inbox.tab_unread')}1`);
  await expect(read).not.toHaveText(readBefore);
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});
