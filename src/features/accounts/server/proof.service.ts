import { AppError, fieldError } from '#core/errors.ts';
import { DAY } from '#core/time.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import type { ProvenCall } from '../contract-account-calls.ts';
import type { Proof } from '../contract-proof.ts';
import { PROOF_FAILURES_PER_DAY } from '../model/proof.ts';
import { type AccountRow, findAccount, lockAccount } from './accounts.repo.ts';
import { findTotp, passkeysOf } from './factors/factors.queries.ts';
import { identitiesOf } from './identities.repo.ts';
import { checkProof, proofKindsOf, signInAgain } from './proof-kinds.ts';
import { passwordMark } from './tokens.ts';

/** An account whose owner was proved, and what it was connected to and which second factors it had then. */
export type ProvenAccount = AccountRow & { identities: string; factors: readonly string[] };

/**
 * Checks that the account’s owner makes this call, and returns the account. Every call that `ACCOUNT_CALLS` lists as
 * needing proof calls it first, outside of its transaction, because checking a password takes a while. In the
 * transaction, `lockProven` makes sure that the proof still holds. `proof` can only be missing where earlier clients
 * send none. Throws too_many_requests after ten failures a day, login_required, sign_in_again, password_missing, and
 * invalid_input with the field of the kind.
 */
export async function proveOwner(ctx: Ctx, act: ProvenCall, proof: Proof | undefined): Promise<ProvenAccount> {
  const account = await findAccount(ctx.db, { id: memberOf(ctx).id });
  if (!account) throw new AppError('login_required');
  const identities = await markOf(ctx.db, account.id);
  const factors = await factorMarksOf(ctx.db, account.id);
  if (!proof) throw await missingProof(ctx, account);
  // A reset starts the count again, so that a guesser can’t keep the owner from proving anything.
  const key = `${account.id} ${passwordMark(account.password_changed_at)}`;
  // Counted before the check, so that concurrent guesses don’t exceed it, and returned if it was no guess.
  await ctx.limits.take('proof', key, PROOF_FAILURES_PER_DAY, DAY);
  await checkProof(ctx, { account, act }, proof);
  await ctx.limits.giveBack('proof', key, PROOF_FAILURES_PER_DAY, DAY);
  return { ...account, identities, factors };
}

/** Tells whether an account is connected to the same identities as before. */
async function markOf(db: Db, accountId: string): Promise<string> {
  return JSON.stringify((await identitiesOf(db, accountId)).map(({ issuer, subject }) => [issuer, subject]));
}

/** Names the second factors of an account. */
async function factorMarksOf(db: Db, accountId: string): Promise<string[]> {
  const [app, passkeys] = [await findTotp(db, accountId), await passkeysOf(db, accountId)];
  return [...passkeys.map(({ id }) => `passkey ${id}`), ...(app?.confirmed_at ? [`app ${+app.confirmed_at}`] : [])];
}

/** Locks an account whose owner was proved. Throws conflict if what proved it has changed since, or a factor is gone. */
export async function lockProven(db: Db, known: ProvenAccount): Promise<AccountRow> {
  const account = await lockAccount(db, known.id);
  const isSame =
    account?.password_hash === known.password_hash &&
    passwordMark(account.password_changed_at) === passwordMark(known.password_changed_at) &&
    (await markOf(db, account.id)) === known.identities;
  const factors = new Set(isSame ? await factorMarksOf(db, known.id) : []);
  if (!isSame || !known.factors.every((factor) => factors.has(factor))) throw new AppError('conflict');
  return account;
}

/** The proof of a call that earlier clients make with a password beside the other fields. */
export function proofOf({
  proof,
  password,
}: {
  proof?: Proof | undefined;
  password?: string | undefined;
}): Proof | undefined {
  return proof ?? (password === undefined ? undefined : { password });
}

async function missingProof(ctx: Ctx, account: AccountRow): Promise<AppError> {
  const kinds = await proofKindsOf(ctx, account);
  if (kinds.includes('password')) return fieldError('password', 'password_wrong');
  return signInAgain(ctx, kinds.includes('openid') && !kinds.includes('provider') ? 'openid' : 'google');
}
