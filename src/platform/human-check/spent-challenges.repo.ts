import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Marks something as used. Returns false if it has been used before. Remembered until `expires`. */
export async function spendOnce(db: Db, what: string, expires: Date): Promise<boolean> {
  const spent = await db
    .insertInto('spent_challenges')
    .values({ fingerprint: createHash('sha256').update(what).digest(), expires_at: expires })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Deletes expired entries. */
export async function dropSpentChallenges(db: Db): Promise<void> {
  await sql`delete from spent_challenges where expires_at < db_clock()`.execute(db);
}
