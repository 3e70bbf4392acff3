import * as z from 'zod/mini';
import { AppError } from '#core/errors.ts';
import { id } from '#core/fields.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { emit } from '#platform/features/events.ts';
import { enqueue, handleJob, jobKind } from '#platform/jobs/jobs.ts';
import { accountMail } from './account-mail.ts';
import { changeAccount, lockAccount, logSecurity, moveAccount } from './accounts.repo.ts';
import { userTag } from './user-tag.ts';

/** Notifies the other features that a planned deletion was canceled. */
const accountStays = jobKind('accounts.stays', z.object({ accountId: id }));

export const accountStaysJob = handleJob(accountStays, (ctx: Ctx, { accountId }) =>
  emit(ctx, 'account.lifted', { accountId }),
);

/**
 * Cancels a planned deletion. Returns false if there is none. Doesn’t lift a restriction. Requires an open transaction.
 * Throws wrong_state if the erasure has started.
 */
export async function keepAccount(ctx: Ctx, accountId: string): Promise<boolean> {
  const account = await lockAccount(ctx.db, accountId);
  if (account?.status === 'erased') throw new AppError('wrong_state');
  if (!account?.deletion_due_at) return false;
  await changeAccount(ctx.db, accountId, { deletion_due_at: null, deletion_content: null });
  if (account.status === 'pending_deletion') {
    await moveAccount(ctx.db, account, 'cancel_deletion', { actorId: accountId });
    await enqueue(ctx, accountStays, { accountId });
  }
  await logSecurity(ctx.db, accountId, 'account_kept');
  await enqueue(ctx, accountMail, { kind: 'deletion_canceled', accountId, language: account.preferred_language });
  await invalidateCacheTags(ctx, userTag(accountId));
  return true;
}
