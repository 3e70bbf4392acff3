import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { SecretKeys } from './secrets.ts';

const SHORTEST_KEY = 32;

/**
 * Returns the secrets of the site: those of the settings, otherwise those of the data folder. There, the previous one is
 * the file `secret-key-previous`: renaming `secret-key` to it changes the key at the next start.
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
    const key = (await readFile(file, 'utf8')).trim();
    if (key.length >= SHORTEST_KEY) return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
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
  // Written under another name first, so that a crash leaves no half key.
  const fresh = `${file}.${process.pid}`;
  const written = await open(fresh, 'w', 0o600);
  try {
    await written.writeFile(`${randomBytes(48).toString('base64url')}\n`);
    await written.chmod(0o600);
    await written.sync();
  } finally {
    await written.close();
  }
  await rename(fresh, file);
  return loadSecretKey(dataDir);
}
