import { sql } from 'kysely';
import * as z from 'zod/mini';
import { id } from '#core/fields.ts';
import { formerName } from '#core/former-member.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { emit } from '#platform/features/events.ts';
import { enqueue, handleJob, jobKind } from '#platform/jobs/jobs.ts';
import { dropMailsTo } from '#platform/mail/outbox.ts';
import { writeAccountMail } from './account-mail.job.ts';
import { type AccountRow, changeAccount, findAccount, lockAccount, logSecurity, moveAccount } from './accounts.repo.ts';
import { endSessions } from './end-sessions.ts';
import { storeErased } from './erased-list.ts';
import { type DeletingMember, eraseWorkOf } from './erasure-steps.ts';
import { nameColumns } from './member-names.ts';
import { userTag } from './user-tag.ts';

/** One member at a time across all processes, because erasing a lot of writing takes long and isn’t urgent. */
const erasure = jobKind('accounts.erase', z.object({ accountId: id }), { priority: 'patient', lanes: 1 });

/** Enqueues the erasure of all accounts that are due. Failed jobs are retried. */
export async function eraseDueAccounts(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .selectFrom('accounts')
    .select('id')
    .where('deletion_due_at', '<=', sql<Date>`db_clock()`)
    .orderBy('deletion_due_at')
    .execute();
  for (const { id: accountId } of due)
    await enqueue(ctx, erasure, { accountId }, { key: `erase ${accountId}`, once: true });
}

/**
 * Closes the account first, then lets every feature erase its data, and erases name and address last: until then
 * another run finds the account and continues.
 */
export const erasureJob = handleJob(erasure, async (ctx: Ctx, { accountId }) => {
  const deletingMember = await close(ctx, accountId);
  if (!deletingMember) return;
  await eraseWorkOf(ctx, deletingMember);
  const account = await findAccount(ctx.db, { id: accountId });
  if (!account) return;
  await rememberErased(ctx, account);
  await dropMailsTo(ctx, account.email);
  // The last email, before its address is erased. A failure to send it doesn’t stop the erasure.
  await writeAccountMail(ctx, account, { kind: 'erased', language: account.preferred_language }).catch((err) =>
    ctx.log.warn({ err, account: accountId }, 'Could not send the last email to a member'),
  );
  await empty(ctx, accountId);
});

/** Point of no return: logging in is no longer possible. Returns null if the member has canceled the deletion. */
function close(ctx: Ctx, accountId: string): Promise<DeletingMember | null> {
  return inTransaction(ctx, async (inner) => {
    await lockAccount(inner.db, accountId);
    // Checks again under the lock, because the member may have logged in since.
    const account = await inner.db
      .selectFrom('accounts')
      .select(['id', 'status', 'deletion_content'])
      .where('id', '=', accountId)
      .where('deletion_due_at', '<=', sql<Date>`db_clock()`)
      .executeTakeFirst();
    if (!account) return null;
    if (account.status !== 'erased') {
      await moveAccount(inner.db, account, 'erase', { actorId: null });
      await endSessions(inner.db, accountId, 'deletion');
      await logSecurity(inner.db, accountId, 'erased');
    }
    return { id: accountId, texts: account.deletion_content! };
  });
}

/** Keeps the row for its references, without any data about the member. */
function empty(ctx: Ctx, accountId: string): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    await lockAccount(inner.db, accountId);
    const name = formerName(accountId);
    await changeAccount(inner.db, accountId, {
      // Not a valid address. The member can sign up with the old address again, as a new account.
      email: `erased${name}`,
      ...nameColumns(name),
      slug: name,
      slug_changed_at: null,
      bio: '',
      languages_read: null,
      time_zone: 'UTC',
      password_hash: null,
      password_changed_at: null,
      google_subject: null,
      google_connected_at: null,
      suspended_until: null,
      avatar_key: null,
      status_reason: null,
      failed_logins: 0,
      deletion_due_at: null,
      deletion_content: null,
    });
    await emit(inner, 'account.renamed', { accountId });
    await invalidateCacheTags(inner, userTag(accountId));
  });
}

/**
 * Stored outside the database, so that restoring an older backup doesn’t restore the member; see
 * `src/server/backup/erased.ts`.
 */
async function rememberErased(ctx: Ctx, account: AccountRow): Promise<void> {
  const { id: accountId, joined_at: joinedAt, deletion_content: texts } = account;
  await storeErased(ctx.files, { id: accountId, joinedAt: joinedAt.toISOString(), texts: texts! });
}
