import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { DEVICES_PER_ACCOUNT } from '../model/account-limits.ts';

/** Devices that members have logged in on, by a hash of the token in their cookie. */

/** True if the account with this email has been logged in to on this device. */
export async function isDeviceOf(db: Db, device: { email: string; tokenHash: Buffer }): Promise<boolean> {
  const known = await db
    .selectFrom('known_devices as d')
    .innerJoin('accounts as a', 'a.id', 'd.account_id')
    .select('d.account_id')
    .where('d.token_hash', '=', device.tokenHash)
    .where('a.email', '=', device.email)
    .executeTakeFirst();
  return known !== undefined;
}

/** Records that a device is used. Returns false if the account doesn’t know it. */
export async function noteDeviceUse(db: Db, accountId: string, tokenHash: Buffer): Promise<boolean> {
  const noted = await db
    .updateTable('known_devices')
    .set({ used_at: sql`db_clock()` })
    .where('account_id', '=', accountId)
    .where('token_hash', '=', tokenHash)
    .returning('account_id')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Adds a device to an account, and forgets the ones unused for longest beyond the limit. */
export async function insertDevice(db: Db, accountId: string, tokenHash: Buffer): Promise<void> {
  await db.insertInto('known_devices').values({ account_id: accountId, token_hash: tokenHash }).execute();
  await db
    .deleteFrom('known_devices')
    .where('account_id', '=', accountId)
    .where('token_hash', 'in', (all) =>
      all
        .selectFrom('known_devices')
        .select('token_hash')
        .where('account_id', '=', accountId)
        .orderBy('used_at', 'desc')
        .orderBy('token_hash')
        .offset(DEVICES_PER_ACCOUNT),
    )
    .execute();
}

/** Replaces the token of a device, for all accounts that know it. */
export async function replaceDevice(db: Db, from: Buffer, to: Buffer): Promise<void> {
  await db.updateTable('known_devices').set({ token_hash: to }).where('token_hash', '=', from).execute();
}

/** Forgets the devices of an account, all or all but one. */
export async function deleteDevices(db: Db, accountId: string, except: Buffer | null = null): Promise<void> {
  let deletion = db.deleteFrom('known_devices').where('account_id', '=', accountId);
  if (except) deletion = deletion.where('token_hash', '!=', except);
  await deletion.execute();
}

/** True if logins of the account on this device take no second step now. */
export async function isTrusted(db: Db, accountId: string, tokenHash: Buffer): Promise<boolean> {
  const trusted = await db
    .selectFrom('known_devices')
    .select('id')
    .where('account_id', '=', accountId)
    .where('token_hash', '=', tokenHash)
    .where('trusted_until', '>', sql<Date>`db_clock()`)
    .executeTakeFirst();
  return trusted !== undefined;
}

/** Returns the devices on which logins of the account take no second step, the last one first. */
export function findTrusted(db: Db, accountId: string) {
  return db
    .selectFrom('known_devices')
    .select(['id', 'token_hash', 'device', 'trusted_until'])
    .where('account_id', '=', accountId)
    .where('trusted_until', '>', sql<Date>`db_clock()`)
    .orderBy('trusted_until', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Has logins of the account on this device take no second step, for `lasts` milliseconds. */
export async function writeTrust(
  db: Db,
  { accountId, tokenHash, device }: { accountId: string; tokenHash: Buffer; device: string },
  lasts: number,
): Promise<void> {
  await db
    .updateTable('known_devices')
    .set({ device, trusted_until: sql<Date>`db_clock() + make_interval(secs => ${lasts / 1000})` })
    .where('account_id', '=', accountId)
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Has logins of the account take the second step again, on one device or on all. Returns false if none was trusted. */
export async function deleteTrust(db: Db, accountId: string, deviceId: string): Promise<boolean> {
  let update = db
    .updateTable('known_devices')
    .set({ trusted_until: null, device: '' })
    .where('account_id', '=', accountId)
    .where('trusted_until', 'is not', null);
  if (deviceId !== 'all') update = update.where('id', '=', deviceId);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return numUpdatedRows > 0n;
}
