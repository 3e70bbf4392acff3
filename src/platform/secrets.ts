import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Keys for one purpose each, all derived from the site’s secret. */
export interface Secrets {
  /** Returns the 256-bit key of a purpose. */
  key: (purpose: string) => Uint8Array;
  /**
   * Returns the HMAC-SHA-256 of the parts with the key of the purpose. Each part is hashed with its length, so that
   * parts can’t run into each other.
   */
  sign: (purpose: string, ...parts: (string | Uint8Array)[]) => Buffer;
}

export function createSecrets(secretKey: string): Secrets {
  const keys = new Map<string, Uint8Array>();
  const key = (purpose: string) => {
    let found = keys.get(purpose);
    if (!found) {
      found = new Uint8Array(hkdfSync('sha256', secretKey, 'skein', purpose, 32));
      keys.set(purpose, found);
    }
    return found;
  };
  return {
    key,
    sign(purpose, ...parts) {
      const hmac = createHmac('sha256', key(purpose));
      for (const part of parts) {
        const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
        hmac.update(`${bytes.length}:`).update(bytes);
      }
      return hmac.digest();
    },
  };
}

const SHORTEST_KEY = 32;

/**
 * Returns the secret of this data folder. It is created at the first start, and only its owner can read it. Throws if
 * it is too short, such as an empty file, because its signatures could be forged.
 */
export async function loadSecretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret-key');
  const read = async () => {
    const key = (await readFile(file, 'utf8')).trim();
    if (key.length < SHORTEST_KEY)
      throw new Error(
        `${file} contains no key of at least ${SHORTEST_KEY} characters. Restore it, or delete it to get a new one.`,
      );
    return key;
  };
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
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
  return read();
}
