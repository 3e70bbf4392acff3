import { type Insertable, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { DB } from '#platform/db/schema.ts';

/** Inserts feedback. */
export async function insertFeedback(db: Db, feedback: Insertable<DB['feedback']>): Promise<void> {
  await db.insertInto('feedback').values(feedback).execute();
}

/** Records who has read feedback, with its row locked. */
export async function markFeedbackRead(db: Db, id: string, moderatorId: string): Promise<void> {
  await db
    .updateTable('feedback')
    .set({ read_at: sql<Date>`db_clock()`, read_by: moderatorId })
    .where('id', '=', id)
    .execute();
}
