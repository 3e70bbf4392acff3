import { AppError } from '#core/errors.ts';
import { touch } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import type { AccountAction } from '../model/account-status.ts';
import { accountMail } from './account-mail.ts';
import { endSessions, findAccount, lockAccount, logSecurity, moveAccount } from './accounts.repo.ts';
import { userTag } from './profile.service.ts';

/**
 * Suspends until a date, bans, or lifts either. Every session ends in the same transaction, and every call asks for the
 * status anew, so nothing is accepted after the commit. The member is told why and until when by mail.
 */
export async function restrictAccount(
  ctx: Ctx,
  accountId: string,
  act: { action: Exclude<AccountAction, 'verify'>; reason: string; until?: Date },
): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const account = await lockAccount(inner.db, accountId);
    if (!account) throw new AppError('user_not_found');
    const to = await moveAccount(inner.db, account, act.action, {
      actorId: ctx.actor?.id ?? null,
      reason: act.reason,
      until: act.until,
    });
    if (to !== 'active') await endSessions(inner.db, accountId, 'restricted');
    await logSecurity(inner.db, accountId, act.action);
    const kind = ({ suspend: 'suspended', ban: 'banned', lift: 'lifted' } as const)[act.action];
    await enqueue(inner, accountMail, { kind, accountId, language: account.preferred_language });
    await touch(inner, userTag(accountId));
  });
}

/** Gives or takes a role by address; for the command line, where the first administrator is made. */
export async function setRole(
  ctx: Ctx,
  email: string,
  role: 'moderator' | 'administrator',
  granted: boolean,
): Promise<void> {
  const accountId = await findAccountId(ctx, email);
  if (granted) {
    await ctx.db
      .insertInto('account_roles')
      .values({ account_id: accountId, role })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else
    await ctx.db.deleteFrom('account_roles').where('account_id', '=', accountId).where('role', '=', role).execute();
  await logSecurity(ctx.db, accountId, granted ? 'role_granted' : 'role_revoked', { role });
}

/** The account with this address. Error: user_not_found. */
export async function findAccountId(ctx: Ctx, email: string): Promise<string> {
  const account = await findAccount(ctx.db, { email });
  if (!account) throw new AppError('user_not_found');
  return account.id;
}
