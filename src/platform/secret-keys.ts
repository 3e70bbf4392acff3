import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { writeWhole } from './files/write-whole.ts';
import type { SecretKeys } from './secrets.ts';

const SHORTEST_KEY = 32;

/**
 * Returns the secrets of the site: those of the settings, otherwise those of the data folder. There, the previous one
 * is in the file `secret-key-previous`. Renaming `secret-key` to it changes the key at the next start.
 */
export async function readSecretKeys(
  config: Pick<Config, 'dataDir' | 'secretKey' | 'previousSecretKey'>,
): Promise<SecretKeys> {
  if (config.secretKey !== null) return { secretKey: config.secretKey, previousSecretKey: config.previousSecretKey };
  const secretKey = await loadSecretKey(config.dataDir);
  const previous = await readKey(join(config.dataDir, 'secret-key-previous'));
  return { secretKey, previousSecretKey: config.previousSecretKey ?? previous };
}

/** Returns the key in a file, null if there is none. Throws if it is too short: its signatures could be forged. */
async function readKey(file: string): Promise<string | null> {
  try {
    // Root must not follow a link that the user of the site may have made.
    const flag = process.getuid?.() === 0 ? constants.O_RDONLY | constants.O_NOFOLLOW : 'r';
    const key = (await readFile(file, { encoding: 'utf8', flag })).trim();
    if (key.length >= SHORTEST_KEY) return key;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'ELOOP')
      throw new Error(`${file} is a link, which is not followed as root. Put the key itself there.`);
    throw error;
  }
  throw new Error(
    `${file} contains no key of at least ${SHORTEST_KEY} characters. Restore it, or delete it to get a new one.`,
  );
}

/**
 * Returns the secret of this data folder. It is created at the first start, and only its owner can read it. Throws if
 * it is too short, such as an empty file.
 */
export async function loadSecretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret-key');
  const found = await readKey(file);
  if (found !== null) return found;
  await mkdir(dataDir, { recursive: true });
  await writeKey(file, `${randomBytes(48).toString('base64url')}\n`);
  return loadSecretKey(dataDir);
}

/** Writes a key, which only its owner can read. Replaces what is there, and follows no link. */
export async function writeKey(file: string, text: string): Promise<void> {
  await writeWhole(file, text);
}
