import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';

async function mailsTo(dataDir: string, address: string): Promise<Email[]> {
  const folder = join(dataDir, 'outbox');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml') && !name.startsWith('.')).sort();
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return mails.filter((mail) => mail.to?.some((to) => to.address === address));
}

/** Returns the nth email to an address whose text contains `having`. Waits until it’s written. */
export async function mailTo(dataDir: string, address: string, having: string, nth = 1): Promise<Email> {
  let found: Email | undefined;
  await expect(async () => {
    found = (await mailsTo(dataDir, address)).filter((mail) => mail.text?.includes(having))[nth - 1];
    expect(found).toBeDefined();
  }).toPass();
  return found!;
}

/** Returns the URL in an email. */
export function linkIn(mail: Email): string {
  const link = /https?:\/\/\S+/.exec(mail.text ?? '')?.[0];
  if (!link) throw new Error(`There is no link in the email: ${mail.text}`);
  return link;
}
