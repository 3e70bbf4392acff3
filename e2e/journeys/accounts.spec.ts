import type { Page } from '@playwright/test';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { DAY, HOUR, SECOND } from '#core/time.ts';
import { linkIn, mailTo } from '../kit/mails.ts';
import { admin, enterBy, newcomer, newMember } from '../kit/people.ts';
import { expect, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const NEW_PASSWORD = 'Loud8Lighthouse';
const t = wordsOf('en');
const dialogOf = (page: Page) => page.getByRole('dialog');
const menuOf = (page: Page) => page.getByRole('button', { name: t('common.your_menu') });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a newcomer whose mail got lost is let in by a second one, once', async ({ open, site }) => {
  const email = await newcomer(site, 'lost-mail');
  const page = await open();
  await page.goto('/');
  await press(page, t('common.log_in'));
  const dialog = dialogOf(page);
  const alert = dialog.getByRole('alert');

  // A wrong password is told once, and nothing has to be typed again but itself.
  await enterBy(page, { email, password: 'Wrong9Harbour' });
  await expect(alert).toHaveText(t('error.wrong_credentials'));
  await expect(dialog.getByLabel(t('accounts.email'), { exact: true })).toHaveValue(email);
  const password = dialog.getByLabel(t('accounts.password'), { exact: true });
  await expect(password).toHaveValue('Wrong9Harbour');
  await expect(password).toBeFocused();

  // The right one says what is missing, and sends the mail again.
  await enterBy(page, { email });
  await expect(alert).toContainText(t('error.email_not_verified'));
  await alert.getByRole('button', { name: t('accounts.send_verification') }).click();
  await expect(dialog.getByRole('heading', { name: t('accounts.look_in_mail') })).toBeVisible();
  await expect(dialog.getByText(email)).toBeVisible();

  const link = linkIn(await mailTo(site.dataDir, email, 'verify=', 2));
  await page.goto(link);
  await press(page, t('accounts.verify_confirm'));
  await expect(page.getByText(t('accounts.verified'))).toBeVisible();
  await expect(menuOf(page)).toBeVisible();
  await expect(page).not.toHaveURL(/verify=/);

  // The link has done its work: whoever finds it later gets nothing by it.
  const finder = await open();
  await finder.goto(link);
  await press(finder, t('accounts.verify_confirm'));
  await expect(dialogOf(finder).getByRole('heading', { name: t('accounts.link_spent') })).toBeVisible();
  await dialogOf(finder)
    .getByRole('button', { name: t('common.log_in') })
    .click();
  await enterBy(finder, { email });
  await expect(menuOf(finder)).toBeVisible();

  // Who is signed in has nothing to confirm, and is not asked to log in.
  await page.goto(link);
  await press(page, t('accounts.verify_confirm'));
  await expect(dialogOf(page).getByText(t('accounts.link_spent_signed_in'))).toBeVisible();
  await dialogOf(page)
    .getByRole('button', { name: t('common.close') })
    .last()
    .click();
  await expect(dialogOf(page)).toHaveCount(0);

  // The button that asked to log in is gone with it; the keyboard goes on where it stood, not at the head of the page.
  const keyboard = await open();
  await keyboard.goto('/about');
  await press(keyboard, t('common.log_in'));
  await enterBy(keyboard, { email });
  await expect(menuOf(keyboard)).toBeVisible();
  await expect(dialogOf(keyboard)).toHaveCount(0);
  await expect(keyboard.locator('header :focus')).toBeVisible();
});

test('a link that was cut off by the mail program asks for a new one', async ({ open, site }) => {
  const email = await newcomer(site, 'cut-link');
  const whole = linkIn(await mailTo(site.dataDir, email, 'verify='));
  const page = await open();
  await page.goto(whole.slice(0, -9));
  await press(page, t('accounts.verify_confirm'));
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('alert')).toHaveText(t('accounts.link_spent_text'));

  await dialog.getByRole('button', { name: t('accounts.send_new_link') }).click();
  await expect(dialog.getByText(t('field.email_empty'))).toBeVisible();
  await dialog.getByLabel(t('accounts.email'), { exact: true }).fill(email);
  await dialog.getByRole('button', { name: t('accounts.send_new_link') }).click();
  await expect(dialog.getByRole('status')).toHaveText(t('accounts.verification_sent'));

  await page.goto(linkIn(await mailTo(site.dataDir, email, 'verify=', 2)));
  await press(page, t('accounts.verify_confirm'));
  await expect(menuOf(page)).toBeVisible();
});

