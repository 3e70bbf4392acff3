import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import { isMadeOfName } from '../model/common-passwords.ts';

/**
 * Hashes of passwords that have leaked, sorted and without separators (`scripts/breached-passwords.ts`). Half a megabyte,
 * which is only read once someone chooses a password.
 */
export const BREACHED_FILE = join(import.meta.dirname, 'breached-passwords.bin');
/** Bytes of each hash. Of ten million other passwords, about one is refused by mistake. */
export const FINGERPRINT_BYTES = 5;

let list: Promise<Buffer> | undefined;

function readList(): Promise<Buffer> {
  list ??= readFile(BREACHED_FILE).catch((error: unknown) => {
    list = undefined;
    throw error;
  });
  return list;
}

/** Returns what the list has of a password. Capital letters make no difference, because guessers try them too. */
export function fingerprintOf(password: string): Buffer {
  return createHash('sha256').update(password.toLowerCase()).digest().subarray(0, FINGERPRINT_BYTES);
}

/** True if the password, in this or another capitalization, is in the list of leaked ones. */
export async function isBreached(password: string): Promise<boolean> {
  const all = await readList();
  const wanted = fingerprintOf(password);
  let [low, high] = [0, all.length / FINGERPRINT_BYTES];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = all.compare(
      wanted,
      0,
      FINGERPRINT_BYTES,
      middle * FINGERPRINT_BYTES,
      (middle + 1) * FINGERPRINT_BYTES,
    );
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

/** Checks that a new password has not leaked and isn’t made of the site’s name. Throws password_too_common for its field. */
export async function requireUnguessable(ctx: Pick<Ctx, 'config'>, field: string, password: string): Promise<void> {
  if (isMadeOfName(password, ctx.config.siteName) || (await isBreached(password)))
    throw fieldError(field, 'password_too_common');
}
