import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { DAY } from '#core/time.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { MAIL_REQUEST_PAUSE, RESET_REQUESTS_PER_DAY } from '../model/account-limits.ts';
import { findAccount } from './accounts.repo.ts';
import { finishLogin } from './finish-login.ts';
import { requireGuessing } from './guessing.ts';
import { findLink, mailNobody, sendLoginLink, takeLink } from './mail-links.ts';
import { emailKey } from './registration.service.ts';
import type { SessionTokens } from './sessions.service.ts';

/**
 * Emails a link to log in with, only while someone guesses the password: the owner can log in on a new device without the
 * checks that guessers meet. Unknown and unconfirmed addresses get the same response. Throws wrong_state.
 */
export async function requestLoginLink(
  ctx: Ctx,
  input: { email: string; cfTurnstileResponse?: string | undefined },
): Promise<typeof DONE> {
  await ctx.humanCheck.verify(ctx, 'login', input.cfTurnstileResponse);
  await requireGuessing(ctx, input.email);
  const key = emailKey(ctx, input.email);
  await ctx.limits.take('login-link', key, 1, MAIL_REQUEST_PAUSE, 'many_action');
  await ctx.limits.take('login-link-day', key, RESET_REQUESTS_PER_DAY, DAY, 'too_many_requests');
  const account = await findAccount(ctx.db, { email: input.email });
  const hasMember = account && account.status !== 'unverified' && account.status !== 'erased';
  await inTransaction(ctx, (inner) => (hasMember ? sendLoginLink(inner, account.id) : mailNobody(inner, 'login')));
  return DONE;
}

/**
 * Logs in with an emailed link. It works once, and not after a change of the password or address. Throws link_invalid,
 * second_step, banned.
 */
export async function loginWithLink(ctx: Ctx, { token }: { token: string }): Promise<SessionTokens> {
  const link = await findLink(ctx, 'login', token);
  const account = link && (await findAccount(ctx.db, { id: link.account_id }));
  if (!account) throw new AppError('link_invalid');
  return finishLogin(ctx, account.id, {
    by: 'link',
    gone: () => new AppError('link_invalid'),
    first: { by: 'link' },
    async admit(inner, { status }) {
      if (status === 'unverified' || !(await takeLink(inner, 'login', token))) throw new AppError('link_invalid');
    },
  });
}