test('a forgotten password is set anew by mail, and every session ends', async ({ open, site }) => {
  const member = await newMember(site, 'forgetful');
  const library = await open({ as: member });
  await library.goto('/profile');
  await expect(library.getByRole('heading', { level: 1, name: member.username })).toBeVisible();

  const page = await open();
  await page.goto('/');
  await press(page, t('common.log_in'));
  const dialog = dialogOf(page);
  await dialog.getByLabel(t('accounts.email'), { exact: true }).fill(member.email);
  await dialog.getByRole('button', { name: t('accounts.forgot') }).click();
  await expect(dialog.getByLabel(t('accounts.email_of_account'))).toHaveValue(member.email);
  await dialog.getByRole('button', { name: t('accounts.check') }).click();
  await dialog.getByRole('button', { name: t('accounts.send_link') }).click();
  await expect(dialog.getByRole('heading', { name: t('accounts.look_in_mail') })).toBeVisible();

  await page.clock.install();
  const link = linkIn(await mailTo(site.dataDir, member.email, 'token='));
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: t('accounts.choose_password') })).toBeVisible();
  await expect(page).not.toHaveURL(/token=/);
  await page.getByLabel(t('accounts.new_password'), { exact: true }).fill('harbour');
  await press(page, t('accounts.save_password'));
  await expect(page.getByText(t('field.email_empty'))).toBeVisible();
  await page.getByLabel(t('accounts.email_of_account')).fill(member.email);
  await page.getByLabel(t('accounts.new_password'), { exact: true }).fill(NEW_PASSWORD);
  await page.clock.pauseAt(Date.now() + HOUR);
  await press(page, t('accounts.save_password'));

  // Five seconds to read that it worked, then home.
  const told = page.getByRole('heading', { level: 1, name: t('accounts.password_saved') });
  await expect(told).toBeFocused();
  await page.clock.runFor(4 * SECOND);
  await expect(page.getByText(t('accounts.home_in', { seconds: 1 }), { exact: true })).toBeVisible();
  await expect(told).toBeVisible();
  await page.clock.runFor(SECOND);
  await expect(page).toHaveURL(/\/$/);
  await page.clock.resume();

  await library.reload();
  await expect(library.getByText(t('common.login_first')).first()).toBeVisible();
  await enterBy(library, member);
  await expect(dialogOf(library).getByRole('alert')).toHaveText(t('error.wrong_credentials'));
  await enterBy(library, { email: member.email, password: NEW_PASSWORD });
  await expect(library.getByRole('heading', { level: 1, name: member.username })).toBeVisible();

  // A link that was used says so before anybody thinks of another password.
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText(t('error.link_invalid'));
  await press(page, t('accounts.ask_new_link'));
  await expect(dialogOf(page).getByRole('heading', { name: t('accounts.reset_title') })).toBeVisible();
});

test('whoever leaves in one window has left in all, and comes back to what they wished to do', async ({
  open,
  site,
}) => {
  const member = await newMember(site, 'two-windows');
  const page = await open({ as: member });
  await page.goto('/');
  const other = await page.context().newPage();
  await other.goto('/profile');
  await expect(other.getByRole('heading', { level: 1, name: member.username })).toBeVisible();

  await menuOf(page).click();
  await press(page, t('common.exit'));
  await expect(page.getByText(t('common.exited'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('common.log_in') })).toBeVisible();
  await expect(other.getByRole('heading', { level: 1, name: member.username })).toBeHidden();
  await expect(other.getByText(t('common.login_first')).first()).toBeVisible();

  // To write: the page that was asked for is the one that opens.
  await page.goto('/edit_story?new=1');
  await expect(dialogOf(page).getByRole('heading', { name: t('accounts.wish_write') })).toBeVisible();
  await enterBy(page, member);
  await expect(page.getByRole('heading', { level: 1, name: t('story_editor.new_title') })).toBeVisible();
  await expect(page).toHaveURL(/\/edit_story\?new=1$/);
  await expect(other.getByRole('heading', { level: 1, name: member.username })).toBeVisible();

  // To tell the makers something: the dialog is there as soon as it is known who speaks.
  const visitor = await open();
  await visitor.goto('/about');
  await press(visitor, t('common.feedback'));
  await expect(visitor.getByText(t('common.login_first'))).toBeVisible();
  await expect(dialogOf(visitor).getByRole('heading', { name: t('accounts.wish_feedback') })).toBeVisible();
  await enterBy(visitor, member);
  await expect(dialogOf(visitor).getByRole('heading', { name: t('feedback.title') })).toBeVisible();
  await expect(visitor).toHaveURL(/\/about$/);
});

test('a member who is suspended is told why and until when, and may come back when it is lifted', async ({
  open,
  site,
}) => {
  const member = await newMember(site, 'suspended');
  const page = await open({ as: member });
  await page.goto('/profile');
  await page.getByRole('button', { name: t('account.edit_profile') }).click();
  await page.getByLabel(t('account.bio')).fill('I sell watches.');

  const reason = 'Advertised watches under nine stories.';
  await admin(site, 'suspend', member.email, '7', ...reason.split(' '));
  const until = new Date(Date.now() + 7 * DAY).toLocaleDateString(LANGUAGE_TAGS.en, {
    dateStyle: 'long',
    timeZone: 'Europe/Berlin',
  });
  await press(page, t('common.save'));
  const notice = page.getByRole('main');
  await expect(notice.getByRole('heading', { name: t('accounts.suspended_until', { date: until }) })).toBeVisible();
  await expect(notice.getByText(reason)).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await notice.getByRole('button', { name: t('accounts.go_on_reading') }).click();
  await expect(notice.getByText(reason)).toBeHidden();

  // The world sees only that; the member hears it again at the door.
  await page.goto(`/user/${member.slug}`);
  await expect(page.getByRole('heading', { level: 1, name: t('user.suspended_title') })).toBeVisible();
  await press(page, t('common.log_in'));
  await enterBy(page, member);
  await expect(notice.getByText(reason)).toBeVisible();

  await admin(site, 'lift', member.email, 'Apologised.');
  await press(page, t('common.log_in'));
  await enterBy(page, member);
  await expect(menuOf(page)).toBeVisible();

  // For good: then no end is named.
  await admin(site, 'ban', member.email, 'Watches', 'again.');
  await menuOf(page).click();
  await page.getByRole('link', { name: t('common.profile') }).click();
  await expect(notice.getByRole('heading', { name: t('accounts.closed') })).toBeVisible();
  await expect(notice.getByText('Watches again.')).toBeVisible();
  await expect(notice.getByText(t('decisions.until'), { exact: true })).toHaveCount(0);
});
