import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { DAY } from '#core/time.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import type { ReopenedWish } from '../contract-wishes.ts';
import { MAIL_REQUEST_PAUSE, REGISTRATION_MAILS_PER_DAY, RESET_REQUESTS_PER_DAY } from '../model/account-limits.ts';
import type { Wish } from '../model/wish.ts';
import { accountMail } from './account-mail.ts';
import {
  type AccountRow,
  changeAccount,
  findAccount,
  insertAccount,
  lockAccount,
  logSecurity,
  moveAccount,
} from './accounts.repo.ts';
import { requireUnguessable } from './breached-passwords.ts';
import { spendLinks } from './mail-links.repo.ts';
import { mailNobody, NOBODY, provenLink, sendReset, sendVerification, takeLink } from './mail-links.ts';
import { hashPassword } from './password-hash.ts';
import { openSession, type SessionTokens } from './sessions.service.ts';
import { newWaiting, type Waiting } from './waiting.ts';
import { keepWish, reopenWish } from './wishes.ts';

/** Returns a key for rate limits per email address that doesn’t contain the address. */
export function emailKey(ctx: Pick<Ctx, 'secrets'>, email: string): string {
  return ctx.secrets.sign('email-limit', email).toString('base64url').slice(0, 22);
}

/**
 * Creates an account, or emails the owner if the address is already in use. Both get the same response and take as
 * long. The password is stored with the emailed link and not in the account, so the user who proves the address with a
 * link gets the password of *that* sign-up and no other (pre-hijacking, trust §1).
 */
export async function register(
  ctx: Ctx,
  input: {
    email: string;
    password: string;
    cfTurnstileResponse?: string | undefined;
    wish?: Wish | undefined;
    places?: number | undefined;
    words?: boolean | undefined;
  },
): Promise<typeof DONE & Pick<Waiting, 'waiting'>> {
  await requireUnguessable(ctx, 'password', input.password);
  const wish = await keepWish(ctx, input.wish);
  const { waiting, hash } = newWaiting();
  const answer = { ...DONE, waiting };
  await ctx.humanCheck.verify(ctx, 'register', input.cfTurnstileResponse);
  const passwordHash = await hashPassword(input.password);
  // The response is the same as for any other sign-up.
  if (!(await mayBeMailed(ctx, input.email))) return answer;
  const created = await insertAccount(ctx.db, { email: input.email, language: ctx.language });
  await inTransaction(ctx, async (inner) => {
    const account = created ?? (await findAccount(inner.db, { email: input.email }));
    if (!account) return;
    if (created || ('status' in account && account.status === 'unverified')) {
      await sendVerification(inner, account.id, {
        password_hash: passwordHash,
        ...wish,
        positions_waiting: input.places ?? 0,
        words_waiting: input.words ?? false,
        waiting_hash: hash,
      });
    } else {
      await enqueue(inner, accountMail, { kind: 'already_registered', accountId: account.id, language: ctx.language });
    }
  });
  return answer;
}

/** Returns false if this address has already got the maximum number of sign-up emails today. */
async function mayBeMailed(ctx: Ctx, email: string): Promise<boolean> {
  try {
    await ctx.limits.take('register-mail', emailKey(ctx, email), REGISTRATION_MAILS_PER_DAY, DAY);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Emails the sign-up link again. Returns no secret to ask for its confirmation with, because the caller may be a stranger.
 * For unknown and active addresses it sends nothing, but takes as long.
 */
export async function resendVerification(
  ctx: Ctx,
  input: { email: string; cfTurnstileResponse?: string | undefined },
): Promise<typeof DONE> {
  await ctx.humanCheck.verify(ctx, 'resend', input.cfTurnstileResponse);
  const key = emailKey(ctx, input.email);
  await ctx.limits.take('resend', key, 1, MAIL_REQUEST_PAUSE, 'many_action');
  // It may send a link that sets a password, which invalidates earlier ones.
  await ctx.limits.take('resend-day', key, RESET_REQUESTS_PER_DAY, DAY, 'too_many_requests');
  const account = await findAccount(ctx.db, { email: input.email });
  await inTransaction(ctx, (inner) => mailLinkAgain(inner, account));
  return DONE;
}

/**
 * Sends the link of the user’s own sign-up, with its wish. If there were sign-ups with different passwords, one may be a
 * stranger’s; the link then lets the owner set a new password.
 */
async function mailLinkAgain(ctx: Ctx, account: AccountRow | undefined): Promise<void> {
  const isWaiting = account?.status === 'unverified';
  const links = await ctx.db
    .selectFrom('mail_links')
    .select(['password_hash', 'wish_kind', 'wish_id', 'positions_waiting', 'words_waiting', 'waiting_hash'])
    .distinctOn('password_hash')
    .where('account_id', '=', isWaiting ? account.id : NOBODY)
    .where('purpose', '=', 'verify')
    .where('password_hash', 'is not', null)
    .orderBy('password_hash')
    // The last wish counts.
    .orderBy('id', 'desc')
    .execute();
  const [only, another] = links;
  if (!isWaiting || !only?.password_hash) await mailNobody(ctx, 'verify');
  else if (another) await sendReset(ctx, account.id);
  else {
    const { password_hash } = only;
    await sendVerification(ctx, account.id, { ...only, password_hash });
  }
}

/**
 * Redeems the emailed link: activates the account and opens a session. Returns what the visitor wanted to do, also with
 * the error for a link that was used or has expired. It is never done here, because someone else may have signed up with
 * this email.
 */
export async function verifyEmail(
  ctx: Ctx,
  input: { token: string },
): Promise<SessionTokens & { wish: ReopenedWish | null; places: number; words: boolean }> {
  const { tokens, link } = await inTransaction(ctx, (inner) => redeem(inner, input.token)).catch(
    async (error: unknown) => {
      throw error instanceof AppError && error.code === 'link_invalid' ? await spentLink(ctx, input.token) : error;
    },
  );
  return { ...tokens, wish: await reopenWish(ctx, link), places: link.positions_waiting, words: link.words_waiting };
}

async function redeem(ctx: Ctx, token: string) {
  const link = await takeLink(ctx, 'verify', token);
  if (!link?.password_hash) throw new AppError('link_invalid');
  const account = await lockAccount(ctx.db, link.account_id);
  if (account?.status !== 'unverified') throw new AppError('link_invalid');
  await moveAccount(ctx.db, account, 'verify', { actorId: null });
  await changeAccount(ctx.db, account.id, { password_hash: link.password_hash });
  await spendLinks(ctx.db, account.id, 'verify', link.password_hash);
  await logSecurity(ctx.db, account.id, 'verified');
  return { link, tokens: await openSession(ctx, account.id, { by: 'sign_up', isFirst: true }) };
}

/** Returns the error for a link that is no longer valid, with its wish if it once was. */
async function spentLink(ctx: Ctx, token: string): Promise<AppError> {
  const link = await provenLink(ctx, 'verify', token);
  const wish = link && (await reopenWish(ctx, link));
  return new AppError('link_invalid', wish ? { details: { wish } } : {});
}
