import * as z from 'zod/mini';
import { AppError } from '#core/errors.ts';
import { id } from '#core/fields.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { enqueue, handleJob, jobKind } from '#platform/jobs/jobs.ts';
import type { AccountCtx } from './account-ctx.ts';
import { accountMail } from './account-mail.ts';
import { lockAccount, logSecurity, moveAccount } from './accounts.repo.ts';
import { userTag } from './user-tag.ts';

/** A member who was about to leave stays; the other features hear of it. */
const accountStays = jobKind('accounts.stays', z.object({ accountId: id }));

export const accountStaysJob = handleJob(accountStays, (ctx: AccountCtx, { accountId }) =>
  ctx.accountEffects.lifted(ctx, accountId),
);

/**
 * Undoes a planned deletion, in the open transaction; false when none is planned. A restriction is
 * not lifted by it.
 */
export async function keepAccount(ctx: Ctx, accountId: string): Promise<boolean> {
  const account = await lockAccount(ctx.db, accountId);
  // Too late: it has begun, and there is no way back.
  if (account?.status === 'erased') throw new AppError('wrong_credentials');
  if (!account?.leaving_at) return false;
  await ctx.db
    .updateTable('accounts')
    .set({ leaving_at: null, leaving_texts: null })
    .where('id', '=', accountId)
    .execute();
  if (account.status === 'leaving') {
    await moveAccount(ctx.db, account, 'stay', { actorId: accountId });
    await enqueue(ctx, accountStays, { accountId });
  }
  await logSecurity(ctx.db, accountId, 'account_kept');
  await enqueue(ctx, accountMail, { kind: 'kept', accountId, language: account.preferred_language });
  await invalidateCacheTags(ctx, userTag(accountId));
  return true;
}
