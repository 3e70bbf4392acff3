import type { Secrets } from '#platform/secrets.ts';

/**
 * Returns the keys with which browsers encrypt what they keep of a member’s texts (decision 072), that of the current
 * secret key first. They are derived, so a
 * member gets the same ones with every session, and nothing has to be stored.
 */
export function deviceKeysOf(secrets: Secrets, accountId: string): string[] {
  return secrets.signatures('device-words', accountId).map((key) => key.toString('base64url'));
}
