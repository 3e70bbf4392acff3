import { sql } from 'kysely';
import { DONE } from '#core/endpoint.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { DAY } from '#core/time.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import type { Connection } from '../contract.ts';
import { MAIL_REQUEST_PAUSE, RESET_REQUESTS_PER_DAY } from '../model/account-limits.ts';
import type { Provider } from '../model/connections.ts';
import { accountMail } from './account-mail.ts';
import { changeAccount, findAccount, lockAccount, logSecurity, moveAccount } from './accounts.repo.ts';
import { requireUnguessable } from './breached-passwords.ts';
import { connectionsOf, cutConnections } from './connections.ts';
import { endSessions } from './end-sessions.ts';
import { forgetDevicesOfPassword } from './known-devices.ts';
import { spendLinks } from './mail-links.repo.ts';
import { findLink, mailNobody, sendReset, takeLink } from './mail-links.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { lockProven, proveOwner } from './proof.service.ts';
import { emailKey } from './registration.service.ts';

/**
 * Emails a link to set a new password. Neither the response nor its time reveals whether the address is known.
 * Unconfirmed accounts get this link too, because their sign-up link may set a stranger’s password.
 */
export async function requestReset(
  ctx: Ctx,
  input: { email: string; cfTurnstileResponse?: string | undefined },
): Promise<typeof DONE> {
  await ctx.humanCheck.verify(ctx, 'reset', input.cfTurnstileResponse);
  const key = emailKey(ctx, input.email);
  await ctx.limits.take('reset', key, 1, MAIL_REQUEST_PAUSE, 'many_action');
  await ctx.limits.take('reset-day', key, RESET_REQUESTS_PER_DAY, DAY, 'too_many_requests');
  const account = await findAccount(ctx.db, { email: input.email });
  await inTransaction(ctx, (inner) => (account ? sendReset(inner, account.id) : mailNobody(inner, 'reset')));
  return DONE;
}

/**
 * Sets a new password with an emailed link, ends every session, and disconnects providers (`cutConnections`). The link
 * also proves the address, so an unconfirmed account becomes active, with this password and no other.
 */
export async function resetPassword(
  ctx: Ctx,
  { keep = [], ...input }: { email: string; password: string; keep?: Provider[] | undefined },
  query: { token: string },
): Promise<typeof DONE> {
  await requireUnguessable(ctx, 'password', input.password);
  const passwordHash = await hashPassword(input.password);
  return inTransaction(ctx, async (inner) => {
    const link = await takeLink(inner, 'reset', query.token);
    const account = link ? await lockAccount(inner.db, link.account_id) : undefined;
    if (!account || account.email !== input.email) throw new AppError('link_invalid');
    if (await verifyPassword(account.password_hash, input.password)) throw fieldError('password', 'password_same');
    const isConfirmed = account.status !== 'unverified';
    if (!isConfirmed) await moveAccount(inner.db, account, 'verify', { actorId: null });
    await changeAccount(inner.db, account.id, {
      password_hash: passwordHash,
      password_changed_at: sql`db_clock()`,
    });
    await spendLinks(inner.db, account.id, 'reset');
    await spendLinks(inner.db, account.id, 'email');
    await spendLinks(inner.db, account.id, 'login');
    if (!isConfirmed) {
      await spendLinks(inner.db, account.id, 'verify');
      await logSecurity(inner.db, account.id, 'verified', { by: 'reset' });
    }
    await endSessions(inner.db, account.id, 'reset');
    await forgetDevicesOfPassword(inner, account.id);
    await logSecurity(inner.db, account.id, 'password_reset');
    const connections = await cutConnections(inner, account, keep);
    await enqueue(inner, accountMail, {
      kind: 'password_reset',
      accountId: account.id,
      language: account.preferred_language,
      told: connections,
    });
    return DONE;
  });
}

/**
 * Checks a link before the user chooses a password, and returns what its account is connected to, because a reset can
 * disconnect it. Throws link_invalid.
 */
export async function checkResetLink(
  ctx: Ctx,
  { token }: { token: string },
): Promise<typeof DONE & { connections: Connection[] }> {
  const link = await findLink(ctx, 'reset', token);
  const account = link && (await findAccount(ctx.db, { id: link.account_id }));
  if (!account) throw new AppError('link_invalid');
  return { ...DONE, connections: await connectionsOf(ctx, account) };
}

/** Changes the caller’s password, which requires the old one, and ends the other sessions. */
export async function updatePassword(
  ctx: Ctx,
  input: { oldPassword: string; newPassword: string },
): Promise<typeof DONE> {
  const { id, sessionId } = memberOf(ctx);
  const known = await proveOwner(ctx, 'user/update_password', { password: input.oldPassword }).catch(namingOldPassword);
  if (input.oldPassword === input.newPassword) throw fieldError('newPassword', 'password_same');
  await requireUnguessable(ctx, 'newPassword', input.newPassword);
  const passwordHash = await hashPassword(input.newPassword);
  return inTransaction(ctx, async (inner) => {
    await lockProven(inner.db, known);
    await changeAccount(inner.db, id, { password_hash: passwordHash, password_changed_at: sql`db_clock()` });
    await spendLinks(inner.db, id, 'reset');
    await spendLinks(inner.db, id, 'email');
    await spendLinks(inner.db, id, 'login');
    await endSessions(inner.db, id, 'password', sessionId);
    await forgetDevicesOfPassword(inner, id);
    await logSecurity(inner.db, id, 'password_changed');
    await enqueue(inner, accountMail, { kind: 'password_changed', accountId: id, language: ctx.language });
    return DONE;
  });
}

/** The field of the old password has a name of its own. */
function namingOldPassword(error: unknown): never {
  const problem = error instanceof AppError && error.fields?.password;
  throw problem ? fieldError('oldPassword', problem.code) : error;
}
