import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { after, DAY } from '#core/time.ts';
import { type Ctx, databaseNow } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { MAIL_REQUEST_PAUSE, REGISTRATION_MAILS_PER_DAY, VERIFY_LINK_LASTS } from '../model/account-limits.ts';
import { accountMail, LINK_PURPOSE } from './account-mail.ts';
import { findAccount, insertAccount, lockAccount, logSecurity, moveAccount } from './accounts.repo.ts';
import { hashPassword } from './password-hash.ts';
import { openSession } from './sessions.service.ts';
import { parseToken, provesToken } from './tokens.ts';

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

async function sendVerification(ctx: Ctx, accountId: string, passwordHash: string): Promise<void> {
  const now = await databaseNow(ctx.db);
  const { id } = await ctx.db
    .insertInto('mail_links')
    .values({
      account_id: accountId,
      purpose: 'verify',
      seed: randomBytes(32),
      password_hash: passwordHash,
      expires_at: after(now, VERIFY_LINK_LASTS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(ctx, accountMail, { kind: 'verify', accountId, language: ctx.language, linkId: id });
}

/** Mails the link of the last registration again; silent about addresses that are unknown or active. */
export async function resendVerification(
  ctx: Ctx,
  input: { email: string; cfTurnstileResponse?: string | undefined },
): Promise<typeof DONE> {
  await ctx.humanCheck.verify(ctx, 'resend', input.cfTurnstileResponse);
  await ctx.limits.take('resend', emailKey(ctx, input.email), 1, MAIL_REQUEST_PAUSE, 'many_action');
  await resendIfUnverified(ctx, input.email);
  return DONE;
}

async function resendIfUnverified(ctx: Ctx, email: string): Promise<void> {
  const account = await findAccount(ctx.db, { email });
  if (account?.status !== 'unverified') return;
  await inTransaction(ctx, async (inner) => {
    const last = await inner.db
      .selectFrom('mail_links')
      .select('password_hash')
      .where('account_id', '=', account.id)
      .where('purpose', '=', 'verify')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last?.password_hash) await sendVerification(inner, account.id, last.password_hash);
  });
}

/** The row of a link whose token is right, unused and in time, locked; null otherwise. */
export async function takeLink(ctx: Ctx, purpose: keyof typeof LINK_PURPOSE, token: string) {
  const parsed = parseToken(token);
  if (!parsed) return null;
  const link = await ctx.db
    .selectFrom('mail_links')
    .select(['id', 'account_id', 'seed', 'password_hash', 'expires_at', 'used_at'])
    .where('id', '=', parsed.id)
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst();
  if (!link || link.used_at || !provesToken(ctx.secrets, LINK_PURPOSE[purpose], link, token)) return null;
  return (await databaseNow(ctx.db)) < link.expires_at ? link : null;
}

/** Every open link of this kind is spent: one use, and none of the others opens anything any more. */
export async function spendLinks(db: Db, accountId: string, purpose: keyof typeof LINK_PURPOSE): Promise<void> {
  await db
    .updateTable('mail_links')
    .set({ used_at: sql`db_clock()`, password_hash: null })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
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
