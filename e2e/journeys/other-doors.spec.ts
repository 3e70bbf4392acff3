import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { type OpenidProvider, startOpenidProvider } from '#testing/openid-provider.ts';
import { type SiteProcess, startSiteProcess } from '#testing/site-process.ts';
import { startTurnstile, type TurnstileServer } from '#testing/turnstile.ts';
import { freePort } from '../../tools/free-port.ts';
import { memoryFolder } from '../../tools/memory-folder.ts';
import { linkIn, mailTo } from '../kit/mails.ts';
import { newAddress, PASSWORD } from '../kit/people.ts';
import { test as base, expect, PHONE } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

/** A separate site with Google login, another provider, and Turnstile. */
let google: OpenidProvider;
let harbour: OpenidProvider;
let turnstile: TurnstileServer;
let own: SiteProcess;
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: how Playwright names what a fixture needs
  site: async ({}, use) => use({ url: own.url, dataDir: own.dataDir }),
});
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const [port, dataDir] = [String(await freePort()), await mkdtemp(join(memoryFolder(), 'skein-doors-'))];
  // As root, the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711);
  google = await startOpenidProvider(`http://localhost:${port}`);
  harbour = await startOpenidProvider(`http://localhost:${port}`, 'openid');
  turnstile = await startTurnstile();
  own = await startSiteProcess({
    ...google.env,
    ...harbour.env,
    ...turnstile.env,
    PORT: port,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  });
});
test.afterAll(async () => {
  await own.stop();
  await Promise.all([
    google.stop(),
    harbour.stop(),
    turnstile.stop(),
    rm(own.dataDir, { recursive: true, force: true }),
  ]);
});

const t = wordsOf('en');
const dialogOf = (page: Page) => page.getByRole('dialog');
const menuOf = (page: Page) => page.getByRole('button', { name: t('common.your_menu') });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const byGoogle = async (page: Page) => {
  await press(page, t('common.log_in'));
  await dialogOf(page)
    .getByRole('link', { name: t('accounts.google'), exact: true })
    .click();
};

/** Replaces Cloudflare’s script with a button that gets a token which the test verifier accepts. */
async function standInForTurnstile(page: Page): Promise<void> {
  await page.exposeFunction('issueAnswer', (action: string) => turnstile.issue(action));
  const script = `globalThis.turnstile = {
    render(host, { action, callback }) {
      const press = document.createElement('button');
      press.textContent = 'Yes, a person';
      press.onclick = () => issueAnswer(action).then(callback);
      host.append(press);
      return 'w1';
    },
    remove() {},
  };`;
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
}

