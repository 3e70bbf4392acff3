import { randomInt } from 'node:crypto';
import type { Db } from '#platform/db/database.ts';
import type { Secrets } from '#platform/secrets.ts';
import {
  RECOVERY_ALPHABET,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
  shownRecoveryCode,
} from '../../model/second-factor.ts';
import { countRecoveryCodes } from './factors.queries.ts';
import { markRecoveryCodes, replaceRecoveryCodes } from './factors.repo.ts';

const PURPOSE = 'recovery-code';

/** Only the site can compute the hashes: the codes are short enough to try all of them. */
const hashOf = (secrets: Secrets, accountId: string, code: string) => secrets.sign(PURPOSE, accountId, code);

/** Returns the hashes that this code may be stored with. */
export function recoveryHashes(secrets: Secrets, accountId: string, code: string): readonly Buffer[] {
  return secrets.signatures(PURPOSE, accountId, code);
}

function newCode(): string {
  const letters = Array.from(
    { length: RECOVERY_CODE_LENGTH },
    () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
  );
  return letters.join('');
}

/**
 * Makes new recovery codes and returns them as they are shown, once. They replace the others that count, or those
 * of an app that is still being set up.
 */
export async function makeRecoveryCodes(
  { db, secrets }: { db: Db; secrets: Secrets },
  accountId: string,
  isActive: boolean,
): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  const hashes = [...codes].map((code) => hashOf(secrets, accountId, code));
  await replaceRecoveryCodes(db, accountId, { hashes, keyMark: secrets.sealMark(PURPOSE) }, isActive);
  return [...codes].map(shownRecoveryCode);
}

/**
 * Returns how many unused recovery codes of an account work (null if none were made), and whether others ended with the
 * key that they were made with.
 */
export async function recoveryCodesOf(
  { db, secrets }: { db: Db; secrets: Secrets },
  accountId: string,
): Promise<{ recoveryCodesLeft: number | null; hasEndedCodes: boolean }> {
  const { made, left, ended } = await countRecoveryCodes(db, accountId, secrets.sealMarks(PURPOSE));
  return { recoveryCodesLeft: made > 0 ? left : null, hasEndedCodes: ended > 0 };
}

/**
 * Notes the key of recovery codes that an earlier version has made. While the site has two keys, nothing tells which of
 * them made a code.
 */
export async function markOldRecoveryCodes({ db, secrets }: { db: Db; secrets: Secrets }): Promise<void> {
  const [mark, previous] = secrets.sealMarks(PURPOSE);
  if (mark && !previous) await markRecoveryCodes(db, mark);
}
