import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { enterBy, newMember } from '../kit/people.ts';
import { expect, PHONE, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const SCRIPTS = /\/assets\/[^/]*\.js$/;

const loginButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

test('the login form opens before any script is loaded, and what is pressed in it is done later', async ({
  open,
  site,
}) => {
  const member = await newMember(site, 'early-login', 'de');
  const t = wordsOf('de');
  const page = await open({ language: 'de', viewport: PHONE });
  const { promise: scriptsMayCome, resolve: letScriptsCome } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, (route) => scriptsMayCome.then(() => route.continue()));
  await page.goto(to.about());
  await loginButton(page, t('common.log_in')).click();
  const dialog = page.getByRole('dialog', { name: t('common.log_in') });
  const email = dialog.getByLabel(t('accounts.email'), { exact: true });
  await expect(email).toBeFocused();
  await expect(dialog).toContainText(t('accounts.new_here'));
  // All of it is there from the first moment. If it grew later, presses would miss.
  await expect(dialog.getByRole('button', { name: t('accounts.passkey_login') })).toBeVisible();

  // After closing and reopening there is only one form, and it is empty.
  await email.fill('somebody');
  await dialog.getByRole('button', { name: t('common.close') }).click();
  await expect(dialog).toHaveCount(0);
  await loginButton(page, t('common.log_in')).click();
  await expect(email).toHaveValue('');

  await enterBy(page, member, 'de');
  await expect(dialog.getByRole('button', { name: t('common.log_in'), exact: true })).toHaveAttribute('aria-busy');
  letScriptsCome();
  await expect(page.getByRole('button', { name: t('common.your_menu') })).toBeVisible();
  await expect(page.getByText(t('loginModal.login_success'))).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('logging in only loads the form’s own files, and continues once they can be loaded', async ({ open, site }) => {
  const member = await newMember(site, 'lone-login');
  const t = wordsOf('en');
  const page = await open({ breaks: /ERR_FAILED/ });
  const asked: string[] = [];
  page.on('request', (request) => SCRIPTS.test(request.url()) && asked.push(request.url()));
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto(to.about());
  await loginButton(page, t('common.log_in')).click();
  await enterBy(page, member);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toHaveText(t('common.no_connection'), { useInnerText: true });
  expect(asked.filter((url) => !/\/(login-form|plain)-/.test(url))).toEqual([]);

  await page.unroute(SCRIPTS);
  await dialog.getByRole('button', { name: t('common.log_in'), exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('common.your_menu') })).toBeVisible();
});

test('a form whose script cannot be loaded says so, and the page is reloaded once it can', async ({ open, site }) => {
  const member = await newMember(site, 'late-login');
  const t = wordsOf('en');
  const page = await open({ breaks: /ERR_FAILED|Failed to fetch dynamically imported module/ });
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto(to.about());
  // Starts React. The browser remembers that its import failed.
  await page.keyboard.press('Tab');
  await loginButton(page, t('common.log_in')).click();
  await enterBy(page, member);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toHaveText(t('common.no_connection'), { useInnerText: true });
  await expect(dialog.getByLabel(t('accounts.email'), { exact: true })).toHaveValue(member.email);

  await page.unroute(SCRIPTS);
  await dialog.getByRole('button', { name: t('common.log_in'), exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await loginButton(page, t('common.log_in')).click();
  await enterBy(page, member);
  await expect(page.getByRole('button', { name: t('common.your_menu') })).toBeVisible();
});

test('the typed email and password are kept when switching to sign-up and back', async ({ open }) => {
  const t = wordsOf('en');
  const page = await open();
  await page.goto(to.about());
  await loginButton(page, t('common.log_in')).click();
  const dialog = page.getByRole('dialog');
  const email = dialog.getByLabel(t('accounts.email'), { exact: true });
  const password = dialog.getByLabel(t('accounts.password'), { exact: true });
  await email.fill('nobody');
  await password.fill('abc');
  await expect(dialog.getByText(t('field.email_invalid'))).toBeVisible();
  await dialog.getByRole('button', { name: t('accounts.show_password') }).click();
  await expect(password).toHaveAttribute('type', 'text');

  await dialog.getByRole('button', { name: t('accounts.create_account_title') }).click();
  await expect(page.getByRole('dialog', { name: t('accounts.create_account_title') })).toBeVisible();
  await expect(dialog).toHaveCount(1);
  await expect(email).toHaveValue('nobody');
  await email.fill('nobody@nowhere.invalid');
  await dialog.getByRole('button', { name: t('common.log_in'), exact: true }).click();
  await expect(page.getByRole('dialog', { name: t('common.log_in') })).toBeVisible();
  await expect(dialog).toHaveCount(1);
  await expect(email).toHaveValue('nobody@nowhere.invalid');
  await expect(password).toHaveValue('abc');

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(loginButton(page, t('common.log_in'))).toBeFocused();
});

test('without scripts the page says what logging in needs', async ({ open }) => {
  const t = wordsOf('fr');
  const page = await open({ language: 'fr', javaScriptEnabled: false, viewport: PHONE });
  await page.goto(to.about());
  await expect(page.getByText(t('common.login_needs_script'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('common.log_in'), exact: true })).toBeHidden();
});

test('signing up is possible once the terms are accepted; the check comes when all is valid, and again after a refusal', async ({
  open,
}) => {
  const t = wordsOf('en');
  const refusal = 'The register is being bound anew.';
  const page = await open();
  await page.route('**/api/user/register?*', (route) =>
    route.fulfill({ status: 429, json: { code: 'too_many_requests', error: refusal } }),
  );
  await page.goto(to.about());
  await loginButton(page, t('common.log_in')).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('accounts.create_account_title') }).click();
  await expect(page.getByRole('dialog', { name: t('accounts.create_account_title') })).toBeVisible();
  const create = dialog.getByRole('button', { name: t('accounts.create_account'), exact: true });
  const check = dialog.getByRole('button', { name: t('accounts.check') });
  await expect(create).toBeDisabled();
  await dialog.getByLabel(t('accounts.email'), { exact: true }).fill('nobody@nowhere.invalid');
  await dialog.getByLabel(t('accounts.password'), { exact: true }).fill('Quiet7Harbour');
  await expect(check).toHaveCount(0);
  await expect(create).toBeDisabled();
  await dialog.getByRole('checkbox').last().check();
  await expect(create).toBeEnabled();
  await check.click();
  await expect(dialog.getByRole('button', { name: t('accounts.check_done') })).toBeVisible();
  await create.click();
  // The server’s sentence is shown as it is. The check was used up.
  await expect(dialog.getByRole('alert').filter({ hasText: refusal })).toBeVisible();
  await expect(check).toBeVisible();
});
