import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { SECOND } from '#core/time.ts';
import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';

/** Inserts an export that is to be made, under an unguessable file name. Returns its id. */
export async function insertExport(db: Db, accountId: string): Promise<string> {
  const { id } = await db
    .insertInto('exports')
    .values({ account_id: accountId, file: randomBytes(32).toString('base64url') })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Records that the file is ready. Returns false if it was before. */
export async function markReady(db: Db, id: string, bytes: number): Promise<boolean> {
  const made = await db
    .updateTable('exports')
    .set({ ready_at: sql<Date>`db_clock()`, bytes: String(bytes) })
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

/** Returns the exports that weren’t ready after this time, and aren’t recorded as failed. */
export async function lateExports(db: Db, after: number): Promise<string[]> {
  const rows = await db
    .selectFrom('exports as e')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .where('a.status', '<>', 'erased')
    .where('e.ready_at', 'is', null)
    .where('e.failed_at', 'is', null)
    .where('e.requested_at', '<=', sql<Date>`db_clock() - make_interval(secs => ${after / SECOND})`)
    .select('e.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Records that an export has failed. Returns it with its member, but not if it was ready or failed before. */
export async function markFailed(
  db: Db,
  id: string,
): Promise<
  (Pick<Row<'accounts'>, 'status' | 'preferred_language'> & { exportId: string; account_id: string }) | undefined
> {
  return db
    .updateTable('exports as e')
    .from('accounts as a')
    .set({ failed_at: sql<Date>`db_clock()` })
    .whereRef('a.id', '=', 'e.account_id')
    .where('e.id', '=', id)
    .where('a.status', '<>', 'erased')
    .where('e.ready_at', 'is', null)
    .where('e.failed_at', 'is', null)
    .returning(['e.id as exportId', 'e.account_id', 'a.status', 'a.preferred_language'])
    .executeTakeFirst();
}

/** Deletes all exports, whose files are not in a backup. */
export async function deleteEveryExport(db: Db): Promise<void> {
  await db.deleteFrom('exports').execute();
}

/** Deletes an export, whose file is deleted already. */
export async function deleteExport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('exports').where('id', '=', id).execute();
}