test('a new member logs in with Google, returns to the previous page, and sets a password', async ({ open, site }) => {
  const email = newAddress('by-google');
  google.visitor = { subject: 'journey-1', email, verified: true };
  const page = await open();
  await page.goto(`${to.agreement({ type: 'user' }, { t: 'en' })}#main`);
  await byGoogle(page);
  await expect(page.getByText(t('loginModal.login_success'))).toBeVisible();
  await expect(page).toHaveURL(/\/agreement\/user\?t=en#main$/);
  await expect(menuOf(page)).toBeVisible();

  // Going back doesn’t log in twice or open a used callback URL.
  await page.goto(to.profile());
  await expect(page.getByText(t('account.google_alone'))).toBeVisible();
  await expect(page.getByText(t('account.in_use'))).toBeVisible();

  // Without a password, another login at Google proves that it is the member.
  const dialog = page.getByRole('dialog');
  await press(page, t('leaving.export'));
  await expect(dialog.getByText(t('proof.provider'))).toBeVisible();
  await dialog.getByRole('button', { name: t('leaving.export'), exact: true }).click();
  await expect(dialog.getByText(t('proof.proven'))).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
  await dialog.getByRole('button', { name: t('leaving.export'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: t('leaving.export_download') })).toBeVisible({ timeout: 30_000 });

  await standInForTurnstile(page);
  await press(page, t('account.set_password'));
  await press(page, 'Yes, a person');
  await expect(page.getByText(t('account.password_link_sent', { email }))).toBeVisible();
  await page.goto(linkIn(await mailTo(site.dataDir, email, 'token=')));
  await page.getByLabel(t('accounts.email_of_account')).fill(email);
  await page.getByLabel(t('accounts.new_password'), { exact: true }).fill(PASSWORD);
  // What the account is connected to is disconnected, unless the member wants to keep it.
  await page.getByRole('checkbox').uncheck();
  await press(page, t('accounts.save_password'));
  await expect(page.getByRole('heading', { name: t('accounts.password_saved') })).toBeVisible();

  // With a password, Google can be disconnected and connected again.
  await page.goto('/');
  await byGoogle(page);
  // The page to which the user returns.
  await expect(page.getByText(t('loginModal.login_success'))).toBeVisible();
  await page.goto(to.profile());
  await press(page, t('account.disconnect_google'));
  await dialog.getByLabel(t('proof.password'), { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: t('account.disconnect'), exact: true }).click();
  await expect(page.getByText(t('account.google_off'))).toBeVisible();
  await page.getByRole('link', { name: t('account.connect_google') }).click();
  await expect(page.getByRole('heading', { name: t('proof.connect_title') })).toBeFocused();
  await page.getByLabel(t('proof.password'), { exact: true }).fill('Wrong7Password');
  await press(page, t('proof.connect'));
  await expect(page.getByText(t('field.password_wrong'))).toBeVisible();
  await page.getByLabel(t('proof.password'), { exact: true }).fill(PASSWORD);
  await press(page, t('proof.connect'));
  await expect(page.getByText(t('accounts.google_connected'))).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText(t('account.google_on'), { exact: true })).toBeVisible();
});

test('a visitor logs in on a phone with a provider that confirms no email, and types one', async ({ open, site }) => {
  const provider = 'Harbour';
  const typed = newAddress('by-harbour');
  harbour.visitor = { subject: 'journey-1', email: '', verified: false };
  const page = await open({ viewport: PHONE });
  await page.goto(to.about({ t: 'en' }));
  await press(page, t('common.log_in'));
  await dialogOf(page)
    .getByRole('link', { name: t('accounts.provider', { provider }), exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: t('accounts.address_title') })).toBeFocused();
  await page.getByLabel(t('accounts.email')).fill('not an address');
  await press(page, t('accounts.address_send'));
  await expect(page.getByText(t('field.email_invalid'))).toBeVisible();
  await page.getByLabel(t('accounts.email')).fill(typed);
  await press(page, t('accounts.address_send'));
  await expect(page.getByRole('heading', { level: 1, name: t('accounts.look_in_mail') })).toBeVisible();
  await expect(page.getByLabel(t('accounts.address_code'))).toBeFocused();
  const mail = await mailTo(site.dataDir, typed, 'Your code is');
  const code = /\d{8}/.exec(mail.text ?? '')![0];
  await page.getByLabel(t('accounts.address_code')).fill(`${code.slice(0, 4)} ${code.slice(4)}`);
  await press(page, t('accounts.address_confirm'));
  await expect(page.getByText(t('loginModal.login_success'))).toBeVisible();
  await expect(page).toHaveURL(/\/about\?t=en$/);
  await page.goto(to.security());
  await expect(page.getByText(provider, { exact: true })).toBeVisible();
  await expect(page.getByText(t('account.provider_alone'))).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
});

test('a visitor whose code comes too late starts the login with that provider again', async ({ open }) => {
  harbour.visitor = { subject: 'journey-late', email: newAddress('late'), verified: false };
  const page = await open({ viewport: PHONE });
  const again = t('accounts.provider_again', { provider: 'Harbour' });
  await page.goto('/auth/openid?from=/about');
  await page.route('**/api/user/openid_address?*', (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), token: 'of yesterday' }) }),
  );
  await press(page, t('accounts.address_send'));
  await expect(page.getByRole('alert')).toHaveText(t('error.provider_state_lost', { provider: 'Harbour' }));
  await expect(page.getByRole('link', { name: t('accounts.go_back') })).toHaveAttribute('href', to.about());
  await page.getByRole('link', { name: again }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('accounts.address_title') })).toBeFocused();
});

