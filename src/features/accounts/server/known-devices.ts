import { createHash, randomBytes } from 'node:crypto';
import type { Ctx } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import type { Provider } from '../model/connections.ts';
import { accountMail } from './account-mail.ts';
import { describeDevice } from './device.ts';
import {
  deleteDevices,
  deleteTrust,
  insertDevice,
  isDeviceOf,
  noteDeviceUse,
  replaceDevice,
} from './known-devices.repo.ts';
import { isFamiliarLogin, logLogin } from './login-log.repo.ts';

/** How a session was opened. */
export interface LoginFacts {
  by: 'password' | 'passkey' | Provider | 'link' | 'sign_up';
  /** The account has just been created or confirmed, so its member knows about this login. */
  isFirst?: boolean;
}

const TOKEN = /^[\w-]{43}$/;

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns the hash of the token in the cookie of the calling browser. Null if it has none. */
export function deviceHash({ device: { token } }: Pick<Ctx, 'device'>): Buffer | null {
  return token !== null && TOKEN.test(token) ? hashOf(token) : null;
}

/** Returns the key of the calling device in limits, if the account with this email knows it. */
export async function knownDeviceKey(ctx: Ctx, email: string): Promise<string | null> {
  const tokenHash = deviceHash(ctx);
  if (!tokenHash || !(await isDeviceOf(ctx.db, { email, tokenHash }))) return null;
  return tokenHash.toString('base64url');
}

/**
 * Logs a login in the transaction of its session, and remembers the device. The member gets an email if the device is
 * new, also from the network and the kind of browser.
 */
export async function recordLogin(
  ctx: Ctx,
  { accountId, sessionId, language }: { accountId: string; sessionId: string; language: string },
  { by, isFirst = false }: LoginFacts,
): Promise<void> {
  const login = { accountId, address: ctx.address, device: describeDevice(ctx.userAgent) };
  const isKnown = await rememberDevice(ctx, accountId);
  const isUnseen = !isKnown && !isFirst && !(await isFamiliarLogin(ctx.db, login));
  await logLogin(ctx.db, {
    ...login,
    event: 'logged_in',
    facts: { by, device: isKnown ? 'known' : 'new', session: sessionId },
  });
  if (isUnseen) await enqueue(ctx, accountMail, { kind: 'new_device', accountId, sessionId, language });
}

/**
 * Remembers the calling device for this account, and has the response set its cookie. Returns whether the account knew
 * it. To a device that it didn’t know it gives a new token, because the old one may have been planted by someone else.
 */
async function rememberDevice(ctx: Ctx, accountId: string): Promise<boolean> {
  const given = deviceHash(ctx);
  if (given && (await noteDeviceUse(ctx.db, accountId, given))) {
    ctx.device.issued = ctx.device.token;
    return true;
  }
  const token = randomBytes(32).toString('base64url');
  // The other members who use this browser keep it.
  if (given) await replaceDevice(ctx.db, given, hashOf(token));
  await insertDevice(ctx.db, accountId, hashOf(token));
  ctx.device.issued = token;
  return false;
}

/** Gives the device that has just logged in a new token, for all accounts that know it. Returns its hash. */
export async function renewDevice(ctx: Ctx): Promise<Buffer> {
  const token = randomBytes(32).toString('base64url');
  await replaceDevice(ctx.db, hashOf(ctx.device.issued!), hashOf(token));
  ctx.device.issued = token;
  return hashOf(token);
}

/** Forgets the devices of an account, except the calling one. */
export async function forgetOtherDevices(ctx: Ctx, accountId: string): Promise<void> {
  await deleteDevices(ctx.db, accountId, deviceHash(ctx));
}

/** Forgets the devices of an account, except the calling one, on which the next login takes the second step. */
export async function forgetDevicesOfPassword(ctx: Ctx, accountId: string): Promise<void> {
  await forgetOtherDevices(ctx, accountId);
  await deleteTrust(ctx.db, accountId, 'all');
}
