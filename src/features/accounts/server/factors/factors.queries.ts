import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { type Memo, readOnce } from '#platform/memo.ts';
import type { Grant } from '../../model/second-factor.ts';

/** SQL: whether the account `a` has a second factor. */
export const HAS_FACTOR = sql<boolean>`(exists (select from totp_factors t where t.account_id = a.id and t.secret is not null)
  or exists (select from passkeys p where p.account_id = a.id))`;

/** Ways to take the second step. */
export interface Ways {
  readonly totp: boolean;
  readonly passkey: boolean;
  readonly recoveryCode: boolean;
}

interface Reader {
  readonly db: Db;
  readonly memo?: Memo | null;
}

/** Returns how an account can take the second step. Null if it has no second factor. */
export function waysOf({ db, memo = null }: Reader, accountId: string): Promise<Ways | null> {
  return readWays({ db, memo }, accountId);
}

const readWays = readOnce(async ({ db }: { db: Db; memo: Memo | null }, accountId: string): Promise<Ways | null> => {
  const ways = await db
    .selectFrom('accounts as a')
    .where('a.id', '=', accountId)
    .select([
      sql<boolean>`exists (select from totp_factors t where t.account_id = a.id and t.secret is not null)`.as('totp'),
      sql<boolean>`exists (select from passkeys p where p.account_id = a.id)`.as('passkey'),
      sql<boolean>`exists (select from recovery_codes c
        where c.account_id = a.id and c.is_active and c.used_at is null)`.as('recoveryCode'),
    ])
    .executeTakeFirst();
  return ways && (ways.totp || ways.passkey) ? ways : null;
});

/** Returns the roles of an account, and since when each has had time for a second factor. */
export async function grantsOf(db: Db, accountId: string): Promise<Grant[]> {
  const rows = await db
    .selectFrom('account_roles')
    .select(['role', 'grace_from'])
    .where('account_id', '=', accountId)
    .orderBy('role')
    .execute();
  return rows.map((row) => ({ role: row.role, graceFrom: row.grace_from }));
}

export function findTotp(db: Db, accountId: string) {
  return db.selectFrom('totp_factors').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

const PASSKEY = ['id', 'account_id', 'credential_id', 'public_key', 'counter', 'transports', 'name'] as const;

/** Returns the passkeys of an account, the oldest first. */
export function passkeysOf(db: Db, accountId: string) {
  return db
    .selectFrom('passkeys')
    .select([...PASSKEY, 'added_at', 'used_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

export function findPasskey(db: Db, credentialId: Buffer) {
  return db.selectFrom('passkeys').select(PASSKEY).where('credential_id', '=', credentialId).executeTakeFirst();
}

/** Counts recovery codes: all, and the unused ones that were made with the keys of these marks, and with others. */
export async function countRecoveryCodes(
  db: Db,
  accountId: string,
  keyMarks: readonly Buffer[],
): Promise<{ made: number; left: number; ended: number }> {
  // Codes of earlier versions have no mark.
  const hasEnded = sql`coalesce(key_mark <> all(${keyMarks}::bytea[]), false)`;
  return db
    .selectFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('is_active', '=', true)
    .select([
      sql<number>`count(*)::int`.as('made'),
      sql<number>`(count(*) filter (where used_at is null and not ${hasEnded}))::int`.as('left'),
      sql<number>`(count(*) filter (where used_at is null and ${hasEnded}))::int`.as('ended'),
    ])
    .executeTakeFirstOrThrow();
}

export function findEnrolmentLink(db: Db, accountId: string) {
  return db
    .selectFrom('enrolment_links')
    .select(['account_id', 'seed'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`db_clock()`)
    .executeTakeFirst();
}