test('a visitor who cancels at Google, or returns with a used link, can continue', async ({ open }) => {
  google.visitor = null;
  const page = await open({ viewport: PHONE });
  await page.goto(to.about());
  await byGoogle(page);
  await expect(page.getByRole('heading', { level: 1, name: t('accounts.google_failed') })).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText(t('error.google_cancelled'));
  await expect(page).not.toHaveURL(/state=/);
  await press(page, t('accounts.other_way'));
  await expect(dialogOf(page).getByRole('heading', { name: t('common.log_in') })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: t('accounts.go_back') }).click();
  await expect(page).toHaveURL(/\/about$/);

  await page.goto(to.googleCallback({ state: 'of-yesterday', code: 'used' }));
  await expect(page.getByRole('alert')).toHaveText(t('error.google_state_lost'));
  google.visitor = { subject: 'journey-2', email: newAddress('second-thought'), verified: true };
  await page.getByRole('link', { name: t('accounts.google_again') }).click();
  await expect(page.getByText(t('loginModal.login_success'))).toBeVisible();
  await expect(page).toHaveURL(/localhost:\d+\/$/);
});

test('Turnstile asks for one press in the dialog; then sessions are ended and the email address is changed', async ({
  open,
  site,
}) => {
  const email = newAddress('by-turnstile');
  const page = await open({ viewport: PHONE });
  await standInForTurnstile(page);
  await page.goto('/');
  await press(page, t('common.log_in'));
  const dialog = dialogOf(page);
  await press(page, t('accounts.create_account_title'));
  // A second dialog replaces the login form.
  await expect(page.getByRole('dialog', { name: t('accounts.create_account_title') })).toBeVisible();
  await dialog.getByLabel(t('accounts.email'), { exact: true }).fill(email);
  await dialog.getByLabel(t('accounts.password'), { exact: true }).fill(PASSWORD);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: t('accounts.check') }).click();
  await dialog.getByRole('button', { name: 'Yes, a person' }).click();
  await expect(dialog.getByRole('button', { name: t('accounts.check_done') })).toBeVisible();
  await press(page, t('accounts.create_account'));
  await expect(dialog.getByRole('heading', { name: t('accounts.look_in_mail') })).toBeVisible();
  await page.goto(linkIn(await mailTo(site.dataDir, email, 'verify=')));
  await press(page, t('accounts.verify_confirm'));
  await expect(menuOf(page)).toBeVisible();

  // The same on another device, where the verification starts by itself once both fields are filled in.
  const other = await open();
  await standInForTurnstile(other);
  await other.goto(to.profile());
  await dialogOf(other).getByLabel(t('accounts.email'), { exact: true }).fill(email);
  await dialogOf(other).getByLabel(t('accounts.password'), { exact: true }).fill(PASSWORD);
  await dialogOf(other).getByRole('button', { name: 'Yes, a person' }).click();
  await dialogOf(other)
    .getByRole('button', { name: t('common.log_in'), exact: true })
    .click();
  await expect(menuOf(other)).toBeVisible();

  await page.goto(to.profile());
  const device = t('account.device', { browser: 'Chrome', system: 'Linux' });
  await page.getByRole('button', { name: t('account.end_session_of', { device }) }).click();
  await expect(page.getByText(t('account.session_ended'))).toBeVisible();
  await expect(page.getByText(t('account.this_session'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('account.end_others') })).toHaveCount(0);
  await other.reload();
  await expect(other.getByText(t('common.login_first')).first()).toBeVisible();

  const moved = newAddress('moved');
  await page.getByRole('button', { name: t('account.change_email') }).click();
  await dialogOf(page).getByLabel(t('account.new_email')).fill(moved);
  await dialogOf(page).getByLabel(t('account.old_password')).fill(PASSWORD);
  await press(page, t('account.send_link'));
  await expect(page.getByText(t('account.email_sent', { email: moved }))).toBeVisible();
  await page.goto(linkIn(await mailTo(site.dataDir, moved, 'new_email=')));
  await press(page, t('accounts.verify_confirm'));
  await expect(page.getByText(t('accounts.email_done'))).toBeVisible();
  await page.goto(to.profile());
  await expect(page.getByText(moved)).toBeVisible();
});
