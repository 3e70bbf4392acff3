import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Language } from '#core/languages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { insertMember, type Member, type MemberOptions, PASSWORD } from '#testing/members.ts';
import { KEYS } from '#web/boot/storage.ts';
import { createDemoApi, type DemoApi } from '../../scripts/demo/api.ts';
import { type SiteAddress, siteDeps } from './site-deps.ts';
import { wordsOf } from './words.ts';

export { PASSWORD };

export interface Person extends Member {
  readonly language: Language;
}

let count = 0;

/** Returns an unused email address. Each worker has its own counter. */
export function newAddress(name: string): string {
  count += 1;
  return `${name}-${process.env.TEST_WORKER_INDEX ?? 0}-${count}@journeys.invalid`;
}

/** Solves the challenge of the verification, as a browser does. */
async function humanCheck(api: DemoApi): Promise<string> {
  const { challenge } = await api.call(accountApi.challenge, { action: 'register' });
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Signs up through the API, as any program could, without opening the emailed link. Returns the email address. */
export async function newcomer(site: SiteAddress, name: string, language: Language = 'en'): Promise<string> {
  const api = createDemoApi(site.url);
  const email = newAddress(name);
  const cfTurnstileResponse = await humanCheck(api);
  await api.call(accountApi.register, { email, password: PASSWORD, terms: true, cfTurnstileResponse }, undefined, {
    language,
  });
  return email;
}

/** Inserts a member with a session directly into the site’s database. Their password is `PASSWORD`. */
export async function newMember(
  site: SiteAddress,
  name: string,
  language: Language = 'en',
  role?: MemberOptions['role'],
): Promise<Person> {
  const { deps } = await siteDeps(site);
  return { ...(await insertMember(deps, { email: newAddress(name), language, role })), language };
}

/** Runs an admin command beside the site, such as `npm run admin -- grant moderator EMAIL`. */
export async function admin(site: SiteAddress, ...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../scripts/run.mjs'), 'admin', ...args], {
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: site.dataDir },
  });
}

/** Logs the page’s browser in as this person, from its next page on. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.addInitScript(
    ([keys, tokens]) => {
      // Only once, because the site replaces these tokens, and the first ones become invalid.
      if (localStorage.getItem('journey')) return;
      localStorage.setItem('journey', '1');
      localStorage.setItem(keys.accessToken, tokens.accessToken);
      localStorage.setItem(keys.refreshToken, tokens.refreshToken);
    },
    [KEYS, { accessToken: person.accessToken, refreshToken: person.refreshToken }] as const,
  );
}

/** Fills in the open login dialog and submits it. */
export async function enterBy(page: Page, who: { email: string; password?: string }, language: Language = 'en') {
  const t = wordsOf(language);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('accounts.email'), { exact: true }).fill(who.email);
  await dialog.getByLabel(t('accounts.password'), { exact: true }).fill(who.password ?? PASSWORD);
  await dialog.getByRole('button', { name: t('common.log_in'), exact: true }).click();
}
