import { sql } from 'kysely';
import type { Actor } from '#core/actor.ts';
import { AppError } from '#core/errors.ts';
import type { Db } from '#platform/db/database.ts';
import { findAccount } from './accounts.repo.ts';
import { checkRestriction, type SessionCtx } from './sessions.service.ts';

/**
 * Holds the caller as they are until what they do is written: a restriction waits for it and undoes what it must, or has
 * come before it. First in each transaction of a member's call. Others of the same member do not wait. Errors: banned,
 * login_required.
 */
export async function lockCaller(ctx: SessionCtx, { id }: Pick<Actor, 'id'>): Promise<void> {
  // Uses a literal instead of a parameter, so that it is sent to the database in one message with BEGIN.
  const { rows } = await sql<{ may_act: boolean }>`select hold_member(${sql.lit(id)}) as may_act`.execute(ctx.db);
  if (rows[0]?.may_act) return;
  // The reason is told as to whoever comes a moment later.
  const account = await findAccount(ctx.db, { id });
  if (account) await checkRestriction(ctx, account, false);
  throw new AppError('login_required');
}

/** Waits until no transaction holds the member, and lets none begin. Before anything of the account is locked. */
export async function lockAccountExclusively(db: Db, accountId: string): Promise<void> {
  await sql`select hold_member_alone(${accountId})`.execute(db);
}
