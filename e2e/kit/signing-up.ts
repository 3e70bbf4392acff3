import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { linkIn, mailTo } from './mails.ts';
import { newAddress, PASSWORD } from './people.ts';
import { type SiteAddress, siteDeps } from './site-deps.ts';
import { wordsOf } from './words.ts';

const t = wordsOf('en');

/** Signs up in the open login dialog, and returns the email address. The dialog then waits for the email. */
export async function signUpHere(page: Page, name: string, title: string): Promise<string> {
  const email = newAddress(name);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('accounts.create_account_title') }).click();
  // The title keeps what the visitor wanted.
  await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible();
  await dialog.getByLabel(t('accounts.email'), { exact: true }).fill(email);
  await dialog.getByLabel(t('accounts.password'), { exact: true }).fill(PASSWORD);
  await dialog.getByRole('checkbox', { name: /./ }).last().check();
  await dialog.getByRole('button', { name: t('accounts.check') }).click();
  await dialog.getByRole('button', { name: t('accounts.create_account'), exact: true }).click();
  await expect(page.getByRole('dialog', { name: t('accounts.look_in_mail') })).toBeVisible();
  return email;
}

/** Opens the nth sign-up email to an address, and confirms. */
export async function confirmIn(page: Page, site: SiteAddress, email: string, nth = 1): Promise<void> {
  await page.goto(linkIn(await mailTo(site.dataDir, email, 'verify=', nth)));
  await page.getByRole('button', { name: t('accounts.verify_confirm'), exact: true }).click();
}

/** Lets the sign-up links of an address expire. */
export async function expireLinks(site: SiteAddress, email: string): Promise<void> {
  const { database } = await siteDeps(site);
  await sql`update mail_links l set expires_at = db_clock() - interval '1 minute', created_at = db_clock() - interval '25 hours'
    from accounts a where a.id = l.account_id and a.email = ${email}`.execute(database.db);
}
