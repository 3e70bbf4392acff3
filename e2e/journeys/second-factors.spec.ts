import type { Page } from '@playwright/test';
import { URI } from 'otpauth';
import { to } from '#core/pages.ts';
import { linkIn, mailTo } from '../kit/mails.ts';
import { enterBy, newMember, PASSWORD } from '../kit/people.ts';
import { siteDeps } from '../kit/site-deps.ts';
import { expect, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
const dialogOf = (page: Page) => page.getByRole('dialog');
const pressIn = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

async function exit(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: t('common.your_menu') }).click();
  await page.getByRole('button', { name: t('common.exit'), exact: true }).click();
  await expect(page.getByRole('button', { name: t('common.log_in') })).toBeVisible();
}

/** Gives the browser a device that answers for its passkeys, as if its owner had used their fingerprint. */
async function addDevice(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a member sets up an authenticator app and logs in with its code, later with a recovery code', async ({
  open,
  site,
}) => {
  const member = await newMember(site, 'totp');
  const page = await open({ as: member });
  await page.goto(to.profile());
  await page.getByRole('link', { name: t('account.security_go') }).click();
  await expect(heading(page, t('security.title'))).toBeVisible();
  await page.getByRole('button', { name: t('security.set_up_app') }).click();
  await dialogOf(page).getByLabel(t('proof.password')).fill(PASSWORD);
  await pressIn(page, t('security.next'));
  await expect(dialogOf(page).getByRole('img', { name: t('security.qr') })).toBeVisible();
  const key = (await dialogOf(page)
    .getByText(/^[A-Z2-7 ]{30,}$/)
    .textContent())!.replaceAll(' ', '');
  const app = URI.parse(`otpauth://totp/Skein?secret=${key}`);
  await dialogOf(page).getByLabel(t('security.code_from_app')).fill('000000');
  await pressIn(page, t('security.next_codes'));
  await expect(dialogOf(page).getByText(t('field.totp_wrong'))).toBeVisible();
  await dialogOf(page).getByLabel(t('security.code_from_app')).fill(app.generate());
  await pressIn(page, t('security.next_codes'));
  const codes = dialogOf(page)
    .getByRole('list', { name: t('security.codes') })
    .getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = (await codes.first().textContent())!;
  // Leaving asks first, and comes back to the same codes.
  await page.keyboard.press('Escape');
  await pressIn(page, t('security.stay'));
  await expect(codes.first()).toHaveText(recoveryCode);
  await dialogOf(page)
    .getByRole('checkbox', { name: t('security.saved_elsewhere') })
    .check();
  await pressIn(page, t('security.turn_on'));
  await expect(page.getByText(t('security.app_on'))).toBeVisible();
  await expect(page.getByText(t('security.codes_left', { count: 10 }))).toBeVisible();
  await mailTo(site.dataDir, member.email, 'authenticator app was just set up');

  await exit(page);
  await page.getByRole('button', { name: t('common.log_in') }).click();
  await enterBy(page, member);
  await expect(dialogOf(page).getByRole('heading', { name: t('accounts.second_step') })).toBeVisible();
  // The code with which it was set up is used, the next one counts already. The sixth digit submits it.
  await dialogOf(page)
    .getByLabel(t('accounts.code'))
    .pressSequentially(app.generate({ timestamp: Date.now() + 30_000 } as never));
  await expect(page.getByText(t('loginModal.login_success'))).toBeVisible();

  await exit(page);
  await page.getByRole('button', { name: t('common.log_in') }).click();
  await enterBy(page, member);
  await pressIn(page, t('accounts.use_recovery_code'));
  await dialogOf(page).getByLabel(t('accounts.code')).fill(recoveryCode.toUpperCase());
  await pressIn(page, t('common.log_in'));
  await expect(page.getByText(t('loginModal.login_success'))).toBeVisible();
  await page.goto(to.security());
  await expect(page.getByText(t('security.codes_left', { count: 9 }))).toBeVisible();
});

test('a moderator without a second factor sets up a passkey, and then logs in with it', async ({ open, site }) => {
  const moderator = await newMember(site, 'passkey', 'en', 'moderator');
  const { deps } = await siteDeps(site);
  const beginGrace = (daysAgo: number) =>
    deps.db
      .updateTable('account_roles')
      .set({ grace_from: new Date(Date.now() - daysAgo * 24 * 3_600_000) })
      .where('account_id', '=', moderator.id)
      .execute();
  await beginGrace(0);
  const page = await open({ as: moderator });
  await addDevice(page);
  await page.goto(to.moderation());
  await expect(page.getByText(t('security.days_left', { count: 6 }))).toBeVisible();

  // A week later, the page is closed, and the first factor takes a link from an email.
  await beginGrace(8);
  await page.reload();
  await expect(heading(page, t('security.resting_title'))).toBeVisible();
  await page.getByRole('link', { name: t('security.set_up_factor') }).click();
  await expect(page.getByRole('button', { name: t('security.add_passkey') })).toBeHidden();
  await page.getByRole('button', { name: t('security.send_link') }).click();
  await page.goto(linkIn(await mailTo(site.dataDir, moderator.email, 'moderator rights are paused')));
  await expect(page).toHaveURL(/\/security$/);
  await page.getByRole('button', { name: t('security.add_passkey') }).click();
  await dialogOf(page).getByLabel(t('security.name')).fill('My laptop');
  await dialogOf(page).getByLabel(t('proof.password')).fill(PASSWORD);
  await pressIn(page, t('security.create_passkey'));
  await expect(dialogOf(page).getByRole('heading', { name: t('security.codes_title') })).toBeVisible();
  await dialogOf(page)
    .getByRole('checkbox', { name: t('security.saved_elsewhere') })
    .check();
  await pressIn(page, t('security.done'));
  await expect(page.getByText('My laptop')).toBeVisible();
  await page.goto(to.moderation());
  await expect(heading(page, t('security.resting_title'))).toBeHidden();
  await expect(heading(page, t('moderation.title'))).toBeVisible();

  await exit(page);
  await page.getByRole('button', { name: t('common.log_in') }).click();
  await pressIn(page, t('accounts.passkey_login'));
  await expect(page.getByText(t('loginModal.login_success'))).toBeVisible();

  // It also is the second step after the password, and a proof.
  await exit(page);
  await page.getByRole('button', { name: t('common.log_in') }).click();
  await enterBy(page, moderator);
  await pressIn(page, t('accounts.use_passkey'));
  await expect(page.getByText(t('loginModal.login_success'))).toBeVisible();
  await page.goto(to.security());
  await page.getByRole('button', { name: t('security.remove_named', { name: 'My laptop' }) }).click();
  await pressIn(page, t('proof.instead_passkey'));
  await pressIn(page, t('security.remove'));
  await expect(dialogOf(page).getByText(t('error.second_factor_kept'))).toBeVisible();
});
