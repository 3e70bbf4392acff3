import { AppError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { isBeyondHelp } from '../../model/factor-help.ts';
import { findAccount, lockAccount, rolesOf } from '../accounts.repo.ts';
import { tellFactorChange } from './change-factors.ts';
import { mailRemoval } from './factor-mail.ts';
import { deleteRemoval, dueRemovals, findRemoval, noteRemovalMail } from './factor-removals.repo.ts';
import { waysOf } from './factors.queries.ts';
import { deletePasskeys, deleteRecoveryCodes, deleteTotp } from './factors.repo.ts';

/** Removes all second factors of a locked account. Logs it, and emails the member. */
async function removeAll(ctx: Ctx, accountId: string): Promise<void> {
  await deleteTotp(ctx.db, accountId);
  await deletePasskeys(ctx.db, accountId, 'all');
  await deleteRecoveryCodes(ctx.db, accountId);
  await deleteRemoval(ctx.db, accountId);
  await tellFactorChange(ctx, accountId, 'all_removed');
}

/**
 * Removes all second factors of a member who has lost them. For the command line, whose user must know who asked.
 * Emails the member about it. Throws user_not_found, and wrong_state if there are none.
 */
export async function removeFactors(ctx: Ctx, email: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const known = await findAccount(inner.db, { email });
    const account = known && (await lockAccount(inner.db, known.id));
    if (!account) throw new AppError('user_not_found');
    if (!(await waysOf(inner, account.id))) throw new AppError('wrong_state');
    await removeAll(inner, account.id);
  });
}

/**
 * Carries out the removals that administrators have planned once their week is over. Until then, emails the member daily.
 * Stops those of members who have become administrators since.
 */
export async function moveFactorRemovals(ctx: Ctx): Promise<void> {
  for (const accountId of await dueRemovals(ctx.db))
    await inTransaction(ctx, (inner) => moveRemoval(inner, accountId)).catch((err) =>
      ctx.log.error({ err, account: accountId }, 'Failed to move a planned removal of second factors'),
    );
}

async function moveRemoval(ctx: Ctx, accountId: string): Promise<void> {
  // Again under the lock, because the member may have stopped it since.
  await lockAccount(ctx.db, accountId);
  const removal = await findRemoval(ctx.db, accountId);
  if (!removal) return;
  if (isBeyondHelp(await rolesOf(ctx.db, accountId))) await stopRemoval(ctx, accountId);
  else if (removal.is_due) {
    if (await waysOf(ctx, accountId)) await removeAll(ctx, accountId);
    else await deleteRemoval(ctx.db, accountId);
  } else if (removal.is_mail_due) {
    await noteRemovalMail(ctx.db, accountId);
    await mailRemoval(ctx, accountId);
  }
}

/** Stops a planned removal for a locked account, and emails the member. Returns false if there was none. */
export async function stopRemoval(ctx: Ctx, accountId: string): Promise<boolean> {
  const isStopped = await deleteRemoval(ctx.db, accountId);
  if (isStopped) await tellFactorChange(ctx, accountId, 'removal_stopped');
  return isStopped;
}
