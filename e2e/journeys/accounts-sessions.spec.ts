import type { Locator, Page } from '@playwright/test';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { DAY } from '#core/time.ts';
import { MANY_FAILURES } from '#features/accounts/model/account-limits.ts';
import { emailKey } from '#features/accounts/server/registration.service.ts';
import { rounds } from '#testing/rounds.ts';
import { KEYS } from '#web/boot/storage.ts';
import { linkIn, mailTo } from '../kit/mails.ts';
import { admin, enterBy, newMember } from '../kit/people.ts';
import { siteDeps } from '../kit/site-deps.ts';
import { expect, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
const dialogOf = (page: Page) => page.getByRole('dialog');
const menuOf = (page: Page) => page.getByRole('button', { name: t('common.your_menu') });
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click();

test('logging out in one window logs out all windows, and logging in continues what the member wanted to do', async ({
  open,
  site,
}) => {
  const member = await newMember(site, 'two-windows');
  const page = await open({ as: member });
  await page.goto('/');
  const other = await page.context().newPage();
  await other.goto(to.profile());
  await expect(other.getByRole('heading', { level: 1, name: member.username })).toBeVisible();

  await menuOf(page).click();
  await press(page, t('common.exit'));
  await expect(page.getByText(t('common.exited'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('common.log_in') })).toBeVisible();
  await expect(other.getByRole('heading', { level: 1, name: member.username })).toBeHidden();
  await expect(other.getByText(t('common.login_first')).first()).toBeVisible();

  // For writing: after login, the requested page opens.
  await page.goto(to.editStory({ new: 1 }));
  await expect(dialogOf(page).getByRole('heading', { name: t('accounts.reason_write') })).toBeVisible();
  await enterBy(page, member);
  await expect(page.getByRole('heading', { level: 1, name: t('story_editor.new_title') })).toBeVisible();
  await expect(page).toHaveURL(/\/edit_story\?new=1$/);
  await expect(other.getByRole('heading', { level: 1, name: member.username })).toBeVisible();

  // For feedback: its dialog opens right after login.
  const visitor = await open();
  await visitor.goto(to.about());
  await press(visitor, t('common.feedback'));
  await expect(visitor.getByText(t('common.login_first'))).toBeVisible();
  await expect(dialogOf(visitor).getByRole('heading', { name: t('accounts.reason_feedback') })).toBeVisible();
  await enterBy(visitor, member);
  await expect(dialogOf(visitor).getByRole('heading', { name: t('feedback.title') })).toBeVisible();
  await expect(visitor).toHaveURL(/\/about$/);
});

test('tabs that come back at the same time renew their session once', async ({ open, site }) => {
  const member = await newMember(site, 'many-tabs');
  const page = await open({ as: member });
  await page.goto('/');
  const tabs = [page];
  while (tabs.length < rounds(7, 'tabs')) tabs.push(await page.context().newPage());
  const renewals: number[] = [];
  page.context().on('response', (response) => {
    if (response.url().includes('/api/user/refresh_token')) renewals.push(response.status());
  });
  // An access token that has expired, as after a night.
  await page.evaluate((key) => localStorage.setItem(key, `${localStorage.getItem(key)!}x`), KEYS.accessToken);
  const token = await page.evaluate((key) => localStorage.getItem(key), KEYS.refreshToken);
  await Promise.all(tabs.map((tab) => tab.goto(to.profile())));
  for (const tab of tabs) await expect(tab.getByRole('heading', { level: 1, name: member.username })).toBeVisible();
  expect(renewals).toEqual([200]);
  expect(await page.evaluate((key) => localStorage.getItem(key), KEYS.refreshToken)).not.toBe(token);
});

test('a suspended member sees why and until when, and can log in after the restriction is lifted', async ({
  open,
  site,
}) => {
  const member = await newMember(site, 'suspended');
  const page = await open({ as: member });
  await page.goto(to.profile());
  await page.getByRole('button', { name: t('account.edit_profile') }).click();
  await page.getByLabel(t('account.bio')).fill('I sell watches.');

  const reason = 'Advertised watches under nine stories.';
  await admin(site, 'suspend', member.email, '7', ...reason.split(' '));
  const until = new Date(Date.now() + 7 * DAY).toLocaleDateString(LANGUAGE_TAGS.en, {
    dateStyle: 'long',
    timeZone: 'Europe/Berlin',
  });
  // The open page shows it without reloading.
  const notice = page.getByRole('main');
  await expect(notice.getByRole('heading', { name: t('accounts.suspended_until', { date: until }) })).toBeVisible();
  await expect(notice.getByText(reason)).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await notice.getByRole('button', { name: t('accounts.go_on_reading') }).click();
  await expect(notice.getByText(reason)).toBeHidden();

  // Others only see that the member is suspended. The member sees the reason at login again.
  await page.goto(to.user({ userSlug: member.slug }));
  await expect(page.getByRole('heading', { level: 1, name: t('user.suspended_title') })).toBeVisible();
  await press(page, t('common.log_in'));
  await enterBy(page, member);
  await expect(notice.getByText(reason)).toBeVisible();

  await admin(site, 'lift', member.email, 'Apologised.');
  await press(page, t('common.log_in'));
  await enterBy(page, member);
  await expect(menuOf(page)).toBeVisible();

  // A ban is permanent, so no end date is shown.
  await admin(site, 'ban', member.email, 'Watches', 'again.');
  await expect(notice.getByRole('heading', { name: t('accounts.closed') })).toBeVisible();
  await expect(notice.getByText('Watches again.')).toBeVisible();
  await expect(notice.getByText(t('decisions.until'), { exact: true })).toHaveCount(0);
});

test('a member ends a login that wasn’t theirs by the link in the email, which also blocks the password', async ({
  open,
  site,
}) => {
  const member = await newMember(site, 'robbed');
  const thief = await open();
  await thief.goto(to.about());
  await press(thief, t('common.log_in'));
  await enterBy(thief, member);
  await expect(menuOf(thief)).toBeVisible();

  const page = await open();
  await page.goto(linkIn(await mailTo(site.dataDir, member.email, to.endLogin())));
  await expect(page.getByRole('heading', { level: 1, name: t('logins.end_title') })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Chrome');
  // Opening the link has changed nothing.
  await thief.goto(to.profile());
  await expect(thief.getByRole('heading', { level: 1, name: member.username })).toBeVisible();

  await press(page, t('logins.end_act'));
  await expect(page.getByRole('heading', { name: t('logins.ended_title') })).toBeFocused();
  await thief.goto(to.profile());
  await expect(thief.getByText(t('common.login_first')).first()).toBeVisible();
  await page.goto(linkIn(await mailTo(site.dataDir, member.email, to.resetPassword())));
  await expect(page.getByRole('heading', { name: t('accounts.choose_password') })).toBeVisible();
});

test('while someone guesses the password, a member logs in with an emailed link', async ({ open, site }) => {
  const member = await newMember(site, 'guessed');
  const { deps } = await siteDeps(site);
  for (let i = 0; i < MANY_FAILURES; i += 1) await deps.failures.add(`account ${emailKey(deps, member.email)}`, DAY);
  const page = await open();
  await page.goto(to.about());
  await press(page, t('common.log_in'));
  await enterBy(page, { email: member.email, password: 'Wrong9Harbour' });
  const alert = dialogOf(page).getByRole('alert');
  await alert.getByRole('button', { name: t('accounts.mail_login_link') }).click();
  await expect(page.getByText(t('accounts.login_link_sent'))).toBeVisible();
  await expect(alert).toBeHidden();

  const link = linkIn(await mailTo(site.dataDir, member.email, to.loginLink()));
  await page.goto(link);
  await press(page.getByRole('main'), t('common.log_in'));
  await expect(menuOf(page)).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  // It works once, and says what to do then.
  const finder = await open();
  await finder.goto(link);
  await press(finder.getByRole('main'), t('common.log_in'));
  await expect(finder.getByRole('heading', { name: t('accounts.link_spent') })).toBeVisible();
  await press(finder.getByRole('main'), t('common.log_in'));
  await enterBy(finder, member);
  await expect(menuOf(finder)).toBeVisible();
});
