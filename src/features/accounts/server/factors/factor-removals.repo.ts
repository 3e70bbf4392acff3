import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { FACTOR_REMOVAL_MAIL_EVERY, FACTOR_REMOVAL_WAIT } from '../../model/factor-help.ts';

const span = (length: number) => sql`make_interval(secs => ${length / 1000})`;
const IS_DUE = sql<boolean>`due_at <= db_clock()`;
const IS_MAIL_DUE = sql<boolean>`mailed_at <= db_clock() - ${span(FACTOR_REMOVAL_MAIL_EVERY)}`;

/** Plans a removal. Lock the account first. */
export async function insertRemoval(db: Db, accountId: string, askedBy: string): Promise<void> {
  await db
    .insertInto('factor_removals')
    .values({
      account_id: accountId,
      asked_by: askedBy,
      due_at: sql<Date>`db_clock() + ${span(FACTOR_REMOVAL_WAIT)}`,
    })
    .execute();
}

/** Returns the removal that is planned for an account, and what is due about it. */
export function findRemoval(db: Db, accountId: string) {
  return db
    .selectFrom('factor_removals')
    .select(['due_at', IS_DUE.as('is_due'), IS_MAIL_DUE.as('is_mail_due')])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Returns the accounts with a removal about which something is due. */
export async function dueRemovals(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('factor_removals')
    .select('account_id')
    .where((row) => row.or([IS_DUE, IS_MAIL_DUE]))
    .orderBy('due_at')
    .execute();
  return rows.map((row) => row.account_id);
}

export async function noteRemovalMail(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('factor_removals')
    .set({ mailed_at: sql<Date>`db_clock()` })
    .where('account_id', '=', accountId)
    .execute();
}

/** Deletes a planned removal. Returns false if there was none. */
export async function deleteRemoval(db: Db, accountId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('factor_removals')
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Returns the planned removals, the next one first, with the names of both members. */
export function selectRemovals(db: Db) {
  return db
    .selectFrom('factor_removals as r')
    .innerJoin('accounts as m', 'm.id', 'r.account_id')
    .innerJoin('accounts as b', 'b.id', 'r.asked_by')
    .select([
      'r.account_id',
      'm.username',
      'm.slug',
      'r.asked_by',
      'b.username as by_username',
      'b.slug as by_slug',
      'r.asked_at',
      'r.due_at',
    ])
    .orderBy('r.due_at')
    .orderBy('r.account_id');
}
