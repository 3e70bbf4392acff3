import { AppError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { type AccountRow, lockAccount, logSecurity, rolesOf } from '../accounts.repo.ts';
import { deleteTrust } from '../known-devices.repo.ts';
import { endOtherSessions } from '../own-sessions.service.ts';
import { lockProven, type ProvenAccount } from '../proof.service.ts';
import { type FactorChange, mailFactorChange } from './factor-mail.ts';
import { deleteRemoval } from './factor-removals.repo.ts';
import { waysOf } from './factors.queries.ts';
import { deleteRecoveryCodes } from './factors.repo.ts';

/** Changes something about the second factors of the caller, whose account is locked. */
export function changeFactors<T>(ctx: Ctx, change: (inner: Ctx, account: AccountRow) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (inner) => {
    const account = await lockAccount(inner.db, memberOf(ctx).id);
    if (!account) throw new AppError('login_required');
    return change(inner, account);
  });
}

/** The same for a caller who was proved to be the owner. Throws conflict if that no longer holds. */
export function changeProven<T>(
  ctx: Ctx,
  known: ProvenAccount,
  change: (inner: Ctx, account: AccountRow) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (inner) => change(inner, await lockProven(inner.db, known)));
}

/**
 * Adds a factor to the locked account of the caller. The first one ends all other sessions, because rights that rest
 * come back with it, and a thief may have opened one of these with the password alone.
 */
export async function addFactor(ctx: Ctx, accountId: string, add: () => Promise<void>): Promise<void> {
  const isFirst = !(await waysOf(ctx, accountId));
  await add();
  // They can log in with it, so no help is needed any more.
  await deleteRemoval(ctx.db, accountId);
  if (isFirst) await endOtherSessions(ctx);
}

/** Logs a change, and tells the member by email. All their devices take the second step again. */
export async function tellFactorChange(ctx: Ctx, accountId: string, change: FactorChange): Promise<void> {
  await logSecurity(ctx.db, accountId, change);
  await deleteTrust(ctx.db, accountId, 'all');
  await mailFactorChange(ctx, accountId, change);
}

/**
 * Checks an account after a factor was removed. Recovery codes end with the last factor. Moderators must keep one.
 * Throws second_factor_kept.
 */
export async function checkFactorsLeft(ctx: Ctx, accountId: string): Promise<void> {
  if (await waysOf(ctx, accountId)) return;
  if ((await rolesOf(ctx.db, accountId)).length > 0) throw new AppError('second_factor_kept');
  await deleteRecoveryCodes(ctx.db, accountId);
  await deleteRemoval(ctx.db, accountId);
}
