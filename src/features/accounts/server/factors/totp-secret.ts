import type { Secrets } from '#platform/secrets.ts';

const PURPOSE = 'totp-secret';

/** Encrypts the secret of an app for the row of its account. */
export function sealTotpSecret(secrets: Secrets, accountId: string, secret: Uint8Array): Buffer {
  return secrets.seal(PURPOSE, secret, accountId);
}

/** Returns the secret. Null if this site can’t open it, such as after the loss of its key. */
export function openTotpSecret(secrets: Secrets, accountId: string, sealed: Buffer): Buffer | null {
  return secrets.open(PURPOSE, sealed, accountId);
}
