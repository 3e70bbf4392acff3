import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { isProvenCall, type ProvenCall } from '../contract-account-calls.ts';
import type { Proof } from '../contract-proof.ts';
import { CONNECTS, PROVES } from '../contract-providers.ts';
import type { Provider } from '../model/connections.ts';
import { isFreshLogin } from '../model/proof.ts';
import { waysIn } from './connections.ts';
import { accountOfIdentity, deleteIdentities, identitiesOf } from './identities.repo.ts';
import { linkIdentity, notifyOwner, refuseTaken } from './link-identity.ts';
import { lockProven, proveOwner } from './proof.service.ts';
import { providerError } from './provider-error.ts';
import { confirm, flowOf, type ProviderAnswer, signInOf, tellingWhereFrom } from './provider-flow.ts';
import { signProviderProof } from './provider-proof.ts';

interface Returned {
  answer: ProviderAnswer;
  cookie: string | null;
}

/** Connects the caller’s account to who they are at the provider. Their address there doesn’t matter. */
export async function connectProvider(
  ctx: Ctx,
  provider: Provider,
  { proof, answer, cookie }: Returned & { proof: Proof },
): Promise<{ from: string }> {
  const flow = await flowOf(ctx, provider, { answer, cookie, purpose: CONNECTS });
  return tellingWhereFrom(flow.from, async () => {
    // First, because what the provider returned can be used only once: the member can correct a typo.
    const known = await proveOwner(ctx, `user/connect_${provider}`, proof);
    const person = await confirm(ctx, provider, answer, flow);
    if (provider === 'google' && !person.emailVerified) throw new AppError('google_email_unverified');
    await inTransaction(ctx, async (inner) => linkIdentity(inner, await lockProven(inner.db, known), person)).catch(
      refuseTaken(ctx, provider),
    );
    return { from: flow.from };
  });
}

/**
 * Returns a proof for the call that the flow was started for, if the owner of a connected account has just logged in at
 * the provider. Throws google_other, google_not_fresh, and the same of `provider_`.
 */
export async function proveWithProvider(
  ctx: Ctx,
  provider: Provider,
  { answer, cookie }: Returned,
): Promise<{ from: string; act: ProvenCall; provider: string }> {
  const flow = await flowOf(ctx, provider, { answer, cookie, purpose: PROVES });
  return tellingWhereFrom(flow.from, async () => {
    const signIn = signInOf(ctx, provider);
    const person = await confirm(ctx, provider, answer, flow);
    const act = flow.proves;
    if (!isProvenCall(act) || flow.sent === undefined) throw providerError(signIn, 'state_lost');
    const { authenticated } = person;
    if (!isFreshLogin({ sent: new Date(flow.sent), authenticated, now: ctx.clock.now() }))
      throw providerError(signIn, 'not_fresh');
    const accountId = await accountOfIdentity(ctx.db, person);
    if (!accountId) throw providerError(signIn, 'other');
    return { from: flow.from, act, provider: await signProviderProof(ctx, { accountId, act, provider }) };
  });
}

/** Disconnects a provider. Throws password_missing if there is no other way to log in. */
export async function disconnectProvider(
  ctx: Ctx,
  provider: Provider,
  { proof }: { proof: Proof },
): Promise<typeof DONE> {
  const known = await proveOwner(ctx, `user/disconnect_${provider}`, proof);
  return inTransaction(ctx, async (inner) => {
    const account = await lockProven(inner.db, known);
    const own = await identitiesOf(inner.db, account.id);
    if (!own.some((identity) => identity.provider === provider)) return DONE;
    const others = (await waysIn(inner, account.id)).filter((identity) => identity.provider !== provider);
    if (!account.password_hash && others.length === 0) throw new AppError('password_missing');
    await deleteIdentities(inner.db, account.id, [provider]);
    await notifyOwner(inner, account, provider, 'disconnected');
    return DONE;
  });
}
