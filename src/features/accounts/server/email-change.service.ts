import { randomBytes } from 'node:crypto';
import { DONE } from '#core/endpoint.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { after } from '#core/time.ts';
import { type Ctx, databaseNow, memberOf } from '#platform/context.ts';
import { inTransaction, isUniqueViolation } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { VERIFY_LINK_LASTS } from '../model/account-limits.ts';
import type { AccountCtx } from './account-ctx.ts';
import { accountMail } from './account-mail.ts';
import { findAccount, lockAccount, logSecurity } from './accounts.repo.ts';
import { spendLinks, takeLink } from './mail-links.ts';
import { verifyPassword } from './password-hash.ts';
import { checkRestriction } from './sessions.service.ts';

/**
 * Mails a link to a new address, and tells the owner at the old one. Whether somebody has the new one already is told by
 * nobody: the link goes there all the same in the answer, and is not sent.
 */
export async function askEmailChange(ctx: Ctx, input: { email: string; password: string }): Promise<typeof DONE> {
  const { id } = memberOf(ctx);
  const known = await findAccount(ctx.db, { id });
  if (known && !known.password_hash) throw new AppError('password_missing');
  if (!(await verifyPassword(known?.password_hash ?? null, input.password)))
    throw fieldError('password', 'password_wrong');
  if (known?.email === input.email) throw fieldError('email', 'email_same');
  return inTransaction(ctx, async (inner) => {
    const account = await lockAccount(inner.db, id);
    if (account?.password_hash !== known?.password_hash) throw new AppError('conflict');
    await spendLinks(inner.db, id, 'email');
    const holder = await findAccount(inner.db, { email: input.email });
    const isFree = !holder || holder.status === 'unverified';
    if (isFree) await mailLink(inner, id, input.email);
    await enqueue(inner, accountMail, { kind: 'email_asked', accountId: id, language: ctx.language });
    await logSecurity(inner.db, id, 'email_change_asked');
    return DONE;
  });
}

async function mailLink(ctx: Ctx, accountId: string, email: string): Promise<void> {
  const { id } = await ctx.db
    .insertInto('mail_links')
    .values({
      account_id: accountId,
      purpose: 'email',
      new_email: email,
      seed: randomBytes(32),
      expires_at: after(await databaseNow(ctx.db), VERIFY_LINK_LASTS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(ctx, accountMail, { kind: 'email', accountId, language: ctx.language, linkId: id });
}

/** Uses the link: the account has the new address. A registration of it that waits for its own link gives way. Error: link_invalid. */
export async function changeEmail(ctx: AccountCtx, input: { token: string }): Promise<typeof DONE> {
  try {
    return await inTransaction(ctx, async (inner) => {
      const link = await takeLink(inner, 'email', input.token);
      const account = link ? await lockAccount(inner.db, link.account_id) : undefined;
      if (!link?.new_email || !account) throw new AppError('link_invalid');
      await checkRestriction(inner, account, false);
      await inner.db
        .deleteFrom('accounts')
        .where('email', '=', link.new_email)
        .where('status', '=', 'unverified')
        .execute();
      await inner.db.updateTable('accounts').set({ email: link.new_email }).where('id', '=', account.id).execute();
      // What was mailed to the old address opens nothing any more.
      await spendLinks(inner.db, account.id, 'email');
      await spendLinks(inner.db, account.id, 'reset');
      await logSecurity(inner.db, account.id, 'email_changed');
      return DONE;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_email')) throw new AppError('link_invalid');
    throw error;
  }
}
