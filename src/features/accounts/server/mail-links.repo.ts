import { randomBytes } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { DB } from '#platform/db/schema.ts';

type LinkPurpose = DB['mail_links']['purpose'];

/** Inserts a link with a new secret. Returns its id. */
export async function insertLink(db: Db, link: Omit<Insertable<DB['mail_links']>, 'seed'>): Promise<string> {
  const { id } = await db
    .insertInto('mail_links')
    .values({ ...link, seed: randomBytes(32) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Uses up every open link of this purpose: one use, after which the others no longer work either. Only the tab of the
 * sign-up with this password learns that it was confirmed: others may be strangers’.
 */
export async function spendLinks(
  db: Db,
  accountId: string,
  purpose: LinkPurpose,
  signUp: string | null = null,
): Promise<void> {
  await db
    .updateTable('mail_links')
    .set({
      used_at: sql`db_clock()`,
      password_hash: null,
      waiting_hash: sql`case when password_hash = ${signUp} then waiting_hash end`,
    })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

/** Returns an emailed link or code, locked until the transaction ends. */
export function lockLink(db: Db, id: string) {
  return db
    .selectFrom('mail_links')
    .select(['id', 'account_id', 'seed', 'purpose', 'expires_at', 'used_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores the address that a link has replaced, so that the email about it can be sent there. */
export async function noteFormerEmail(db: Db, id: string, email: string): Promise<void> {
  await db.updateTable('mail_links').set({ former_email: email }).where('id', '=', id).execute();
}
