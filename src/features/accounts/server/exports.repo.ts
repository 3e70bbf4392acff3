import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

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

/** Deletes an export, whose file is deleted already. */
export async function deleteExport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('exports').where('id', '=', id).execute();
}
