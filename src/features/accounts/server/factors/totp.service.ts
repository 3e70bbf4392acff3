import { encode } from 'uqr';
import { DONE } from '#core/endpoint.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { after } from '#core/time.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import type { TotpSetup } from '../../contract-factors.ts';
import type { Proof } from '../../contract-proof.ts';
import { TOTP_SETUP_LASTS } from '../../model/second-factor.ts';
import { findAccount } from '../accounts.repo.ts';
import { proveOwner } from '../proof.service.ts';
import { addFactor, changeFactors, changeProven, checkFactorsLeft, tellFactorChange } from './change-factors.ts';
import { checkEnrolment } from './enrolment.ts';
import { findTotp } from './factors.queries.ts';
import {
  activateRecoveryCodes,
  deleteEnrolmentLink,
  deleteTotp,
  beginTotp as keepPendingTotp,
  turnOnTotp as makePendingTotpCount,
  proveTotp,
} from './factors.repo.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { takeCodeTry } from './take-code.ts';
import { newTotpSecret, shownTotpSecret, totpStep } from './totp.ts';
import { openTotpSecret, sealTotpSecret } from './totp-secret.ts';

/** Draws the squares of a QR code as an SVG path. */
function drawQrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: 0, ecc: 'M' });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: squares.join('') };
}

/**
 * Begins to set up an app, the first one or another one. Nothing changes before `turnOnTotp`. Throws
 * enrolment_link_required.
 */
export async function beginTotp(
  ctx: Ctx,
  { proof, enrolment }: { proof: Proof; enrolment?: string | undefined },
): Promise<TotpSetup> {
  const known = await proveOwner(ctx, 'user/begin_totp', proof);
  const secret = newTotpSecret();
  const { email } = await changeProven(ctx, known, async (inner, account) => {
    await checkEnrolment(inner, account.id, enrolment);
    const until = after(ctx.clock.now(), TOTP_SETUP_LASTS);
    await keepPendingTotp(inner.db, account.id, sealTotpSecret(ctx.secrets, account.id, secret), until);
    return account;
  });
  const { key, uri } = shownTotpSecret(secret, { site: ctx.config.siteName, email });
  return { key, uri, qr: drawQrCode(uri) };
}

/**
 * Checks that the app shows the right code, and returns the recovery codes, which count once it is turned on. Throws
 * setup_expired, totp_wrong.
 */
export async function checkTotp(ctx: Ctx, { code }: { code: string }): Promise<{ recoveryCodes: string[] }> {
  const known = await findAccount(ctx.db, { id: memberOf(ctx).id });
  if (!known) throw new AppError('login_required');
  await takeCodeTry(ctx, known);
  return changeFactors(ctx, async (inner, { id }) => {
    const now = ctx.clock.now();
    const factor = await findTotp(inner.db, id);
    if (!factor?.pending_secret || !factor.pending_until || factor.pending_until <= now)
      throw new AppError('setup_expired');
    const secret = openTotpSecret(ctx.secrets, id, factor.pending_secret);
    const step = secret && totpStep(secret, code, now);
    if (step === null) throw fieldError('code', 'totp_wrong');
    await proveTotp(inner.db, id, step);
    return { recoveryCodes: await makeRecoveryCodes(inner, id, false) };
  });
}

/** Turns the app on that was set up. From now on, logging in takes a second step. Throws setup_expired. */
export async function turnOnTotp(ctx: Ctx): Promise<typeof DONE> {
  return changeFactors(ctx, async (inner, { id }) => {
    const factor = await findTotp(inner.db, id);
    const isInTime = factor?.pending_until && factor.pending_until > ctx.clock.now();
    if (!isInTime || factor.pending_step === null) throw new AppError('setup_expired');
    await addFactor(inner, id, () => makePendingTotpCount(inner.db, id));
    await activateRecoveryCodes(inner.db, id);
    await deleteEnrolmentLink(inner.db, id);
    await tellFactorChange(inner, id, 'totp_added');
    return DONE;
  });
}

/** Removes the app of the caller. Throws second_factor_kept. */
export async function removeTotp(ctx: Ctx, { proof }: { proof: Proof }): Promise<typeof DONE> {
  const known = await proveOwner(ctx, 'user/remove_totp', proof);
  return changeProven(ctx, known, async (inner, { id }) => {
    const factor = await findTotp(inner.db, id);
    await deleteTotp(inner.db, id);
    if (!factor?.secret) return DONE;
    await checkFactorsLeft(inner, id);
    await tellFactorChange(inner, id, 'totp_removed');
    return DONE;
  });
}
