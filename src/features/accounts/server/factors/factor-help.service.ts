import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { logStatus, type StatusStep } from '#platform/db/status-log.ts';
import type { FactorRemoval, MemberFactors } from '../../contract-factor-help.ts';
import type { Proof } from '../../contract-proof.ts';
import { canRemoveFactors, type HelpedMember, helpBlockerOf } from '../../model/factor-help.ts';
import { usernameKey } from '../../model/identity.ts';
import { lockAccount, logSecurity, rolesOf } from '../accounts.repo.ts';
import { proveOwner } from '../proof.service.ts';
import { changeFactors, changeProven } from './change-factors.ts';
import { mailRemoval } from './factor-mail.ts';
import { findRemoval, insertRemoval, selectRemovals } from './factor-removals.repo.ts';
import { findTotp, passkeysOf, waysOf } from './factors.queries.ts';
import { stopRemoval } from './remove-factors.ts';

/** Help by administrators for members who have lost their second factors. */

async function helpedMember(ctx: Ctx, id: string): Promise<HelpedMember> {
  return {
    id,
    roles: await rolesOf(ctx.db, id),
    hasFactor: (await waysOf(ctx, id)) !== null,
    isAsked: (await findRemoval(ctx.db, id)) !== undefined,
  };
}

function log(ctx: Ctx, id: string, step: Omit<StatusStep, 'actorId'>): Promise<void> {
  return logStatus(ctx.db, { kind: 'factors', id, storyId: null }, { ...step, actorId: memberOf(ctx).id });
}

/**
 * Returns whether a member has second factors. By username only: an email must not tell whose it is. Throws
 * user_not_found.
 */
export async function findMemberFactors(ctx: Ctx, { username }: { username: string }): Promise<MemberFactors> {
  const account = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'username', 'slug'])
    .where('username_key', '=', usernameKey(username.replace(/^@/, '')))
    .where('status', 'not in', ['unverified', 'erased'])
    .executeTakeFirst();
  if (!account) throw new AppError('user_not_found');
  return {
    member: account,
    hasApp: (await findTotp(ctx.db, account.id))?.confirmed_at != null,
    passkeys: (await passkeysOf(ctx.db, account.id)).length,
    blocker: helpBlockerOf(ctx.actor, await helpedMember(ctx, account.id)),
  };
}

type RemovalRow = Awaited<ReturnType<ReturnType<typeof selectRemovals>['executeTakeFirstOrThrow']>>;

function viewOf(row: RemovalRow): FactorRemoval {
  return {
    member: { id: row.account_id, username: row.username, slug: row.slug },
    by: { id: row.asked_by, username: row.by_username, slug: row.by_slug },
    askedAt: row.asked_at.toISOString(),
    dueAt: row.due_at.toISOString(),
  };
}

/** Returns the removals that are planned. */
export async function listRemovals(ctx: Ctx): Promise<FactorRemoval[]> {
  return (await selectRemovals(ctx.db).execute()).map(viewOf);
}

/**
 * Plans the removal of all second factors of a member, after the administrator has proved that it is them. Throws
 * user_not_found, own_factors, not_over_administrators, no_factors, already_asked, and the errors of a proof.
 */
export async function planRemoval(
  ctx: Ctx,
  { userId, reason, proof }: { userId: string; reason: string; proof: Proof },
): Promise<FactorRemoval> {
  const known = await proveOwner(ctx, 'moderation/remove_factors', proof);
  return changeProven(ctx, known, async (inner, { id }) => {
    const account = userId === id ? known : await lockAccount(inner.db, userId);
    if (!account || account.status === 'unverified' || account.status === 'erased')
      throw new AppError('user_not_found');
    authorize(canRemoveFactors(inner.actor, await helpedMember(inner, userId)));
    await insertRemoval(inner.db, userId, id);
    await log(inner, userId, { action: 'ask_removal', from: 'kept', to: 'removal_planned', reason });
    await logSecurity(inner.db, userId, 'removal_asked');
    await mailRemoval(inner, userId);
    return viewOf(await selectRemovals(inner.db).where('r.account_id', '=', userId).executeTakeFirstOrThrow());
  });
}

/** Stops a removal that is planned. Throws wrong_state if there is none. */
export async function stopPlannedRemoval(ctx: Ctx, { userId }: { userId: string }): Promise<typeof DONE> {
  await inTransaction(ctx, async (inner) => {
    await lockAccount(inner.db, userId);
    if (!(await stopRemoval(inner, userId))) throw new AppError('wrong_state');
    await log(inner, userId, { action: 'stop_removal', from: 'removal_planned', to: 'kept' });
  });
  return DONE;
}

/** Stops the removal of the caller’s own second factors. Does nothing if none is planned. */
export async function keepFactors(ctx: Ctx): Promise<typeof DONE> {
  return changeFactors(ctx, async (inner, { id }) => {
    await stopRemoval(inner, id);
    return DONE;
  });
}

/** Returns when the second factors of a member are removed. Null if that isn’t planned. */
export async function removedAt(ctx: Pick<Ctx, 'db'>, accountId: string): Promise<string | null> {
  return (await findRemoval(ctx.db, accountId))?.due_at.toISOString() ?? null;
}
