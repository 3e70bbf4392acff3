import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { HOUR, SECOND } from '#core/time.ts';
import { linkIn, mailTo } from '../kit/mails.ts';
import { enterBy, newcomer, newMember } from '../kit/people.ts';
import { expect, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const NEW_PASSWORD = 'Loud8Lighthouse';
const t = wordsOf('en');
const dialogOf = (page: Page) => page.getByRole('dialog');
const menuOf = (page: Page) => page.getByRole('button', { name: t('common.your_menu') });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a new member whose verification email got lost requests a second one, which works once', async ({
  open,
  site,
}) => {
  const email = await newcomer(site, 'lost-mail');
  const page = await open();
  await page.goto('/');
  await press(page, t('common.log_in'));
  const dialog = dialogOf(page);
  const alert = dialog.getByRole('alert');

  // A wrong password is reported, and only the password has to be retyped.
  await enterBy(page, { email, password: 'Wrong9Harbour' });
  await expect(alert).toHaveText(t('error.wrong_credentials'));
  await expect(dialog.getByLabel(t('accounts.email'), { exact: true })).toHaveValue(email);
  const password = dialog.getByLabel(t('accounts.password'), { exact: true });
  await expect(password).toHaveValue('Wrong9Harbour');
  await expect(password).toBeFocused();

  // With the right password, the message says what is missing and offers to resend the email.
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

  // The link is used up, so it’s useless to anyone who finds it later.
  const finder = await open();
  await finder.goto(link);
  await press(finder, t('accounts.verify_confirm'));
  await expect(dialogOf(finder).getByRole('heading', { name: t('accounts.link_spent') })).toBeVisible();
  await dialogOf(finder)
    .getByRole('button', { name: t('common.log_in') })
    .click();
  await enterBy(finder, { email });
  await expect(menuOf(finder)).toBeVisible();

  // A logged-in member has nothing to confirm and isn’t asked to log in.
  await page.goto(link);
  await press(page, t('accounts.verify_confirm'));
  await expect(dialogOf(page).getByText(t('accounts.link_spent_signed_in'))).toBeVisible();
  await dialogOf(page)
    .getByRole('button', { name: t('common.close') })
    .last()
    .click();
  await expect(dialogOf(page)).toHaveCount(0);

  // The button that opened the dialog is gone. The focus stays in the header instead of moving to the start of the
  // page.
  const keyboard = await open();
  await keyboard.goto(to.about());
  await press(keyboard, t('common.log_in'));
  await enterBy(keyboard, { email });
  await expect(menuOf(keyboard)).toBeVisible();
  await expect(dialogOf(keyboard)).toHaveCount(0);
  await expect(keyboard.locator('header :focus')).toBeVisible();
});

test('a link that was cut off by the email program leads to a new one', async ({ open, site }) => {
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

test('a forgotten password is reset by email, which ends every session', async ({ open, site }) => {
  const member = await newMember(site, 'forgetful');
  const library = await open({ as: member });
  await library.goto(to.profile());
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

  // The success message is shown for five seconds, then the home page opens.
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

  // A used link is reported before the member enters another password.
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText(t('error.link_invalid'));
  await press(page, t('accounts.ask_new_link'));
  await expect(dialogOf(page).getByRole('heading', { name: t('accounts.reset_title') })).toBeVisible();
});
