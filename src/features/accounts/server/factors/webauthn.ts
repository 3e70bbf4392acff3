import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { AppError } from '#core/errors.ts';
import { after } from '#core/time.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { spendOnce } from '#platform/human-check/spent-challenges.repo.ts';
import type { ProvenCall } from '../../contract-account-calls.ts';
import type { AnsweredChallenge, NewPasskeyAnswer, PasskeyChallenge } from '../../contract-passkeys.ts';
import { PASSKEY_CHALLENGE_LASTS, passkeyHost } from '../../model/second-factor.ts';
import { readStep, signStep } from '../step-token.ts';
import { findPasskey, passkeysOf } from './factors.queries.ts';
import { notePasskeyUse } from './factors.repo.ts';

/** Loaded with the first passkey, because it and what it needs take memory. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256, which are all that authenticators have. By their numbers in COSE. */
const ALGORITHMS = [-8, -7, -257];

/** What a challenge is for: an answer to one of them is none to another. */
type Use = 'login' | 'second-step' | `proof ${ProvenCall}` | 'new';

const Claims = z.object({ challenge: z.string(), use: z.string(), accountId: z.nullable(z.string()) });
const PURPOSE = 'passkey-challenge';

/** Returns the host that passkeys belong to. Throws not_found if browsers allow the site none. */
export function requirePasskeys({ config }: Pick<Ctx, 'config'>): string {
  const host = passkeyHost(config.publicUrl);
  if (host === null) throw new AppError('not_found');
  return host;
}

async function signChallenge(ctx: Ctx, use: Use, accountId: string | null) {
  const challenge = randomBytes(32);
  const claims = { challenge: challenge.toString('base64url'), use, accountId };
  return {
    challenge: new Uint8Array(challenge),
    token: await signStep(ctx, PURPOSE, claims, PASSKEY_CHALLENGE_LASTS),
  };
}

/** Returns the challenge of a token, once. Throws passkey_refused. */
async function spendChallenge(ctx: Ctx, token: string, use: Use, accountId: string | null): Promise<string> {
  const claims = await readStep(ctx, PURPOSE, token, Claims);
  if (claims?.use !== use || claims.accountId !== accountId) throw new AppError('passkey_refused');
  const until = after(ctx.clock.now(), PASSKEY_CHALLENGE_LASTS);
  if (!(await spendOnce(ctx.db, `passkey ${claims.challenge}`, until))) throw new AppError('passkey_refused');
  return claims.challenge;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/**
 * Returns a challenge for the passkeys of an account, or for any passkey of the site. For a login, the device must
 * check who uses it, because nothing else is asked.
 */
export async function challengePasskey(ctx: Ctx, use: Use, accountId: string | null): Promise<PasskeyChallenge> {
  const rpID = requirePasskeys(ctx);
  const { generateAuthenticationOptions } = await library();
  const { challenge, token } = await signChallenge(ctx, use, accountId);
  const own = accountId === null ? null : await passkeysOf(ctx.db, accountId);
  const options = await generateAuthenticationOptions({
    rpID,
    challenge,
    timeout: PASSKEY_CHALLENGE_LASTS,
    userVerification: use === 'second-step' ? 'preferred' : 'required',
    ...(own
      ? { allowCredentials: own.map((key) => ({ id: base64url(key.credential_id), transports: key.transports })) }
      : {}),
  });
  return { options, token };
}

/**
 * Checks the answer of a passkey and uses up its challenge. Returns the id of the account it belongs to: for a login any
 * account, otherwise this one. Throws passkey_refused.
 */
export async function checkPasskey(
  ctx: Ctx,
  { token, answer }: AnsweredChallenge,
  use: Use,
  accountId: string | null,
): Promise<string> {
  const rpID = passkeyHost(ctx.config.publicUrl);
  if (rpID === null) throw new AppError('passkey_refused');
  const expectedChallenge = await spendChallenge(ctx, token, use, accountId);
  const key = await findPasskey(ctx.db, Buffer.from(answer.id, 'base64url'));
  if (!key || (accountId !== null && key.account_id !== accountId)) throw new AppError('passkey_refused');
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: ctx.config.publicUrl.origin,
    expectedRPID: rpID,
    requireUserVerification: use !== 'second-step',
    credential: {
      id: base64url(key.credential_id),
      publicKey: new Uint8Array(key.public_key),
      counter: Number(key.counter),
    },
  }).catch(refuse);
  if (!verified) throw new AppError('passkey_refused');
  await inTransaction(ctx, ({ db }) => notePasskeyUse(db, key.id, authenticationInfo.newCounter));
  return key.account_id;
}

/** Returns the challenge for a new passkey of an account. Devices that have one already don’t offer another. */
export async function challengeNewPasskey(
  ctx: Ctx,
  account: { id: string; email: string; username: string },
): Promise<PasskeyChallenge> {
  const rpID = requirePasskeys(ctx);
  const { generateRegistrationOptions } = await library();
  const { challenge, token } = await signChallenge(ctx, 'new', account.id);
  const own = await passkeysOf(ctx.db, account.id);
  const options = await generateRegistrationOptions({
    rpName: ctx.config.siteName,
    rpID,
    challenge,
    timeout: PASSKEY_CHALLENGE_LASTS,
    supportedAlgorithmIDs: ALGORITHMS,
    userID: new TextEncoder().encode(account.id),
    userName: account.email,
    userDisplayName: account.username,
    excludeCredentials: own.map((key) => ({ id: base64url(key.credential_id), transports: key.transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
  return { options, token };
}

/** Checks the answer of a new passkey and uses up its challenge. Throws passkey_refused. */
export async function checkNewPasskey(
  ctx: Ctx,
  { token, answer }: { token: string; answer: NewPasskeyAnswer },
  accountId: string,
) {
  const rpID = requirePasskeys(ctx);
  const expectedChallenge = await spendChallenge(ctx, token, 'new', accountId);
  const { verifyRegistrationResponse } = await library();
  const { transports, ...response } = answer.response;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: ctx.config.publicUrl.origin,
    expectedRPID: rpID,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: false,
  }).catch(refuse);
  if (!verified) throw new AppError('passkey_refused');
  const { credential } = registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: transports ?? [],
  };
}

/** The library throws for every answer that is not what was asked for. What it says is for developers. */
function refuse(cause: unknown): never {
  throw new AppError('passkey_refused', { cause });
}
