import { AppError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { Factors } from '../../contract-factors.ts';
import type { Proof } from '../../contract-proof.ts';
import { passkeyHost } from '../../model/second-factor.ts';
import { findAccount, lockAccount } from '../accounts.repo.ts';
import { proveOwner } from '../proof.service.ts';
import { trustedDevices } from '../trusted-devices.ts';
import { changeProven, tellFactorChange } from './change-factors.ts';
import { needsEnrolmentLink } from './enrolment.ts';
import { findTotp, passkeysOf, recoveryCodesLeft, waysOf } from './factors.queries.ts';
import { deletePasskeys, deleteRecoveryCodes, deleteTotp } from './factors.repo.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

/** Returns what the caller has set up. */
export async function getFactors(ctx: Ctx): Promise<Factors> {
  const { id } = memberOf(ctx);
  const totp = await findTotp(ctx.db, id);
  const passkeys = await passkeysOf(ctx.db, id);
  return {
    totp: totp?.confirmed_at
      ? { addedAt: totp.confirmed_at.toISOString(), usedAt: totp.used_at?.toISOString() ?? null }
      : null,
    passkeys: passkeys.map((key) => ({
      id: key.id,
      name: key.name,
      addedAt: key.added_at.toISOString(),
      usedAt: key.used_at?.toISOString() ?? null,
    })),
    recoveryCodesLeft: await recoveryCodesLeft(ctx.db, id),
    offersPasskeys: passkeyHost(ctx.config.publicUrl) !== null,
    needsLink: await needsEnrolmentLink(ctx, id),
    trustedDevices: await trustedDevices(ctx),
  };
}

/** Makes new recovery codes, which replace all others. Throws wrong_state without a second factor. */
export async function renewRecoveryCodes(ctx: Ctx, { proof }: { proof: Proof }): Promise<{ recoveryCodes: string[] }> {
  const known = await proveOwner(ctx, 'user/new_recovery_codes', proof);
  return changeProven(ctx, known, async (inner, { id }) => {
    if (!(await waysOf(inner, id))) throw new AppError('wrong_state');
    const recoveryCodes = await makeRecoveryCodes(inner, id, true);
    await tellFactorChange(inner, id, 'codes_made');
    return { recoveryCodes };
  });
}

/**
 * Removes all second factors of a member who has lost them. For the command line, whose user must know who asked.
 * Emails the member about it. Throws user_not_found, and wrong_state if there are none.
 */
export async function removeFactors(ctx: Ctx, email: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const known = await findAccount(inner.db, { email });
    const account = known && (await lockAccount(inner.db, known.id));
    if (!account) throw new AppError('user_not_found');
    if (!(await waysOf(inner, account.id))) throw new AppError('wrong_state');
    await deleteTotp(inner.db, account.id);
    await deletePasskeys(inner.db, account.id, 'all');
    await deleteRecoveryCodes(inner.db, account.id);
    await tellFactorChange(inner, account.id, 'all_removed');
  });
}
