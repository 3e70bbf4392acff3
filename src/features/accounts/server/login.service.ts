import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { FAILURE_WINDOW, FAILURES_BEFORE_CHECK, FAILURES_BEFORE_RESET } from '../model/account-limits.ts';
import { accountMail } from './account-mail.ts';
import {
  type AccountRow,
  changeAccount,
  countFailedLogin,
  findAccount,
  lockAccount,
  logSecurity,
} from './accounts.repo.ts';
import { requireSecondStep } from './factors/second-step.ts';
import { verifyPassword } from './password-hash.ts';
import { emailKey } from './registration.service.ts';
import { checkRestriction, openSession, type SessionTokens } from './sessions.service.ts';

/**
 * Logs in. Unknown addresses and wrong passwords get the same response, and take one hash and one write each. Whether
 * an account is unconfirmed or restricted is only revealed with the right password.
 */
export async function login(
  ctx: Ctx,
  input: { email: string; password: string; cfTurnstileResponse?: string | undefined },
): Promise<SessionTokens> {
  const key = emailKey(ctx, input.email);
  await ctx.limits.ofKey('login_account', `${key} ${ctx.address}`);
  await checkHumanAfterFailures(ctx, key, input.cfTurnstileResponse);
  const account = await findAccount(ctx.db, { email: input.email });
  const right = await verifyPassword(account?.password_hash ?? (await pendingHash(ctx, account)), input.password);
  if (!account || !right || account.failed_logins >= FAILURES_BEFORE_RESET) {
    await countFailure(ctx, key, account);
    throw new AppError('wrong_credentials');
  }
  if (account.status === 'unverified') throw new AppError('email_not_verified');
  await requireSecondStep(ctx, account);
  await checkRestriction(ctx, account);
  const tokens = await inTransaction(ctx, async (inner) => {
    const now = await lockAccount(inner.db, account.id);
    // Changed during the hashing: a session opened now would survive the change, which has ended all others.
    if (now?.password_hash !== account.password_hash || now?.status !== account.status) return null;
    await changeAccount(inner.db, account.id, { failed_logins: 0 });
    return openSession(inner, account.id);
  });
  if (!tokens) throw new AppError('wrong_credentials');
  await ctx.failures.forget(`account ${key}`);
  return tokens;
}

/** Returns the password hash of the last sign-up. An unconfirmed account has no password of its own yet. */
async function pendingHash(ctx: Ctx, account: AccountRow | undefined): Promise<string | null> {
  const link = await ctx.db
    .selectFrom('mail_links')
    .select('password_hash')
    .where('account_id', '=', account?.status === 'unverified' ? account.id : '0')
    .where('purpose', '=', 'verify')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return link?.password_hash ?? null;
}

/**
 * Requires the human check after 3 failures of the account or IP address, whether or not the account exists. If the
 * site uses Turnstile, it is required at every login (product §3).
 */
async function checkHumanAfterFailures(ctx: Ctx, key: string, response: string | undefined): Promise<void> {
  const [ofAccount, ofAddress] = await Promise.all([
    ctx.failures.count(`account ${key}`),
    ctx.failures.count(`address ${ctx.address}`),
  ]);
  const isAlwaysAsked = ctx.config.turnstile !== null;
  const hasFailed = ofAccount >= FAILURES_BEFORE_CHECK || ofAddress >= FAILURES_BEFORE_CHECK;
  if (isAlwaysAsked || response !== undefined || hasFailed) {
    await ctx.humanCheck.verify(ctx, 'login', response);
  }
}

async function countFailure(ctx: Ctx, key: string, account: AccountRow | undefined): Promise<void> {
  await Promise.all([
    ctx.failures.add(`account ${key}`, FAILURE_WINDOW),
    ctx.failures.add(`address ${ctx.address}`, FAILURE_WINDOW),
  ]);
  await inTransaction(ctx, async (inner) => {
    // Doesn’t wait for the disk: only an existing row causes that wait, so it would reveal known addresses.
    await sql`set local synchronous_commit = off`.execute(inner.db);
    const counted = await countFailedLogin(inner.db, account?.id ?? '0');
    if (!account || counted?.failed_logins !== FAILURES_BEFORE_RESET) return;
    await logSecurity(inner.db, account.id, 'login_locked');
    await enqueue(inner, accountMail, {
      kind: 'too_many_failures',
      accountId: account.id,
      language: counted.preferred_language,
    });
  });
}
