import { MINUTE, SECOND } from '#core/time.ts';

/**
 * Ways in which members prove that it is them, in the order in which pages offer them:
 * - `password`
 * - `totp`: a code of their authenticator app
 * - `passkey`
 * - `provider`: they have just logged in again at Google
 * - `openid`: the same at the other provider of the site
 */
export const PROOF_KINDS = ['password', 'totp', 'passkey', 'provider', 'openid'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** How long a login at a provider proves the owner, for the one call that it was made for. */
export const PROVIDER_PROOF_LASTS = 5 * MINUTE;
/** Failed proofs of an account per day and password, of all kinds and calls. */
export const PROOF_FAILURES_PER_DAY = 10;

/** How much the clocks of a provider and ours may differ. */
const CLOCKS_DIFFER = 30 * SECOND;

/**
 * True if the member has logged in at the provider since they were sent there. A provider that doesn’t say when they
 * did proves nothing: the one that was logged in there may be another person than the one who uses this browser now. Nor
 * does a time to come, such as one in milliseconds.
 */
export function isFreshLogin(at: { sent: Date; authenticated: Date | null; now: Date }): boolean {
  if (at.authenticated === null) return false;
  const login = at.authenticated.getTime();
  return login >= at.sent.getTime() - CLOCKS_DIFFER && login <= at.now.getTime() + CLOCKS_DIFFER;
}
