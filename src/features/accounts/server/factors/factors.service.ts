import { AppError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import type { Factors } from '../../contract-factors.ts';
import type { Proof } from '../../contract-proof.ts';
import { passkeyHost } from '../../model/second-factor.ts';
import { proveOwner } from '../proof.service.ts';
import { trustedDevices } from '../trusted-devices.ts';
import { changeProven, tellFactorChange } from './change-factors.ts';
import { needsEnrolmentLink } from './enrolment.ts';
import { removedAt } from './factor-help.service.ts';
import { findTotp, passkeysOf, waysOf } from './factors.queries.ts';
import { makeRecoveryCodes, recoveryCodesOf } from './recovery-codes.ts';

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
    ...(await recoveryCodesOf(ctx, id)),
    removedAt: await removedAt(ctx, id),
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
