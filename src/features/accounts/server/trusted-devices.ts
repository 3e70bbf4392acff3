import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { TrustedDevice } from '../contract-factors.ts';
import { DEVICE_TRUSTED } from '../model/account-limits.ts';
import { logSecurity, rolesOf } from './accounts.repo.ts';
import { describeDevice, readDevice } from './device.ts';
import { deleteTrust, findTrusted, isTrusted, writeTrust } from './known-devices.repo.ts';
import { deviceHash, renewDevice } from './known-devices.ts';

/**
 * Devices on which a login takes no second step for 30 days. The cookie of a known device tells them apart, for each
 * account. Moderators and administrators always take the second step. Ends with any change of the password or of a
 * factor, with a reset, and with “Log out everywhere else” on the others.
 */

/** True if the account’s logins on the calling device take no second step. */
export async function skipsSecondStep(ctx: Pick<Ctx, 'db' | 'device'>, accountId: string): Promise<boolean> {
  const hash = deviceHash(ctx);
  if (!hash || !(await isTrusted(ctx.db, accountId, hash))) return false;
  return offersTrust(ctx, accountId);
}

/** True if the account can have such devices. */
export async function offersTrust({ db }: Pick<Ctx, 'db'>, accountId: string): Promise<boolean> {
  return (await rolesOf(db, accountId)).length === 0;
}

/**
 * Trusts the calling device from now on. In the transaction of a login that has made it known. Its cookie gets a new
 * token, because someone else may have read the old one when it was worth less.
 */
export async function trustDevice(ctx: Ctx, accountId: string): Promise<void> {
  if (!(await offersTrust(ctx, accountId))) return;
  const hash = await renewDevice(ctx);
  await writeTrust(ctx.db, { accountId, tokenHash: hash, device: describeDevice(ctx.userAgent) }, DEVICE_TRUSTED);
  await logSecurity(ctx.db, accountId, 'device_trusted');
}

/** Returns the caller’s devices that take no second step. */
export async function trustedDevices(ctx: Ctx): Promise<TrustedDevice[]> {
  const { id } = memberOf(ctx);
  if (!(await offersTrust(ctx, id))) return [];
  const own = deviceHash(ctx);
  return (await findTrusted(ctx.db, id)).map((row) => ({
    id: row.id,
    ...readDevice(row.device),
    until: row.trusted_until!.toISOString(),
    isThis: own?.equals(row.token_hash) === true,
  }));
}

/** Has logins on one of the caller’s devices take the second step again. Throws device_not_found. */
export async function distrustDevice(ctx: Ctx, { deviceId }: { deviceId: string }): Promise<typeof DONE> {
  const { id } = memberOf(ctx);
  return inTransaction(ctx, async ({ db }) => {
    if (!(await deleteTrust(db, id, deviceId))) throw new AppError('device_not_found');
    await logSecurity(db, id, 'device_distrusted');
    return DONE;
  });
}
