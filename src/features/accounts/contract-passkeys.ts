import * as z from 'zod/mini';
import { token } from './contract-members.ts';

/** Bytes in base64url, as browsers write them. */
const bytes = z.string().check(z.maxLength(20_000));

/** What a passkey answers to a challenge (WebAuthn, `AuthenticationResponseJSON`). */
export const PasskeyAnswer = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(bytes),
  }),
});
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;

/** What a new passkey answers (WebAuthn, `RegistrationResponseJSON`). */
export const NewPasskeyAnswer = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});
export type NewPasskeyAnswer = z.output<typeof NewPasskeyAnswer>;

/** Options of WebAuthn for the browser, with their challenge, and a token that brings the challenge back. */
export const PasskeyChallenge = z.strictObject({ options: z.unknown(), token: z.string() });
export type PasskeyChallenge = z.output<typeof PasskeyChallenge>;

/** The answer of a passkey, with the token of its challenge. */
export const AnsweredChallenge = z.strictObject({ token, answer: PasskeyAnswer });
export type AnsweredChallenge = z.output<typeof AnsweredChallenge>;
