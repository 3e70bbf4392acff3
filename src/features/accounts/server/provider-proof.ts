import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { after } from '#core/time.ts';
import type { Ctx } from '#platform/context.ts';
import { spendOnce } from '#platform/human-check/spent-challenges.repo.ts';
import { readJwt } from '#platform/jwt.ts';
import type { ProvenCall } from '../contract-account-calls.ts';
import type { Provider } from '../model/connections.ts';
import { PROVIDER_PROOF_LASTS } from '../model/proof.ts';

const TYPE = 'proof+jwt';

/** Signs what proves for 5 minutes, once and for one call, that the owner of an account has logged in at a provider. */
export function signProviderProof(
  ctx: Pick<Ctx, 'secrets' | 'clock'>,
  { accountId, act, provider }: { accountId: string; act: ProvenCall; provider: Provider },
): Promise<string> {
  return new SignJWT({ act, provider })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setSubject(accountId)
    .setJti(randomUUID())
    .setExpirationTime(Math.floor(after(ctx.clock.now(), PROVIDER_PROOF_LASTS).getTime() / 1000))
    .sign(ctx.secrets.key('provider-proof'));
}

/** Returns whether the token proves the owner of this account for this call. Uses it up. */
export async function spendProviderProof(
  ctx: Pick<Ctx, 'secrets' | 'clock' | 'db'>,
  token: string,
  { accountId, act, provider }: { accountId: string; act: ProvenCall; provider: Provider },
): Promise<boolean> {
  const payload = await readJwt(ctx.secrets, 'provider-proof', token, {
    typ: TYPE,
    subject: accountId,
    requiredClaims: ['exp', 'jti'],
    currentDate: ctx.clock.now(),
  });
  // Those of the version before name no provider: there was only one.
  if (payload?.act !== act || (payload.provider ?? 'google') !== provider) return false;
  return spendOnce(ctx.db, `proof ${payload.jti}`, new Date(payload.exp! * 1000));
}
