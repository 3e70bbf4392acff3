import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { emit } from '#platform/features/events.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { publish } from '#platform/live/publish.ts';
import type { LetterKind } from '#platform/mail/send-letter.ts';
import { type AccountStatus, accountMachine, isRestriction, type RestrictingAction } from '../model/account-status.ts';
import { lockAccountExclusively } from './account-locks.ts';
import { type AccountMailTold, accountMail } from './account-mail.ts';
import type { StandingDecision } from './account-ports.ts';
import {
  type AccountRow,
  findAccount,
  lockAccount,
  lockAdministrators,
  logSecurity,
  moveAccount,
  requireOtherAdministrator,
  statusAt,
  writeRole,
} from './accounts.repo.ts';
import { endSessions } from './end-sessions.ts';
import { dropFirstAdministratorLinks } from './first-administrator.repo.ts';
import { userTag } from './user-tag.ts';

interface Decision {
  action: RestrictingAction;
  reason?: string;
  until?: Date | null;
  /** The decision being lifted, which is still stored as in force. */
  except?: string | undefined;
}

/**
 * Moves an account to the status that results from all decisions in force: banned if one of them bans, else suspended
 * until the latest end, else active. Requires the account lock, so that of two concurrent decisions the second sees the
 * first. Returns the new status, null if nothing changes, and the other decision in force.
 */
async function settle(
  ctx: Ctx,
  account: Pick<AccountRow, 'id' | 'status' | 'suspended_until' | 'status_reason' | 'deletion_due_at'>,
  act: Decision,
): Promise<{ to: AccountStatus | null; standing: StandingDecision | null }> {
  // Throws wrong_state if the action isn’t possible in this status.
  next(accountMachine, account.status, act.action);
  const standing = await ctx.restrictionRecord.active(ctx, account.id, act.except);
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
  // A ban can’t become a suspension directly, so it is lifted first.
  const isEased = account.status === 'banned' && holding.action === 'suspend';
  const from = isEased
    ? await moveAccount(ctx.db, account, 'lift', { ...by, reason: act.reason ?? '' })
    : account.status;
  const moved = await moveAccount(ctx.db, { id: account.id, status: from }, holding.action, by);
  return { to: await resumeDeletion(ctx, account, moved), standing };
}

/**
 * Suspends until a date, bans, or lifts either. Other decisions in force still apply. Ends every session in the same
 * transaction, and every call reads the status, so nothing is accepted after the commit. Emails the reason and end to
 * the member. Throws user_not_found, wrong_state, last_administrator.
 */
export async function restrictAccount(
  ctx: Ctx,
  accountId: string,
  act: {
    action: RestrictingAction;
    reason: string;
    until?: Date;
    /** What the email contains besides reason and end. */
    told?: AccountMailTold;
    /** No email, because the member is notified in another way. */
    isSilent?: boolean;
    /** The decision being lifted. */
    except?: string;
  },
): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    // Waits for transactions on behalf of the member, so that the following code sees their results.
    await lockAccountExclusively(inner.db, accountId);
    const account = await lockAccount(inner.db, accountId);
    if (!account) throw new AppError('user_not_found');
    if (act.action !== 'lift') await requireOtherAdministrator(inner.db, accountId);
    const { to, standing } = await settle(inner, account, act);
    if (to !== 'active') await endSessions(inner.db, accountId, 'restricted');
    await logSecurity(inner.db, accountId, act.action);
    const kind = ({ suspend: 'suspended', ban: 'banned', lift: 'lifted' } as const)[act.action];
    // The member was notified of the remaining decision when it was made.
    const isHeld = act.action === 'lift' && standing !== null;
    if (!act.isSilent && !isHeld) await mailAccount(inner, accountId, kind, { reason: act.reason, ...act.told });
    await invalidateCacheTags(inner, userTag(accountId));
    if (to) await tellOthers(inner, accountId, to);
  });
}

/** Returns the account to `pending_deletion` if a deletion is planned and no restriction remains. */
async function resumeDeletion(
  ctx: Ctx,
  { id, deletion_due_at }: { id: string; deletion_due_at: Date | null },
  status: AccountStatus,
): Promise<AccountStatus> {
  return status === 'active' && deletion_due_at
    ? moveAccount(ctx.db, { id, status }, 'request_deletion', { actorId: null })
    : status;
}

/** Enqueues an email to a member about their account, in the caller’s transaction. */
export async function mailAccount(
  ctx: Ctx,
  accountId: string,
  kind: LetterKind,
  told?: AccountMailTold,
): Promise<void> {
  const account = await findAccount(ctx.db, { id: accountId });
  if (!account) return;
  await enqueue(ctx, accountMail, { kind, accountId, language: account.preferred_language, ...(told ? { told } : {}) });
}

/** Locks the account, and returns whether it is currently suspended or banned. */
export async function isKeptOut(ctx: Ctx, accountId: string): Promise<boolean> {
  const account = await lockAccount(ctx.db, accountId);
  return account !== undefined && isRestriction(statusAt(account, ctx.clock.now()));
}

async function tellOthers(ctx: Ctx, accountId: string, status: AccountStatus): Promise<void> {
  if (status === 'active') return emit(ctx, 'account.lifted', { accountId });
  await emit(ctx, 'account.restricted', { accountId });
  // Open pages learn it right away, and not with their next call.
  if (isRestriction(status)) await publish(ctx, [accountId], { type: 'restricted' });
}

/** Ends the suspensions that are over. Their members can already act; this informs the other features. */
export async function endSuspensions(ctx: Ctx): Promise<void> {
  const over = sql<boolean>`suspended_until <= db_clock()`;
  const due = await ctx.db.selectFrom('accounts').select('id').where('status', '=', 'suspended').where(over).execute();
  for (const { id } of due) {
    await inTransaction(ctx, async (inner) => {
      // Checks again under the lock, because the member may have been banned or suspended again since.
      await lockAccount(inner.db, id);
      const account = await inner.db
        .selectFrom('accounts')
        .select(['id', 'status', 'suspended_until', 'status_reason', 'deletion_due_at'])
        .where('id', '=', id)
        .where('status', '=', 'suspended')
        .where(over)
        .executeTakeFirst();
      if (!account) return;
      const { to } = await settle(inner, account, { action: 'lift' });
      if (to) await tellOthers(inner, id, to);
    }).catch((err) => ctx.log.error({ err, account: id }, 'Failed to end a suspension'));
  }
}

/**
 * Grants or revokes a role by email address. For the command line, which can also make the first admin. Throws
 * user_not_found, last_administrator.
 */
export async function setRole(
  ctx: Ctx,
  email: string,
  role: 'moderator' | 'administrator',
  granted: boolean,
): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const { db } = inner;
    const accountId = await findAccountId({ db }, email);
    if (role === 'administrator') {
      // So that of this command and a link, the second one sees the first.
      await lockAdministrators(db);
      if (granted) await dropFirstAdministratorLinks(db, 'all');
      else await requireOtherAdministrator(db, accountId);
    }
    await writeRole(db, accountId, role, granted);
    await logSecurity(db, accountId, granted ? 'role_granted' : 'role_revoked', { role });
    await invalidateCacheTags(inner, userTag(accountId));
  });
}

/** Returns the id of the account with this address. Throws user_not_found. */
export async function findAccountId(ctx: Pick<Ctx, 'db'>, email: string): Promise<string> {
  const account = await findAccount(ctx.db, { email });
  if (!account) throw new AppError('user_not_found');
  return account.id;
}
