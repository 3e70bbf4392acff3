import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { to } from '#core/pages.ts';
import { after } from '#core/time.ts';
import { type Ctx, databaseNow } from '#platform/context.ts';
import { inTransaction, isUniqueViolation } from '#platform/db/database.ts';
import type { NewLogin } from '../contract-logins.ts';
import { DISOWN_LASTS } from '../model/account-limits.ts';
import { type AccountRow, changeAccount, findAccount, lockAccount, logSecurity } from './accounts.repo.ts';
import { cutDisowned } from './connections.ts';
import { readDevice } from './device.ts';
import { endSessionsSince } from './end-sessions.ts';
import { waysOf } from './factors/factors.queries.ts';
import { deleteFactorsSince, deleteRecoveryCodes } from './factors/factors.repo.ts';
import { deleteDevices } from './known-devices.repo.ts';
import { wasDisowned, wasLogged } from './login-log.repo.ts';
import { spendLinks } from './mail-links.repo.ts';
import { sendReset } from './mail-links.ts';
import { restoreEmail } from './restore-email.ts';
import { findReportedSession, type ReportedSession } from './sessions.repo.ts';
import { findStolenEmail } from './stolen-email.repo.ts';
import { makeToken, parseToken, provesToken } from './tokens.ts';

/** Ending a login that wasn’t the member’s, with the link in the email about a new device. */
const PURPOSE = 'disown-login';

/** Returns the URL of the page that ends this login. */
export function disownUrl({ secrets, config }: Pick<Ctx, 'secrets' | 'config'>, session: ReportedSession): string {
  return new URL(to.endLogin({ token: makeToken(secrets, PURPOSE, session) }), config.publicUrl).href;
}

/** Returns the session of a link. Throws link_invalid if the link is wrong or too old. */
async function reportedBy(ctx: Ctx, token: string): Promise<ReportedSession> {
  const parsed = parseToken(token);
  const session = parsed ? await findReportedSession(ctx.db, parsed.id) : undefined;
  const isValid = session && provesToken(ctx.secrets, PURPOSE, session, token);
  if (!isValid || (await databaseNow(ctx.db)) >= after(session.created_at, DISOWN_LASTS))
    throw new AppError('link_invalid');
  return session;
}

/**
 * True if the owner has reset the password since the session began. Its user may have changed the password, too, but a
 * reset takes an emailed link. It shows nothing if they have also taken the address.
 */
async function wasReset({ db }: Ctx, session: ReportedSession, stolenEmail: string | null): Promise<boolean> {
  return stolenEmail === null && (await wasLogged(db, session.account_id, 'password_reset', session.created_at));
}

/** True if the owner has shut out the user of the session. That it has ended doesn’t: they may log in another way. */
async function isSettled(ctx: Ctx, session: ReportedSession): Promise<boolean> {
  if (await wasDisowned(ctx.db, session)) return true;
  return wasReset(ctx, session, await findStolenEmail(ctx.db, session));
}

/** Returns what the page of a link shows. Throws link_invalid. */
export async function getNewLogin(ctx: Ctx, { token }: { token: string }): Promise<NewLogin> {
  const session = await reportedBy(ctx, token);
  const account = await findAccount(ctx.db, { id: session.account_id });
  if (!account) throw new AppError('link_invalid');
  return {
    ...readDevice(session.device),
    at: session.created_at.toISOString(),
    isOver: session.ended_at !== null && (await isSettled(ctx, session)),
  };
}

/**
 * Ends the login and every later one, since its user may have logged in again, forgets all devices, and removes every way
 * to log in that was added since. The password stops working, links to log in or to set a new one too, and the owner
 * gets a new link, at the address that the account had when the login began if its user can have changed it. Doing it
 * again changes nothing. Throws link_invalid.
 */
export async function disownLogin(ctx: Ctx, { token }: { token: string }): Promise<Disowned> {
  const session = await reportedBy(ctx, token);
  try {
    return await disown(ctx, session);
  } catch (error) {
    if (!isUniqueViolation(error, 'accounts_email')) throw error;
    // Another account has taken the former address in this moment, and is seen now.
    return disown(ctx, session);
  }
}

type Disowned = typeof DONE & { isBlocked: boolean };

function disown(ctx: Ctx, session: ReportedSession): Promise<Disowned> {
  return inTransaction(ctx, async (inner) => {
    const { db } = inner;
    const account = await lockAccount(db, session.account_id);
    if (!account || account.status === 'erased') throw new AppError('link_invalid');
    // The owner has had a way back in since, and later sessions may be theirs.
    if (await wasDisowned(db, session)) return { ...DONE, isBlocked: false };
    await endSessionsSince(db, session);
    const stolenEmail = await findStolenEmail(db, session);
    const isBlocked = account.password_hash !== null && !(await wasReset(inner, session, stolenEmail));
    const isCut = await removeWaysSince(inner, account, session);
    await logSecurity(db, account.id, 'login_disowned', { session: session.id });
    if (stolenEmail !== null && stolenEmail !== account.email) await restoreEmail(inner, account, stolenEmail);
    if (isBlocked)
      await changeAccount(db, account.id, { password_hash: null, password_changed_at: await databaseNow(db) });
    // Also if the provider that is gone was the only way in.
    if (isBlocked || (isCut && account.password_hash === null)) await sendReset(inner, account.id);
    return { ...DONE, isBlocked };
  });
}

/**
 * Removes the ways to log in that the user of a login can have got, or has used, except the password. Returns whether a
 * provider was disconnected.
 */
async function removeWaysSince({ db }: Ctx, account: AccountRow, session: ReportedSession): Promise<boolean> {
  await deleteDevices(db, account.id);
  for (const purpose of ['reset', 'email', 'login', 'openid'] as const) await spendLinks(db, account.id, purpose);
  const isCut = await cutDisowned(db, account.id, session);
  const removed = await deleteFactorsSince(db, account.id, session.created_at);
  for (const event of removed) await logSecurity(db, account.id, event, { by: 'disown' });
  // Recovery codes end with the last factor.
  if (!(await waysOf({ db }, account.id))) await deleteRecoveryCodes(db, account.id);
  return isCut;
}
