import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { DAY } from '#core/time.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { MAIL_REQUEST_PAUSE, REGISTRATION_MAILS_PER_DAY } from '../model/account-limits.ts';
import { accountMail } from './account-mail.ts';
import { type AccountRow, findAccount, insertAccount, lockAccount, logSecurity, moveAccount } from './accounts.repo.ts';
import { mailNobody, NOBODY, sendReset, sendVerification, spendLinks, takeLink } from './mail-links.ts';
import { hashPassword } from './password-hash.ts';
import { openSession } from './sessions.service.ts';

/** A key for limits about an address that is not the address itself. */
export function emailKey(ctx: Pick<Ctx, 'secrets'>, email: string): string {
  return ctx.secrets.sign('email-limit', email).toString('base64url').slice(0, 22);
}

/**
 * Begins an account, or writes to the owner of a known address that somebody tried. Both are answered alike and take as
 * long. The password goes with the mailed link and not into the account, so whoever proves the address by a link gets
 * the password of *that* registration and nobody else's (pre-hijacking, trust §1).
 */
export async function register(
  ctx: Ctx,
  input: { email: string; password: string; cfTurnstileResponse?: string | undefined },
): Promise<typeof DONE> {
  await ctx.humanCheck.verify(ctx, 'register', input.cfTurnstileResponse);
  const passwordHash = await hashPassword(input.password);
  // Answered like any other: only who reads the mails can tell.
  if (!(await mayBeMailed(ctx, input.email))) return DONE;
  const created = await insertAccount(ctx.db, { email: input.email, language: ctx.language });
  await inTransaction(ctx, async (inner) => {
    const account = created ?? (await findAccount(inner.db, { email: input.email }));
    if (!account) return;
    if (created || ('status' in account && account.status === 'unverified')) {
      await sendVerification(inner, account.id, passwordHash);
    } else {
      await enqueue(inner, accountMail, { kind: 'already_registered', accountId: account.id, language: ctx.language });
    }
  });
  return DONE;
}

/** False when this address was sent so many mails today that more would be a nuisance to its owner. */
async function mayBeMailed(ctx: Ctx, email: string): Promise<boolean> {
  try {
    await ctx.limits.take('register-mail', emailKey(ctx, email), REGISTRATION_MAILS_PER_DAY, DAY);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Mails the link of the registration again; silent about addresses that are unknown or active, and as long about them. */
export async function resendVerification(
  ctx: Ctx,
  input: { email: string; cfTurnstileResponse?: string | undefined },
): Promise<typeof DONE> {
  await ctx.humanCheck.verify(ctx, 'resend', input.cfTurnstileResponse);
  await ctx.limits.take('resend', emailKey(ctx, input.email), 1, MAIL_REQUEST_PAUSE, 'many_action');
  const account = await findAccount(ctx.db, { email: input.email });
  await inTransaction(ctx, (inner) => mailLinkAgain(inner, account));
  return DONE;
}

/**
 * Whoever asks for the link means a registration of their own. Where a stranger registered the same address as well, nobody
 * can tell whose is whose; then the link is one that lets the owner choose a password.
 */
async function mailLinkAgain(ctx: Ctx, account: AccountRow | undefined): Promise<void> {
  const isWaiting = account?.status === 'unverified';
  const links = await ctx.db
    .selectFrom('mail_links')
    .select('password_hash')
    .distinct()
    .where('account_id', '=', isWaiting ? account.id : NOBODY)
    .where('purpose', '=', 'verify')
    .where('password_hash', 'is not', null)
    .execute();
  const [only, another] = links;
  if (!isWaiting || !only?.password_hash) await mailNobody(ctx, 'verify');
  else if (another) await sendReset(ctx, account.id);
  else await sendVerification(ctx, account.id, only.password_hash);
}

/** Uses the mailed link: the account becomes active and the browser is signed in. */
export async function verifyEmail(
  ctx: Ctx,
  input: { token: string },
): Promise<{ accessToken: string; refreshToken: string }> {
  return inTransaction(ctx, async (inner) => {
    const link = await takeLink(inner, 'verify', input.token);
    if (!link?.password_hash) throw new AppError('link_invalid');
    const account = await lockAccount(inner.db, link.account_id);
    if (account?.status !== 'unverified') throw new AppError('link_invalid');
    await moveAccount(inner.db, account, 'verify', { actorId: null });
    await inner.db
      .updateTable('accounts')
      .set({ password_hash: link.password_hash })
      .where('id', '=', account.id)
      .execute();
    await spendLinks(inner.db, account.id, 'verify');
    await logSecurity(inner.db, account.id, 'verified');
    return openSession(inner, account.id);
  });
}
