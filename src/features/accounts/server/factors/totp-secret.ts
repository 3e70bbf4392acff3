import type { Ctx } from '#platform/context.ts';
import type { Secrets } from '#platform/secrets.ts';
import { countTotpSealedOtherwise, replaceTotpSecrets, totpSealedBefore } from './factors.repo.ts';

const PURPOSE = 'totp-secret';

/** Encrypts the secret of an app for the row of its account. */
export function sealTotpSecret(secrets: Secrets, accountId: string, secret: Uint8Array): Buffer {
  return secrets.seal(PURPOSE, secret, accountId);
}

/** Returns the secret. Null if this site can’t open it, such as after the loss of its key. */
export function openTotpSecret(secrets: Secrets, accountId: string, sealed: Buffer): Buffer | null {
  return secrets.open(PURPOSE, sealed, accountId);
}

/** Seals secrets again that were sealed with the previous key of the site, so that it can be removed. */
export async function resealTotpSecrets({ db, secrets }: Pick<Ctx, 'db' | 'secrets'>): Promise<void> {
  const mark = secrets.sealMark(PURPOSE);
  let last = '0';
  for (;;) {
    const rows = await totpSealedBefore(db, mark, last);
    for (const { account_id: id, secret, pending_secret: pending } of rows) {
      const again = (sealed: Buffer | null) => {
        const opened = sealed && openTotpSecret(secrets, id, sealed);
        return opened ? sealTotpSecret(secrets, id, opened) : sealed;
      };
      // One that no key opens stays as it is: its owner needs a recovery code anyway.
      await replaceTotpSecrets(db, id, { secret, pending }, { secret: again(secret), pending: again(pending) });
    }
    if (rows.length === 0) return;
    last = rows.at(-1)!.account_id;
  }
}

/**
 * Returns how many members have an app whose secret was sealed with the previous key, and how many have one that no key of
 * this site opens.
 */
export async function countOldTotpSecrets({
  db,
  secrets,
}: Pick<Ctx, 'db' | 'secrets'>): Promise<{ previous: number; lost: number }> {
  const lost = await countTotpSealedOtherwise(db, secrets.sealMarks(PURPOSE));
  return { previous: (await countTotpSealedOtherwise(db, [secrets.sealMark(PURPOSE)])) - lost, lost };
}
