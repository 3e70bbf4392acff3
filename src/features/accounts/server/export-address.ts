import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import * as z from 'zod/mini';
import { NO_SESSION } from '#core/actor.ts';
import { AppError } from '#core/errors.ts';
import { id } from '#core/fields.ts';
import { after } from '#core/time.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { spendOnce } from '#platform/human-check/spent-challenges.repo.ts';
import { readJwt } from '#platform/jwt.ts';
import { EXPORT_ADDRESS_LASTS } from '../model/account-limits.ts';
import { findAccount } from './accounts.repo.ts';
import { findReadyExport } from './export.service.ts';
import { findActor } from './sessions.service.ts';
import { passwordMark } from './tokens.ts';

const TYPE = 'export+jwt';
export const EXPORT_FILE = '/api/user/export_file';

const Claims = z.object({
  sub: id,
  jti: z.string(),
  exp: z.number(),
  /** The session that asked for it, or `NO_SESSION` of a restricted member. */
  sid: z.union([id, z.literal(NO_SESSION)]),
  pwd: z.number(),
});

/**
 * Returns an address of the caller’s newest file. It can be used once, within 5 minutes, and no longer than the session
 * that asked for it. Throws not_found.
 */
export async function exportAddress(ctx: Ctx): Promise<{ url: string }> {
  const { id: accountId, sessionId } = memberOf(ctx);
  const account = await findAccount(ctx.db, { id: accountId });
  if (!account || !(await findReadyExport(ctx, accountId))) throw new AppError('not_found');
  const token = await new SignJWT({ sid: sessionId, pwd: passwordMark(account.password_changed_at) })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setSubject(accountId)
    .setJti(randomUUID())
    .setExpirationTime(Math.floor(after(ctx.clock.now(), EXPORT_ADDRESS_LASTS).getTime() / 1000))
    .sign(ctx.secrets.key('export-address'));
  return { url: `${EXPORT_FILE}?token=${token}` };
}

/** Returns the path in the store of the file at an address, and uses the address up. Null if it isn’t valid or no longer is. */
export async function takeExport(ctx: Ctx, token: string): Promise<string | null> {
  const claims = await readAddress(ctx, token);
  const account = claims && (await findAccount(ctx.db, { id: claims.sub }));
  if (!claims || !account || passwordMark(account.password_changed_at) !== claims.pwd) return null;
  if (claims.sid !== NO_SESSION && !(await isOpen(ctx, claims))) return null;
  const path = await findReadyExport(ctx, claims.sub);
  return path && (await spendOnce(ctx.db, `export ${claims.jti}`, new Date(claims.exp * 1000))) ? path : null;
}

async function readAddress(ctx: Ctx, token: string): Promise<z.output<typeof Claims> | null> {
  const payload = await readJwt(ctx.secrets, 'export-address', token, {
    typ: TYPE,
    requiredClaims: ['exp'],
    currentDate: ctx.clock.now(),
  });
  return payload && z.parse(Claims, payload);
}

/** Whether the session that asked for the address can still make calls. */
async function isOpen(ctx: Ctx, { sub, sid }: z.output<typeof Claims>): Promise<boolean> {
  try {
    await findActor(ctx, { accountId: sub, sessionId: sid });
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
