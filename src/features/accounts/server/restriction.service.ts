import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { type AccountStatus, accountMachine, isRestriction, type RestrictingAction } from '../model/account-status.ts';
import type { AccountCtx, StandingDecision } from './account-ctx.ts';
import { lockAccountExclusively } from './account-locks.ts';
import { type AccountMailKind, type AccountMailTold, accountMail } from './account-mail.ts';
import {
  type AccountRow,
  endSessions,
  findAccount,
  lockAccount,
  logSecurity,
  moveAccount,
  requireOtherAdministrator,
  statusAt,
} from './accounts.repo.ts';
import { userTag } from './user-tag.ts';

interface Decision {
  action: RestrictingAction;
  reason?: string;
  until?: Date | null;
  /** The decision that is lifted, which is still in force where decisions are kept. */
  except?: string | undefined;
}

/**
 * Moves an account by a decision to what all that are in force make of it: banned while one bans, else suspended until the
 * last of their ends, else free. With the account locked, so of two who decide at once the second sees what the first did.
 * Answers the new status and what else stands; the status is null where nothing changes.
 */
async function settle(
  ctx: AccountCtx,
  account: Pick<AccountRow, 'id' | 'status' | 'suspended_until' | 'status_reason' | 'leaving_at'>,
  act: Decision,
): Promise<{ to: AccountStatus | null; standing: StandingDecision | null }> {
  // Refused where it cannot be at all.
  next(accountMachine, account.status, act.action);
  const standing = await ctx.accountEffects.activeRestriction(ctx, account.id, act.except);
  const outlasts = act.action === 'suspend' && (standing?.until ?? 0) > (act.until ?? 0);
  const holding = standing && (act.action === 'lift' || outlasts) ? standing : act;
  const status = holding.action === 'ban' ? 'banned' : 'suspended';
  const isSame =
    holding === standing &&
    account.status === status &&
    account.suspended_until?.getTime() === standing.until?.getTime() &&
    account.status_reason === standing.reason;
  if (isSame) return { to: null, standing };
  const by = { actorId: ctx.actor?.id ?? null, reason: holding.reason ?? '', until: holding.until ?? undefined };
  // From a ban to a suspension there is no way but by the free state.
  const isEased = account.status === 'banned' && holding.action === 'suspend';
  const from = isEased
    ? await moveAccount(ctx.db, account, 'lift', { ...by, reason: act.reason ?? '' })
    : account.status;
  const moved = await moveAccount(ctx.db, { id: account.id, status: from }, holding.action, by);
  return { to: await leaveOn(ctx, account, moved), standing };
}

/**
 * Suspends until a date, bans, or lifts either; other decisions that are in force hold on. Every session ends in the same
 * transaction, and every call asks for the status anew, so nothing is accepted after the commit. The member is told why and
 * until when by mail. Errors: user_not_found, wrong_state, last_administrator.
 */
export async function restrictAccount(
  ctx: AccountCtx,
  accountId: string,
  act: {
    action: RestrictingAction;
    reason: string;
    until?: Date;
    /** What the mail says beside reason and end. */
    told?: AccountMailTold;
    /** They are told of it in another way. */
    isSilent?: boolean;
    /** The decision that is lifted. */
    except?: string;
  },
): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    // What they do at this moment is written before, and seen by what follows.
    await lockAccountExclusively(inner.db, accountId);
    const account = await lockAccount(inner.db, accountId);
    if (!account) throw new AppError('user_not_found');
    if (act.action !== 'lift') await requireOtherAdministrator(inner.db, accountId);
    const { to, standing } = await settle(inner, account, act);
    if (to !== 'active') await endSessions(inner.db, accountId, 'restricted');
    await logSecurity(inner.db, accountId, act.action);
    const kind = ({ suspend: 'suspended', ban: 'banned', lift: 'lifted' } as const)[act.action];
    // What holds on was told when it was decided.
    const isHeld = act.action === 'lift' && standing !== null;
    if (!act.isSilent && !isHeld) await mailAccount(inner, accountId, kind, { reason: act.reason, ...act.told });
    await invalidateCacheTags(inner, userTag(accountId));
    if (to) await tellOthers(inner, accountId, to);
  });
}

/** Who had asked to leave goes on leaving when nothing restricts them any more. */
async function leaveOn(
  ctx: Ctx,
  { id, leaving_at }: { id: string; leaving_at: Date | null },
  status: AccountStatus,
): Promise<AccountStatus> {
  return status === 'active' && leaving_at ? moveAccount(ctx.db, { id, status }, 'leave', { actorId: null }) : status;
}

/** Mails a member about their account, in the transaction of what it tells of. */
export async function mailAccount(
  ctx: Ctx,
  accountId: string,
  kind: AccountMailKind,
  told?: AccountMailTold,
): Promise<void> {
  const account = await findAccount(ctx.db, { id: accountId });
  if (!account) return;
  await enqueue(ctx, accountMail, { kind, accountId, language: account.preferred_language, ...(told ? { told } : {}) });
}

/** The account, locked, is suspended or banned at this moment. */
export async function isKeptOut(ctx: Ctx, accountId: string): Promise<boolean> {
  const account = await lockAccount(ctx.db, accountId);
  return account !== undefined && isRestriction(statusAt(account, ctx.clock.now()));
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
        .select(['id', 'status', 'suspended_until', 'status_reason', 'leaving_at'])
        .where('id', '=', id)
        .where('status', '=', 'suspended')
        .where(over)
        .executeTakeFirst();
      if (!account) return;
      const { to } = await settle(inner, account, { action: 'lift' });
      if (to) await tellOthers(inner, id, to);
    });
  }
}

/** Gives or takes a role by address; for the command line, where the first administrator is made. Errors: user_not_found, last_administrator. */
export async function setRole(
  ctx: Ctx,
  email: string,
  role: 'moderator' | 'administrator',
  granted: boolean,
): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    const accountId = await findAccountId({ db }, email);
    if (!granted && role === 'administrator') await requireOtherAdministrator(db, accountId);
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
