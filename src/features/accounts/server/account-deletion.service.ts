import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { after, DAY } from '#core/time.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { type Ctx, databaseNow, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { emit } from '#platform/features/events.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import type { DeletionView } from '../contract-account-deletion.ts';
import type { Proof } from '../contract-proof.ts';
import type { ContentPolicy } from '../model/account-deletion.ts';
import { DELETION_GRACE, DELETION_REQUESTS_PER_DAY } from '../model/account-limits.ts';
import { accountMail } from './account-mail.ts';
import { changeAccount, findAccount, logSecurity, moveAccount, requireOtherAdministrator } from './accounts.repo.ts';
import { endSessions } from './end-sessions.ts';
import { exportState } from './export.service.ts';
import { keepAccount } from './keep-account.ts';
import { lockProven, proofOf, proveOwner } from './proof.service.ts';
import { proofKindsOf } from './proof-kinds.ts';
import { signAppealToken } from './tokens.ts';
import { userTag } from './user-tag.ts';

/** Returns what a deletion would mean for the caller, and the planned one if any. */
export async function getDeletionPreview(ctx: Ctx): Promise<DeletionView> {
  const account = await findAccount(ctx.db, { id: memberOf(ctx).id });
  if (!account) throw new AppError('login_required');
  return {
    deletionDueAt: account.deletion_due_at?.toISOString() ?? null,
    texts: account.deletion_content,
    hasPassword: account.password_hash !== null,
    proofs: await proofKindsOf(ctx, account),
    deletionPreview: await ctx.deletionPreview(ctx, account.id),
    export: await exportState(ctx, account.id),
  };
}

/**
 * Schedules the erasure in 14 days. Ends every session, hands over the turn and whatever others are waiting for, and
 * hides the profile. Texts don’t change until the erasure. If it was already scheduled, the date stays and the new
 * choice applies. Throws last_administrator, and what `proveOwner` throws.
 */
export async function deleteAccount(
  ctx: Ctx,
  { texts, ...given }: { password?: string | undefined; proof?: Proof | undefined; texts: ContentPolicy },
): Promise<{ deletionDueAt: string; token: string }> {
  const { id } = memberOf(ctx);
  const known = await proveOwner(ctx, 'user/delete_account', proofOf(given));
  await ctx.limits.take('deletion', id, DELETION_REQUESTS_PER_DAY, DAY);
  const { password_changed_at: passwordChangedAt } = known;
  const token = await signAppealToken(ctx, { accountId: id, passwordChangedAt });
  return inTransaction(ctx, async (inner) => {
    const account = await lockProven(inner.db, known);
    if (account.status === 'unverified' || account.status === 'erased') throw new AppError('wrong_state');
    await requireOtherAdministrator(inner.db, id);
    const deletionDueAt = account.deletion_due_at ?? after(await databaseNow(inner.db), DELETION_GRACE);
    await changeAccount(inner.db, id, { deletion_due_at: deletionDueAt, deletion_content: texts });
    if (account.status === 'active') await moveAccount(inner.db, account, 'request_deletion', { actorId: id });
    await endSessions(inner.db, id, 'deletion');
    await logSecurity(inner.db, id, 'deletion_planned', { texts });
    await enqueue(inner, accountMail, {
      kind: 'deletion_requested',
      accountId: id,
      language: account.preferred_language,
    });
    await invalidateCacheTags(inner, userTag(id));
    await emit(inner, 'account.deletion_requested', { accountId: id });
    return { deletionDueAt: deletionDueAt.toISOString(), token };
  });
}

/** Cancels the planned deletion. Throws wrong_state if there is none. */
export async function cancelDeletion(ctx: Ctx): Promise<typeof DONE> {
  const { id } = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    if (!(await keepAccount(inner, id))) throw new AppError('wrong_state');
    return DONE;
  });
}
