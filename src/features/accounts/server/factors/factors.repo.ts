import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** Writes of second factors. Lock the account first, except to use a factor. */

/** Keeps the secret of an app that is being set up, instead of another one. */
export async function beginTotp(db: Db, accountId: string, secret: Buffer, until: Date): Promise<void> {
  const pending = { pending_secret: secret, pending_until: until, pending_step: null };
  await db
    .insertInto('totp_factors')
    .values({ account_id: accountId, ...pending })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(pending))
    .execute();
}

/** Notes that the app that is being set up has shown the code of a step. */
export async function proveTotp(db: Db, accountId: string, step: number): Promise<void> {
  await db.updateTable('totp_factors').set({ pending_step: step }).where('account_id', '=', accountId).execute();
}

/** Makes the app that is being set up the one of the account. Its code so far counts as used. */
export async function turnOnTotp(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('totp_factors')
    .set({
      secret: sql`pending_secret`,
      confirmed_at: sql`db_clock()`,
      last_step: sql`pending_step`,
      used_at: null,
      pending_secret: null,
      pending_until: null,
      pending_step: null,
    })
    .where('account_id', '=', accountId)
    .where('pending_step', 'is not', null)
    .execute();
}

/** Uses up the code of a step, and all earlier ones. Returns false if it was used before. */
export async function spendTotpStep(db: Db, accountId: string, step: number): Promise<boolean> {
  const spent = await db
    .updateTable('totp_factors')
    .set({ last_step: step, used_at: sql`db_clock()` })
    .where('account_id', '=', accountId)
    .where('secret', 'is not', null)
    .where((row) => row.or([row('last_step', 'is', null), row('last_step', '<', step)]))
    .returning('account_id')
    .executeTakeFirst();
  return spent !== undefined;
}

export async function deleteTotp(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('totp_factors').where('account_id', '=', accountId).execute();
}

const RESEALED_AT_ONCE = 200;

/** SQL: whether a secret of the row doesn’t begin with this mark, so another key has sealed it. */
const isSealedBefore = (mark: Buffer) =>
  sql<boolean>`(substring(secret from 1 for ${mark.length}) <> ${mark}
    or substring(pending_secret from 1 for ${mark.length}) <> ${mark})`;

/** Returns the next rows with a secret that another key has sealed, by account. */
export function totpSealedBefore(db: Db, mark: Buffer, afterId: string) {
  return db
    .selectFrom('totp_factors')
    .select(['account_id', 'secret', 'pending_secret'])
    .where('account_id', '>', afterId)
    .where(isSealedBefore(mark))
    .orderBy('account_id')
    .limit(RESEALED_AT_ONCE)
    .execute();
}

/** SQL: whether one of the secrets of the row begins with none of these marks. */
const isSealedOtherwise = (marks: readonly Buffer[]) =>
  sql<boolean>`(substring(secret from 1 for ${marks[0]!.length}) <> all(${marks}::bytea[])
    or substring(pending_secret from 1 for ${marks[0]!.length}) <> all(${marks}::bytea[]))`;

/** Returns how many rows have a secret that another key than that of these marks has sealed. */
export async function countTotpSealedOtherwise(db: Db, marks: readonly Buffer[]): Promise<number> {
  const { rows } = await db
    .selectFrom('totp_factors')
    .where(isSealedOtherwise(marks))
    .select((row) => row.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(rows);
}

interface SealedSecrets {
  secret: Buffer | null;
  pending: Buffer | null;
}

/** Replaces the secrets of an account, unless they have changed. */
export async function replaceTotpSecrets(db: Db, accountId: string, old: SealedSecrets, by: SealedSecrets) {
  await db
    .updateTable('totp_factors')
    .set({ secret: by.secret, pending_secret: by.pending })
    .where('account_id', '=', accountId)
    .where('secret', 'is not distinct from', old.secret)
    .where('pending_secret', 'is not distinct from', old.pending)
    .execute();
}

/** Stores new recovery codes: those of an app that is being set up, or those that count. Either stays without the other. */
export async function replaceRecoveryCodes(
  db: Db,
  accountId: string,
  codes: { hashes: readonly Buffer[]; keyMark: Buffer },
  isActive: boolean,
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).where('is_active', '=', isActive).execute();
  await db
    .insertInto('recovery_codes')
    .values(
      codes.hashes.map((hash) => ({
        account_id: accountId,
        code_hash: hash,
        key_mark: codes.keyMark,
        is_active: isActive,
      })),
    )
    .execute();
}

