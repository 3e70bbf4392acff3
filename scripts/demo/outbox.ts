import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import PostalMime from 'postal-mime';

/** Waits for an email to this address with a token, and returns the newest one. */
export async function mailedToken(dataDir: string, email: string): Promise<string> {
  const folder = join(dataDir, 'outbox');
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const files = (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
      .sort()
      .reverse();
    for (const name of files.slice(0, 20)) {
      const mail = await PostalMime.parse(await readFile(join(folder, name)));
      const token = /verify=([\w.-]+)/.exec(mail.text ?? '')?.[1];
      if (token && mail.to?.some((to) => to.address === email)) return token;
    }
    await delay(100);
  }
  throw new Error(`No email to ${email}`);
}
