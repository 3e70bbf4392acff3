import { sql } from 'kysely';
import type { Actor } from '#core/actor.ts';
import { AppError } from '#core/errors.ts';
import type { Db } from '#platform/db/database.ts';
import { findAccount } from './accounts.repo.ts';
import { checkRestriction, type SessionCtx } from './sessions.service.ts';

/**
 * Takes a shared lock on the caller’s account, so that it can’t be suspended or banned during this transaction. Must be
 * the first statement of every transaction on behalf of a member. Throws banned, login_required.
 */
export async function lockCaller(ctx: SessionCtx, { id }: Pick<Actor, 'id'>): Promise<void> {
  // Uses a literal instead of a parameter, so that it is sent to the database in one message with BEGIN.
  const { rows } = await sql<{ may_act: boolean }>`select lock_account_shared(${sql.lit(id)}) as may_act`.execute(
    ctx.db,
  );
  if (rows[0]?.may_act) return;
  // Throws the same error as a call that comes a moment later.
  const account = await findAccount(ctx.db, { id });
  if (account) await checkRestriction(ctx, account);
  throw new AppError('login_required');
}

/**
 * Waits until no transaction holds the shared lock of the account, and blocks new ones. Take it before any row lock of
 * the account.
 */
export async function lockAccountExclusively(db: Db, accountId: string): Promise<void> {
  await sql`select lock_account_exclusive(${accountId})`.execute(db);
}
