import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { nameSkeleton } from '../model/name-likeness.ts';

/** Writes of the skeletons of usernames, see `nameSkeleton`. */

const BATCH = 1000;

/** Adds the skeletons of names that were stored by earlier versions. Skips accounts that are being changed. */
export async function fillNameSkeletons({ db }: { readonly db: Db }): Promise<void> {
  for (let found = BATCH; found === BATCH; ) {
    const rows = await db
      .selectFrom('accounts')
      .select(['id', 'username'])
      .where('username_skeleton', 'is', null)
      .orderBy('id')
      .limit(BATCH)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    found = rows.length;
    if (found === 0) return;
    const names = rows.map(({ username }) => username);
    // A name that has changed since keeps the skeleton that came with it.
    await sql`update accounts a set username_skeleton = n.skeleton
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${names}::text[], ${names.map(nameSkeleton)}::text[]) n (id, name, skeleton)
      where a.id = n.id and a.username = n.name`.execute(db);
  }
}
