import { AppError, fieldError } from '#core/errors.ts';
import { DAY } from '#core/time.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import type { ProvenCall } from '../contract-account-calls.ts';
import type { Proof } from '../contract-proof.ts';
import { PROOF_FAILURES_PER_DAY } from '../model/proof.ts';
import { type AccountRow, findAccount, lockAccount } from './accounts.repo.ts';
import { checkProof, proofKindsOf } from './proof-kinds.ts';
import { passwordMark } from './tokens.ts';

/**
 * Checks that the account’s owner makes this call, and returns the account. Every call that `ACCOUNT_CALLS` lists as
 * needing proof calls it first, outside of its transaction, because checking a password takes a while. In the
 * transaction, `lockProven` makes sure that the proof still holds. `proof` can only be missing where earlier clients
 * send none. Throws too_many_requests after ten failures a day, login_required, sign_in_again, password_missing, and
 * invalid_input with the field of the kind.
 */
export async function proveOwner(ctx: Ctx, act: ProvenCall, proof: Proof | undefined): Promise<AccountRow> {
  const account = await findAccount(ctx.db, { id: memberOf(ctx).id });
  if (!account) throw new AppError('login_required');
  if (!proof) throw await missingProof(ctx, account);
  // A reset starts the count again, so that a guesser can’t keep the owner from proving anything.
  const key = `${account.id} ${passwordMark(account.password_changed_at)}`;
  // Counted before the check, so that concurrent guesses don’t exceed it, and returned if it was no guess.
  await ctx.limits.take('proof', key, PROOF_FAILURES_PER_DAY, DAY);
  await checkProof(ctx, { account, act }, proof);
  await ctx.limits.giveBack('proof', key, PROOF_FAILURES_PER_DAY, DAY);
  return account;
}

/** Locks an account whose owner was proved. Throws conflict if what proved it has changed since. */
export async function lockProven(db: Db, known: AccountRow): Promise<AccountRow> {
  const account = await lockAccount(db, known.id);
  const isSame =
    account?.password_hash === known.password_hash &&
    account.google_subject === known.google_subject &&
    passwordMark(account.password_changed_at) === passwordMark(known.password_changed_at);
  if (!isSame) throw new AppError('conflict');
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
  return kinds.includes('password') ? fieldError('password', 'password_wrong') : new AppError('sign_in_again');
}
