import { DONE } from '#core/endpoint.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction, isUniqueViolation } from '#platform/db/database.ts';
import { emit } from '#platform/features/events.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import type { Proof } from '../contract-proof.ts';
import { accountMail } from './account-mail.ts';
import { changeAccount, deleteUnverified, findAccount, lockAccount, logSecurity } from './accounts.repo.ts';
import { deleteEnrolmentLink } from './factors/factors.repo.ts';
import { noteFormerEmail, spendLinks } from './mail-links.repo.ts';
import { sendEmailChange, takeLink } from './mail-links.ts';
import { lockProven, proofOf, proveOwner } from './proof.service.ts';
import { checkRestriction } from './sessions.service.ts';

/**
 * Emails a link to the new address and notifies the old one. Never reveals whether the new address is taken: the
 * response is the same, but no link is sent.
 */
export async function askEmailChange(
  ctx: Ctx,
  input: { email: string; password?: string | undefined; proof?: Proof | undefined },
): Promise<typeof DONE> {
  const { id, sessionId } = memberOf(ctx);
  const known = await proveOwner(ctx, 'user/change_email', proofOf(input));
  if (known.email === input.email) throw fieldError('email', 'email_same');
  return inTransaction(ctx, async (inner) => {
    await lockProven(inner.db, known);
    await spendLinks(inner.db, id, 'email');
    const holder = await findAccount(inner.db, { email: input.email });
    const isFree = !holder || holder.status === 'unverified';
    if (isFree) await sendEmailChange(inner, id, input.email);
    await enqueue(inner, accountMail, { kind: 'email_asked', accountId: id, language: ctx.language });
    await logSecurity(inner.db, id, 'email_change_asked', { session: sessionId });
    return DONE;
  });
}

/**
 * Redeems the link, changes the account’s address and notifies the old one. Deletes an unconfirmed account with the same
 * address. Throws link_invalid.
 */
export async function changeEmail(ctx: Ctx, input: { token: string }): Promise<typeof DONE> {
  try {
    return await inTransaction(ctx, async (inner) => {
      const link = await takeLink(inner, 'email', input.token);
      const account = link ? await lockAccount(inner.db, link.account_id) : undefined;
      if (!link?.new_email || !account) throw new AppError('link_invalid');
      await checkRestriction(inner, account);
      await deleteUnverified(inner.db, link.new_email);
      await changeAccount(inner.db, account.id, { email: link.new_email });
      await noteFormerEmail(inner.db, link.id, account.email);
      await enqueue(inner, accountMail, {
        kind: 'email_changed',
        accountId: account.id,
        language: account.preferred_language,
        linkId: link.id,
      });
      // Invalidates links that were sent to the old address.
      for (const purpose of ['email', 'reset', 'login'] as const) await spendLinks(inner.db, account.id, purpose);
      await deleteEnrolmentLink(inner.db, account.id);
      await logSecurity(inner.db, account.id, 'email_changed');
      await emit(inner, 'account.email_changed', { accountId: account.id });
      return DONE;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_email')) throw new AppError('link_invalid');
    throw error;
  }
}
