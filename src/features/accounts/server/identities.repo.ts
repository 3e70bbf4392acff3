import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Provider } from '../model/connections.ts';

/** Who members are at the providers that they log in with. */

/** Who someone is at a provider: the two never change there. */
export interface IdentityKey {
  issuer: string;
  subject: string;
}

/** What a login at a provider has told about a person. */
export interface Identity extends IdentityKey {
  provider: Provider;
  address: string | null;
}

/** Returns the id of the account that is connected to this identity. */
export async function accountOfIdentity(db: Db, { issuer, subject }: IdentityKey): Promise<string | null> {
  const row = await db
    .selectFrom('identities')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** Returns the identities of an account. */
export function identitiesOf(db: Db, accountId: string) {
  return db
    .selectFrom('identities')
    .select(['provider', 'issuer', 'subject', 'connected_at'])
    .where('account_id', '=', accountId)
    .orderBy('provider')
    .execute();
}

/** Connects an account to an identity. Throws if another account has it. */
export async function insertIdentity(db: Db, accountId: string, identity: Identity): Promise<void> {
  const { issuer, subject, provider, address } = identity;
  await db
    .insertInto('identities')
    .values({
      issuer,
      subject,
      provider,
      address,
      account_id: accountId,
      connected_at: sql`db_clock()`,
      used_at: sql`db_clock()`,
    })
    .execute();
}

/** Records that an identity has logged in, and its address there. */
export async function noteIdentityUse(db: Db, { issuer, subject, address }: Identity): Promise<void> {
  await db
    .updateTable('identities')
    .set({ used_at: sql`db_clock()`, ...(address === null ? {} : { address }) })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

/** Disconnects an account from providers. */
export async function deleteIdentities(db: Db, accountId: string, providers: readonly Provider[]): Promise<void> {
  if (providers.length === 0) return;
  await db.deleteFrom('identities').where('account_id', '=', accountId).where('provider', 'in', providers).execute();
}
