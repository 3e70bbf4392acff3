import * as z from 'zod/mini';
import { text } from '#core/fields.ts';
import { token } from './contract-members.ts';
import { AnsweredChallenge } from './contract-passkeys.ts';
import { givenPassword } from './model/password.ts';
import type { ProofKind } from './model/proof.ts';
import { totpCode } from './model/second-factor.ts';

/**
 * What proves, within a call, that the account’s owner makes it. A session is no proof, not even a new one. A proof has
 * one key, its kind. Errors of a wrong one are those of the field with this name.
 */
export const Proof = z.union([
  z.strictObject({ password: text(givenPassword) }),
  /** A token from `user/prove_with_google`, for this call only. */
  z.strictObject({ provider: token }),
  /** A token from `user/prove_with_openid`, for this call only. */
  z.strictObject({ openid: token }),
  /** A code of the authenticator app. */
  z.strictObject({ totp: text(totpCode) }),
  /** The answer of a passkey to a challenge of `user/proof_challenge`, for this call only. */
  z.strictObject({ passkey: AnsweredChallenge }),
]);
export type Proof = z.output<typeof Proof>;

/** Error codes of calls that need proof, besides invalid_input. */
export const PROOF_ERRORS = ['sign_in_again', 'prove_again', 'password_missing', 'passkey_refused'] as const;

type Of<P, K> = P extends Record<K & string, infer V> ? V : never;
/** What a proof of a kind consists of. */
export type ProofOf<K extends ProofKind> = Of<Proof, K>;
