import { type Ctx, databaseNow } from '#platform/context.ts';
import { emit } from '#platform/features/events.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { accountMail } from './account-mail.ts';
import { type AccountRow, changeAccount, deleteUnverified, findAccount, logSecurity } from './accounts.repo.ts';
import { deleteEnrolmentLink } from './factors/factors.repo.ts';
import { insertLink } from './mail-links.repo.ts';

/**
 * Gives a locked account the address back that it had before a disowned login, and notifies the present one. Changes
 * nothing if another account has it now.
 */
export async function restoreEmail(ctx: Ctx, account: AccountRow, email: string): Promise<void> {
  const { db } = ctx;
  await deleteUnverified(db, email);
  if (await findAccount(db, { email })) return;
  await changeAccount(db, account.id, { email });
  await deleteEnrolmentLink(db, account.id);
  await logSecurity(db, account.id, 'email_changed', { by: 'disown' });
  await emit(ctx, 'account.email_changed', { accountId: account.id });
  const now = await databaseNow(db);
  const kept = { expires_at: now, used_at: now, new_email: email, former_email: account.email };
  const linkId = await insertLink(db, { account_id: account.id, purpose: 'email', ...kept });
  const language = account.preferred_language;
  await enqueue(ctx, accountMail, { kind: 'email_changed', accountId: account.id, language, linkId });
}
