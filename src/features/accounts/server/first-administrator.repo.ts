import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { FIRST_ADMINISTRATOR_LINK_LASTS } from '../model/first-administrator.ts';

/** Links with which a member becomes the first administrator. */

const COLUMNS = ['id', 'seed', 'expires_at'] as const;

/** Inserts a link with a new secret. */
export function insertFirstAdministratorLink(db: Db) {
  return db
    .insertInto('first_administrator_links')
    .values({
      seed: randomBytes(32),
      expires_at: sql<Date>`db_clock() + make_interval(secs => ${FIRST_ADMINISTRATOR_LINK_LASTS / 1000})`,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Returns a link by its id, unless it has expired. */
export function findFirstAdministratorLink(db: Db, id: string) {
  return db
    .selectFrom('first_administrator_links')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`db_clock()`)
    .executeTakeFirst();
}

/** Deletes all links, because there is an administrator, or only those that have expired. */
export async function dropFirstAdministratorLinks(db: Db, which: 'all' | 'expired'): Promise<void> {
  const links = db.deleteFrom('first_administrator_links');
  await (which === 'all' ? links : links.where('expires_at', '<=', sql<Date>`db_clock()`)).execute();
}

/** Returns whether any member has been made administrator. */
export async function hasAdministrator(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('account_roles')
    .select('account_id')
    .where('role', '=', 'administrator')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
