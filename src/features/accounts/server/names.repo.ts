import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { nameSkeleton } from '../model/name-likeness.ts';

const BATCH = 1000;

/**
 * Adds skeletons to names that earlier versions have stored. Skips accounts that are being changed. Returns true if
 * there may be more. Requires a transaction: concurrent calls wait for each other instead of for single rows.
 */
export async function fillSomeNameSkeletons(db: Db): Promise<boolean> {
  const missing = db.selectFrom('accounts').where('username_skeleton', 'is', null);
  if (!(await missing.select('id').limit(1).executeTakeFirst())) return false;
  await sql`select pg_advisory_xact_lock(hashtext('name_skeletons'))`.execute(db);
  const rows = await missing
    .select(['id', 'username'])
    .orderBy('id')
    .limit(BATCH)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  const skeletons = rows.map(({ username }) => nameSkeleton(username));
  await sql`update accounts a set username_skeleton = n.skeleton
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${skeletons}::text[]) n (id, skeleton) where a.id = n.id`.execute(
    db,
  );
  return rows.length === BATCH;
}
