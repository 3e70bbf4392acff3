import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { id } from '#core/fields.ts';
import { formerName } from '#core/former-member.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { enqueue, handleJob, jobKind } from '#platform/jobs/jobs.ts';
import type { AccountCtx, DeletingMember } from './account-ctx.ts';
import { writeAccountMail } from './account-mail.job.ts';
import { type AccountRow, endSessions, findAccount, lockAccount, logSecurity, moveAccount } from './accounts.repo.ts';
import { erasedListOf } from './erased-list.ts';
import { dropExportsOf } from './export.service.ts';
import { userTag } from './user-tag.ts';

/** One member at a time, in all processes together: their accounts can wait, and what they wrote is much. */
const erasure = jobKind('accounts.erase', z.object({ accountId: id }), { priority: 'patient', lanes: 1 });

/** Has the accounts erased whose day has come, each by a job that is tried again by itself. */
export async function eraseLeavers(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .selectFrom('accounts')
    .select('id')
    .where('leaving_at', '<=', sql<Date>`db_clock()`)
    .orderBy('leaving_at')
    .execute();
  for (const { id: accountId } of due)
    await enqueue(ctx, erasure, { accountId }, { key: `erase ${accountId}`, once: true });
}

/**
 * The account is closed first, then every feature lets go of what is theirs, and the name and address go last: until then
 * another run finds the account and goes on.
 */
export const erasureJob = handleJob(erasure, async (ctx: AccountCtx, { accountId }) => {
  const deletingMember = await close(ctx, accountId);
  if (!deletingMember) return;
  await ctx.accountEffects.erase(ctx, deletingMember);
  await dropExportsOf(ctx, accountId);
  const account = await findAccount(ctx.db, { id: accountId });
  if (!account) return;
  await rememberErased(ctx, account);
  // The last mail to an address that is gone in a moment. That it could not be sent keeps nobody here.
  await writeAccountMail(ctx, account, { kind: 'erased', language: account.preferred_language }).catch((err) =>
    ctx.log.warn({ err, account: accountId }, 'The last mail to a member could not be sent'),
  );
  await empty(ctx, accountId);
});

/** From here on there is no way back: nobody signs in to the account any more. Null when they stay after all. */
function close(ctx: Ctx, accountId: string): Promise<DeletingMember | null> {
  return inTransaction(ctx, async (inner) => {
    await lockAccount(inner.db, accountId);
    // Asked again under the lock: they may have signed in this moment.
    const account = await inner.db
      .selectFrom('accounts')
      .select(['id', 'status', 'leaving_texts'])
      .where('id', '=', accountId)
      .where('leaving_at', '<=', sql<Date>`db_clock()`)
      .executeTakeFirst();
    if (!account) return null;
    if (account.status !== 'erased') {
      await moveAccount(inner.db, account, 'erase', { actorId: null });
      await endSessions(inner.db, accountId, 'leaving');
      await logSecurity(inner.db, accountId, 'erased');
    }
    return { id: accountId, texts: account.leaving_texts! };
  });
}

/** The row stays for what hangs on it, and nothing in it tells of whom it was. */
function empty(ctx: AccountCtx, accountId: string): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    await lockAccount(inner.db, accountId);
    const name = formerName(accountId);
    await inner.db
      .updateTable('accounts')
      .set({
        // No address, and nothing that could be typed as one: whoever has it now registers as a stranger.
        email: `erased${name}`,
        username: name,
        username_key: name,
        slug: name,
        slug_changed_at: null,
        bio: '',
        password_hash: null,
        password_changed_at: null,
        google_subject: null,
        suspended_until: null,
        avatar_key: null,
        status_reason: null,
        failed_logins: 0,
        leaving_at: null,
        leaving_texts: null,
      })
      .where('id', '=', accountId)
      .execute();
    await ctx.accountEffects.renamed(inner, accountId);
    await invalidateCacheTags(inner, userTag(accountId));
  });
}

/** Beside the database, so that a backup from before brings nobody back; see `src/server/backup/erased.ts`. */
async function rememberErased(ctx: Ctx, account: AccountRow): Promise<void> {
  const path = erasedListOf(ctx.config.dataDir);
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a', 0o600);
  try {
    const entry = { id: account.id, joinedAt: account.joined_at.toISOString(), texts: account.leaving_texts! };
    await file.write(`${JSON.stringify(entry)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}
