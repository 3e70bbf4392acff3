import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import { touch } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import type { AccountAction, AccountStatus } from '../model/account-status.ts';
import type { AccountCtx } from './account-ctx.ts';
import { accountMail } from './account-mail.ts';
import { endSessions, findAccount, lockAccount, logSecurity, moveAccount } from './accounts.repo.ts';
import { userTag } from './profile.service.ts';

/**
 * Suspends until a date, bans, or lifts either. Every session ends in the same transaction, and every call asks for the
 * status anew, so nothing is accepted after the commit. The member is told why and until when by mail.
 */
export async function restrictAccount(
  ctx: AccountCtx,
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
    await tellOthers(inner, accountId, to);
  });
}

function tellOthers(ctx: AccountCtx, accountId: string, status: AccountStatus): Promise<void> {
  return status === 'active'
    ? ctx.accountEffects.lifted(ctx, accountId)
    : ctx.accountEffects.restricted(ctx, accountId);
}

/** Ends the suspensions whose date has come. Their members could act from that moment on; now the other features hear of it. */
export async function endSuspensions(ctx: AccountCtx): Promise<void> {
  const over = sql<boolean>`suspended_until <= db_clock()`;
  const due = await ctx.db.selectFrom('accounts').select('id').where('status', '=', 'suspended').where(over).execute();
  for (const { id } of due) {
    await inTransaction(ctx, async (inner) => {
      // Under the lock it is looked at again: somebody may have banned or suspended them anew.
      await lockAccount(inner.db, id);
      const account = await inner.db
        .selectFrom('accounts')
        .select(['id', 'status'])
        .where('id', '=', id)
        .where('status', '=', 'suspended')
        .where(over)
        .executeTakeFirst();
      if (account) await tellOthers(inner, id, await moveAccount(inner.db, account, 'lift', { actorId: null }));
    });
  }
}

/** Gives or takes a role by address; for the command line, where the first administrator is made. */
export async function setRole(
  ctx: Ctx,
  email: string,
  role: 'moderator' | 'administrator',
  granted: boolean,
): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    const accountId = await findAccountId({ db }, email);
    if (granted) {
      await db
        .insertInto('account_roles')
        .values({ account_id: accountId, role })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    } else await db.deleteFrom('account_roles').where('account_id', '=', accountId).where('role', '=', role).execute();
    await logSecurity(db, accountId, granted ? 'role_granted' : 'role_revoked', { role });
  });
}

/** The account with this address. Error: user_not_found. */
export async function findAccountId(ctx: Pick<Ctx, 'db'>, email: string): Promise<string> {
  const account = await findAccount(ctx.db, { email });
  if (!account) throw new AppError('user_not_found');
  return account.id;
}
