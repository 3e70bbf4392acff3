import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { firstAdministratorApi } from '#features/accounts/contract-first-administrator.ts';
import { type SiteProcess, startSiteProcess } from '#testing/site-process.ts';
import { memoryFolder } from '../../tools/memory-folder.ts';
import { expectAccessible, expectToFit } from '../kit/accessibility.ts';
import { publishFromFirstStep } from '../kit/first-chapter.ts';
import { signUpHere } from '../kit/signing-up.ts';
import { test as base, expect, PHONE } from '../kit/test.ts';
import { storyIn } from '../kit/texts.ts';
import { wordsOf } from '../kit/words.ts';

/** A separate site, with nothing in it and no mail server. */
let own: SiteProcess;
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: how Playwright names what a fixture needs
  site: async ({}, use) => use({ url: own.url, dataDir: own.dataDir }),
});

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const dataDir = await mkdtemp(join(memoryFolder(), 'skein-first-hour-'));
  // As root, the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711);
  own = await startSiteProcess({ DATA_DIR: dataDir });
});
test.afterAll(async () => {
  await own.stop();
  await rm(own.dataDir, { recursive: true, force: true });
});

const t = wordsOf('en');
/** Returns the links in the log that lead to this path or have this parameter. */
const logged = (part: string): string[] =>
  own
    .output()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as { link?: string }] : []))
    .flatMap(({ link }) => (link?.includes(part) ? [link] : []));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const main = (page: Page) => page.getByRole('main');

/** Checks that a page of the empty site says that nothing is there, and where to go. */
async function expectWayOn(page: Page, path: string, sentence: string, link: string): Promise<void> {
  await page.goto(path);
  await expect(main(page).getByText(sentence, { exact: true })).toBeVisible();
  await expect(main(page).getByRole('link', { name: link, exact: true }).first()).toBeVisible();
}

test('an operator becomes administrator by the link in the log, and publishes the first story', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await expectWayOn(page, '/', t('home.empty_title'), t('home.empty_act'));
  await expectWayOn(page, to.search(), t('home.empty_title'), t('home.empty_act'));
  await expectWayOn(page, to.search({ mode: 'relay' }), t('home.empty_title'), t('home.empty_act'));
  await expectWayOn(
    page,
    to.search({ q: 'lamp' }),
    t('search.nothing', { query: 'lamp' }),
    t('search.without_filters'),
  );

  // The site has no mail server, and the page says where the link is.
  const [link] = logged(to.firstAdmin());
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes(firstAdministratorApi.see.path) && asked.push(request.url()));
  await page.goto(link!);
  await expect(main(page).getByText(t('first_admin.mail_in_log'))).toBeVisible();
  // Returning to the tab costs nothing of the limit of logins.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expectToFit(page, 'the link, for visitors');
  await expectAccessible(page, 'the link, for visitors');
  expect(asked).toHaveLength(1);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await button(page, t('common.log_in')).last().click();
  const email = await signUpHere(page, 'operator', t('accounts.create_account_title'));
  await expect.poll(() => logged('verify=').length).toBe(1);

  // The email is opened in another browser. Signing up alone makes no administrator.
  const desk = await open();
  await desk.goto(logged('verify=')[0]!);
  await button(desk, t('accounts.verify_confirm')).click();
  await expect(desk).toHaveURL(new RegExp(`${to.firstAdmin()}\\?token=`));
  const act = button(desk, t('first_admin.act'));
  await expect(act).toBeFocused();
  await desk.goto(to.moderation());
  await expect(main(desk).getByText(t('moderation.login_text'))).toBeVisible();
  await desk.goto(link!);
  await act.click();
  await expect(desk.getByRole('heading', { level: 1, name: t('first_admin.done_title') })).toBeFocused();
  await expectAccessible(desk, 'the new administrator');
  await desk.emulateMedia({ colorScheme: 'light' });
  await desk.reload();
  await expect(desk.getByRole('heading', { level: 1, name: t('first_admin.done_title') })).toBeVisible();

  // The link works only once.
  const stranger = await open();
  await stranger.goto(link!);
  await expect(main(stranger).getByText(t('first_admin.gone_title'))).toBeVisible();
  await expect(main(stranger).getByRole('link', { name: t('common.back_home') })).toBeVisible();

  await expectWayOn(desk, to.moderation(), t('moderation.empty'), t('common.back_home'));
  await expect(main(desk).getByText(t('log.role_grant'))).toBeVisible();
  await expectWayOn(desk, to.messages(), t('inbox.none'), t('common.back_home'));
  await expectWayOn(desk, to.profile(), t('account.no_stories'), t('account.begin'));
  await expectWayOn(desk, to.profile({ tab: 'joined' }), t('account.no_joined'), t('account.find_to_join'));
  await expectWayOn(desk, to.profile({ tab: 'reviewing' }), t('account.no_waiting'), t('account.begin'));
  const unread = t('account.no_interactions');
  await expectWayOn(desk, to.profile({ tab: 'interactions' }), unread, t('account.find_to_read'));
  await expectWayOn(desk, to.reviewChapterTranslation(), t('review.empty'), t('review.find_to_translate'));

  // The first story is there for everyone once it is published.
  const { title, description, categories, chapters } = storyIn('en');
  await desk.goto(link!);
  await desk.getByRole('link', { name: t('first_admin.write'), exact: true }).click();
  await desk.getByLabel(t('story_editor.title'), { exact: true }).fill(title);
  await desk.getByLabel(t('story_editor.description'), { exact: true }).fill(description);
  await desk.getByRole('radio', { name: t('mode.solo') }).check();
  await desk.getByRole('checkbox', { name: t(`category.${categories[0]!}`), exact: true }).check();
  await publishFromFirstStep(desk, 'en', chapters[0]!);
  await stranger.goto('/');
  await expect(stranger.getByRole('link', { name: title }).first()).toBeVisible();
  expect(own.output()).not.toContain(email);
});
