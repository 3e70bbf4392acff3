import type { Ctx } from '#platform/context.ts';
import { isUniqueViolation } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import type { Provider } from '../model/connections.ts';
import { accountMail } from './account-mail.ts';
import { type AccountRow, changeAccount, logSecurity, moveAccount } from './accounts.repo.ts';
import { endSessions } from './end-sessions.ts';
import {
  deleteIdentities,
  type Identity,
  type IdentityKey,
  identitiesOf,
  insertIdentity,
  noteIdentityUse,
} from './identities.repo.ts';
import { spendLinks } from './mail-links.repo.ts';
import { providerError } from './provider-error.ts';
import { signInOf } from './provider-flow.ts';

const isSame = (one: IdentityKey, other: IdentityKey) => one.issuer === other.issuer && one.subject === other.subject;

/** True if the account is connected to this identity. */
export async function hasIdentity(ctx: Pick<Ctx, 'db'>, accountId: string, identity: IdentityKey): Promise<boolean> {
  return (await identitiesOf(ctx.db, accountId)).some((known) => isSame(known, identity));
}

/**
 * Connects the locked account to an identity whose address is confirmed to be the account’s, or whose owner was proved
 * to be the account’s. An unconfirmed account may have been created by a stranger, so nothing from its sign-up is kept
 * (trust §1, pre-hijacking). The owner of a confirmed account is notified. Throws google_taken, provider_taken.
 */
export async function linkIdentity(ctx: Ctx, account: AccountRow, identity: Identity): Promise<void> {
  const { provider } = identity;
  const signIn = signInOf(ctx, provider);
  const before = (await identitiesOf(ctx.db, account.id)).find((known) => known.provider === provider);
  if (before && isSame(before, identity)) return noteIdentityUse(ctx.db, identity);
  if (before && signIn.isIssuer(before.issuer)) throw providerError(signIn, 'taken');
  // The issuer of before is no longer offered.
  if (before) await deleteIdentities(ctx.db, account.id, [provider]);
  if (account.status === 'unverified') {
    await moveAccount(ctx.db, account, 'verify', { actorId: null });
    await changeAccount(ctx.db, account.id, { password_hash: null, preferred_language: ctx.language });
    for (const purpose of ['verify', 'reset', 'openid'] as const) await spendLinks(ctx.db, account.id, purpose);
    await endSessions(ctx.db, account.id, 'reset');
    await logSecurity(ctx.db, account.id, 'verified', { by: provider });
  } else await notifyOwner(ctx, account, provider, 'connected');
  await insertIdentity(ctx.db, account.id, identity);
}

/** Logs that a provider was connected or disconnected, and emails the owner. */
export async function notifyOwner(
  ctx: Ctx,
  account: AccountRow,
  provider: Provider,
  change: 'connected' | 'disconnected',
): Promise<void> {
  await logSecurity(ctx.db, account.id, `${provider}_${change}`);
  await enqueue(ctx, accountMail, {
    kind: provider === 'google' ? `google_${change}` : `provider_${change}`,
    accountId: account.id,
    language: account.preferred_language,
  });
}

const TAKEN = ['identities_pkey', 'identities_account_provider', 'accounts_google_subject'];

/** Returns a handler for the error that another account has the same identity, perhaps by a concurrent call. */
export function refuseTaken(ctx: Ctx, provider: Provider) {
  return (error: unknown): never => {
    const isTaken = TAKEN.some((constraint) => isUniqueViolation(error, constraint));
    throw isTaken ? providerError(signInOf(ctx, provider), 'taken') : error;
  };
}