/** Makes the codes that were shown while the app was set up those that count. Without any, the others stay. */
export async function activateRecoveryCodes(db: Db, accountId: string): Promise<void> {
  const shown = db
    .selectFrom('recovery_codes')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('is_active', '=', false);
  await db
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('is_active', '=', true)
    .where((row) => row.exists(shown))
    .execute();
  await db.updateTable('recovery_codes').set({ is_active: true }).where('account_id', '=', accountId).execute();
}

/** Uses up a recovery code. Returns false if there is none with this hash, or if it was used before. */
export async function spendRecoveryCode(db: Db, accountId: string, hashes: readonly Buffer[]): Promise<boolean> {
  const spent = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql`db_clock()` })
    .where('account_id', '=', accountId)
    .where('code_hash', 'in', [...hashes])
    .where('is_active', '=', true)
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Notes the key that codes without a mark were made with. */
export async function markRecoveryCodes(db: Db, keyMark: Buffer): Promise<void> {
  await db.updateTable('recovery_codes').set({ key_mark: keyMark }).where('key_mark', 'is', null).execute();
}

export async function deleteRecoveryCodes(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
}

export interface NewPasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: readonly string[];
  name: string;
}

export async function insertPasskey(db: Db, accountId: string, passkey: NewPasskey): Promise<void> {
  await db
    .insertInto('passkeys')
    .values({
      account_id: accountId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: String(passkey.counter),
      transports: [...passkey.transports],
      name: passkey.name,
    })
    .execute();
}

/** Records that a passkey has answered, with the number that its authenticator counts. */
export async function notePasskeyUse(db: Db, id: string, counter: number): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ used_at: sql`db_clock()`, counter: String(counter) })
    .where('id', '=', id)
    .execute();
}

/** Renames a passkey of the account. Returns false if it has none with this id. */
export async function renamePasskey(db: Db, accountId: string, id: string, name: string): Promise<boolean> {
  const renamed = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return renamed !== undefined;
}

/** Deletes a passkey of the account, or all of them. */
export async function deletePasskeys(db: Db, accountId: string, id: string | 'all'): Promise<void> {
  let passkeys = db.deleteFrom('passkeys').where('account_id', '=', accountId);
  if (id !== 'all') passkeys = passkeys.where('id', '=', id);
  await passkeys.execute();
}

/** Keeps the link with which a moderator can set up the first factor, instead of an earlier one. */
export async function writeEnrolmentLink(db: Db, accountId: string, seed: Buffer, expires: Date): Promise<void> {
  const link = { seed, expires_at: expires };
  await db
    .insertInto('enrolment_links')
    .values({ account_id: accountId, ...link })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(link))
    .execute();
}

export async function deleteEnrolmentLink(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('enrolment_links').where('account_id', '=', accountId).execute();
}

export async function dropExpiredEnrolmentLinks(db: Db): Promise<void> {
  await db.deleteFrom('enrolment_links').where('expires_at', '<=', sql<Date>`db_clock()`).execute();
}

/**
 * Deletes the factors and recovery codes that were added since a time, and an app that is being set up. Returns the
 * events to log.
 */
export async function deleteFactorsSince(db: Db, accountId: string, since: Date): Promise<string[]> {
  const passkeys = await db
    .deleteFrom('passkeys')
    .where('account_id', '=', accountId)
    .where('added_at', '>=', since)
    .returning('id')
    .execute();
  const apps = await db
    .deleteFrom('totp_factors')
    .where('account_id', '=', accountId)
    .where((row) => row.or([row('confirmed_at', 'is', null), row('confirmed_at', '>=', since)]))
    .returning('secret')
    .execute();
  await db
    .updateTable('totp_factors')
    .set({ pending_secret: null, pending_until: null, pending_step: null })
    .where('account_id', '=', accountId)
    .execute();
  const codes = await db
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where((row) => row.or([row('made_at', '>=', since), row('is_active', '=', false)]))
    .returning('is_active')
    .execute();
  return [
    ...passkeys.map(() => 'passkey_removed'),
    ...apps.filter(({ secret }) => secret !== null).map(() => 'totp_removed'),
    ...(codes.some((code) => code.is_active) ? ['recovery_codes_removed'] : []),
  ];
}
