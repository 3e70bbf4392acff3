import { AppError } from '#core/errors.ts';
import { after } from '#core/time.ts';
import type { Ctx } from '#platform/context.ts';
import type { ProvenCall } from '../contract-account-calls.ts';
import { CONNECTS, PROVES } from '../contract-providers.ts';
import { ADDRESS_ASKED_FOR } from '../model/account-limits.ts';
import type { Provider } from '../model/connections.ts';
import { sitePath } from '../model/site-path.ts';
import { type AccountRow, findAccount, insertAccount } from './accounts.repo.ts';
import { finishLogin, type ProvenLogin } from './finish-login.ts';
import { accountOfIdentity, type Identity } from './identities.repo.ts';
import { hasIdentity, linkIdentity, refuseTaken } from './link-identity.ts';
import { isDisownedProvider } from './login-log.repo.ts';
import { providerError } from './provider-error.ts';
import {
  confirm,
  flowOf,
  type Person,
  type ProviderAnswer,
  signFlow,
  signInOf,
  tellingWhereFrom,
} from './provider-flow.ts';
import type { SessionTokens } from './sessions.service.ts';
import { signStep } from './step-token.ts';

/** Signs who has logged in at a provider while they confirm an address. */
export const ADDRESS_PURPOSE = 'openid-address';

/** A login that ends on the page where it started. */
export type ProviderLogin = SessionTokens & { from: string; isNew?: true };

/**
 * Returns the URL at the provider, and the value of the cookie for the callback. Throws google_unavailable,
 * provider_unavailable.
 */
export async function beginSignIn(
  ctx: Ctx,
  provider: Provider,
  { from, connects, proves }: { from: unknown; connects: boolean; proves: ProvenCall | null },
): Promise<{ address: URL; flow: string }> {
  const prefix = proves ? PROVES : connects ? CONNECTS : '';
  const { address, flow } = await signInOf(ctx, provider).begin(prefix, ctx.language, { again: proves !== null });
  const kept = { ...flow, from: sitePath(from), sent: ctx.clock.now().getTime() };
  return { address, flow: await signFlow(ctx, provider, proves ? { ...kept, proves } : kept) };
}

/**
 * Logs in the user that the provider identifies, after creating an account if they have none. Also returns the page where
 * it started. Throws address_needed with a token for `user/openid_address` if no account is known by the identity, and
 * the provider doesn’t vouch for an address.
 */
export async function loginWithProvider(
  ctx: Ctx,
  provider: Provider,
  { answer, cookie }: { answer: ProviderAnswer; cookie: string | null },
): Promise<ProviderLogin> {
  const flow = await flowOf(ctx, provider, { answer, cookie, purpose: '' });
  const { from } = flow;
  return tellingWhereFrom(from, async () => {
    const person = await confirm(ctx, provider, answer, flow);
    const known = await accountOfIdentity(ctx.db, person);
    if (!known && !person.emailVerified) throw await addressNeeded(ctx, person, from);
    const accountId = known ?? (await findOrBegin(ctx, person.email));
    const { issuer, subject } = person;
    const claim = { issuer, subject, email: person.emailVerified ? person.email : '', from };
    const first = provider === 'google' ? { by: provider, google: claim } : { by: provider, openid: claim };
    const tokens = await finishLogin(ctx, accountId, {
      ...enterByProvider(ctx, person, { isVerified: person.emailVerified }),
      // Once it is erased, the same login creates an account.
      gone: () => providerError(signInOf(ctx, provider), 'refused'),
      first,
    }).catch(refuseTaken(ctx, provider));
    return { ...tokens, from };
  });
}

/**
 * Returns how an identity logs in to an account. Connects it first, if it is known only by its confirmed address: the
 * account was found a moment ago, so that is checked again under the lock.
 */
export function enterByProvider(
  ctx: Ctx,
  identity: Identity & { email: string },
  { isVerified }: { isVerified: boolean },
): Required<Pick<ProvenLogin, 'by' | 'enter'>> {
  const { provider } = identity;
  const checkAddress = async (inner: Ctx, account: AccountRow) => {
    if (!isVerified || account.email !== identity.email) throw providerError(signInOf(ctx, provider), 'refused');
    // The user of a disowned login has the address there. Only the member can connect it again.
    if (await isDisownedProvider(inner.db, account.id, provider)) throw providerError(signInOf(ctx, provider), 'other');
  };
  return {
    by: provider,
    async enter(inner, account) {
      if (!(await hasIdentity(inner, account.id, identity))) await checkAddress(inner, account);
      await linkIdentity(inner, account, identity);
    },
  };
}

/** Asks for an address. Google always has one, which it must have verified. */
async function addressNeeded(ctx: Ctx, person: Person, from: string): Promise<AppError> {
  const { provider, issuer, subject, email } = person;
  if (provider === 'google')
    return email ? new AppError('google_email_unverified') : providerError(signInOf(ctx, provider), 'refused');
  const askedUntil = after(ctx.clock.now(), ADDRESS_ASKED_FOR).getTime();
  const token = await signStep(ctx, ADDRESS_PURPOSE, { issuer, subject, from, askedUntil }, ADDRESS_ASKED_FOR);
  return new AppError('address_needed', {
    params: { provider: signInOf(ctx, provider).name },
    details: { token, email },
  });
}

/** Returns the account with this address, or else a new unconfirmed one. */
export async function findOrBegin(ctx: Ctx, email: string): Promise<string> {
  const known = await findAccount(ctx.db, { email });
  if (known) return known.id;
  const begun = await insertAccount(ctx.db, { email, language: ctx.language });
  const account = begun ?? (await findAccount(ctx.db, { email }));
  if (!account) throw new AppError('conflict');
  return account.id;
}
