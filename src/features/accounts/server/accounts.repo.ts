import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { next } from '#core/machine.ts';
import type { Db } from '#platform/db/database.ts';
import { toJson } from '#platform/db/json.ts';
import type { Row } from '#platform/db/rows.ts';
import { type ColumnChanges, moveStatus } from '#platform/db/status-log.ts';
import { type AccountAction, type AccountStatus, accountMachine, effectiveStatus } from '../model/account-status.ts';
import type { SecurityFacts } from './json-columns.ts';
import { nameColumns } from './member-names.ts';

/** Writes of accounts, and the row types that its services work with. */

const ACCOUNT_COLUMNS = [
  'id',
  'email',
  'password_hash',
  'username',
  'slug',
  'slug_changed_at',
  'bio',
  'preferred_language',
  'languages_read',
  'time_zone',
  'avatar_key',
  'status',
  'suspended_until',
  'status_reason',
  'password_changed_at',
  'joined_at',
  'last_active_at',
  'deletion_due_at',
  'deletion_content',
] as const;

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export function findAccount(db: Db, by: { id: string } | { email: string } | { slug: string }) {
  const query = db.selectFrom('accounts').select(ACCOUNT_COLUMNS);
  if ('id' in by) return query.where('id', '=', by.id).executeTakeFirst();
  return 'email' in by
    ? query.where('email', '=', by.email).executeTakeFirst()
    : query.where('slug', '=', by.slug).executeTakeFirst();
}

/** Returns the current status of an account, see `effectiveStatus`. */
export function statusAt(account: { status: AccountStatus; suspended_until: Date | null }, now: Date): AccountStatus {
  return effectiveStatus({ status: account.status, suspendedUntil: account.suspended_until }, now);
}

/** Returns the account, locked against other writers until the transaction ends. */
export function lockAccount(db: Db, id: string) {
  return db.selectFrom('accounts').select(ACCOUNT_COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/**
 * Moves the status by an action of the machine. Stores the reason of a restriction and the end of a suspension. Returns
 * the new status. Throws wrong_state, and conflict if the status has changed concurrently.
 */
export async function moveAccount(
  db: Db,
  account: { id: string; status: AccountStatus },
  action: AccountAction,
  by: { actorId: string | null; reason?: string; until?: Date | undefined },
): Promise<AccountStatus> {
  const from = account.status;
  const to = next(accountMachine, from, action);
  await moveStatus(
    db,
    { kind: 'account', id: account.id, table: 'accounts', column: 'status', story: null },
    { action, from, to, actorId: by.actorId, reason: by.reason },
    {
      suspended_until: to === 'suspended' ? (by.until ?? null) : null,
      status_reason: to === 'active' ? null : (by.reason ?? null),
      // A member joins with the confirmation: a reserved account is no older than that.
      ...(action === 'verify' ? { joined_at: sql<Date>`db_clock()` } : {}),
    },
  );
  return to;
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

function newcomerName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `writer_${[...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}

/** Inserts an unverified account with a generated name and slug. Returns null if the address is already in use. */
export async function insertAccount(
  db: Db,
  account: { email: string; language: Language },
): Promise<{ id: string } | null> {
  for (let attempt = 1; ; attempt += 1) {
    const username = newcomerName();
    const { username_key: key, username_skeleton: skeleton } = nameColumns(username);
    // Nothing is inserted if the address, the name or the slug is in use, or a name that looks the same. That is no
    // error, which would end a transaction.
    const { rows } = await sql<{ id: string | null; used: boolean }>`
      with added as (
        insert into accounts (email, username, username_key, username_skeleton, slug, preferred_language)
        select ${account.email}, ${username}, ${key}, ${skeleton}, ${username.replace('_', '-')}, ${account.language}
        where not exists (select from accounts where username_skeleton = ${skeleton})
        on conflict do nothing
        returning id)
      select (select id::text from added) as id, exists (select from accounts where email = ${account.email}) as used`.execute(
      db,
    );
    const { id, used } = rows[0]!;
    if (id) return { id };
    if (used) return null;
    // Hardly ever: the name is in use, or the address has been since the statement began.
    if (attempt === 5) throw new Error('No generated username was free');
  }
}

/** Updates columns of an account. Use `moveAccount` for its status. */
export async function changeAccount(
  db: Db,
  id: string,
  changes: Omit<ColumnChanges<'accounts'>, 'status'>,
): Promise<void> {
  await db.updateTable('accounts').set(changes).where('id', '=', id).execute();
}

/** Stores the time zone of a member, unless they have been erased. */
export async function saveTimeZone(db: Db, id: string, timeZone: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ time_zone: timeZone })
    .where('id', '=', id)
    .where('status', '<>', 'erased')
    .execute();
}

/** Deletes a sign-up with this email that hasn’t been confirmed. */
export async function deleteUnverified(db: Db, email: string): Promise<void> {
  await db.deleteFrom('accounts').where('email', '=', email).where('status', '=', 'unverified').execute();
}

/** Reserves the former profile URL of an account, so that links to it keep working. */
export async function insertFormerSlug(db: Db, account: { id: string; slug: string }, releasedAt: Date): Promise<void> {
  const owner = { account_id: account.id, released_at: releasedAt };
  await db
    .insertInto('former_slugs')
    .values({ slug: account.slug, ...owner })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(owner))
    .execute();
}

/** Releases a former profile URL. */
export async function deleteFormerSlug(db: Db, slug: string): Promise<void> {
  await db.deleteFrom('former_slugs').where('slug', '=', slug).execute();
}

/** Grants a role, or revokes it. */
export async function writeRole(
  db: Db,
  accountId: string,
  role: Row<'account_roles'>['role'],
  granted: boolean,
): Promise<void> {
  if (granted) {
    await db
      .insertInto('account_roles')
      .values({ account_id: accountId, role })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else await db.deleteFrom('account_roles').where('account_id', '=', accountId).where('role', '=', role).execute();
}

/** Returns whether the account has been erased, or its erasure has begun. */
export async function isErased(db: Db, accountId: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('status').where('id', '=', accountId).executeTakeFirst();
  return row?.status === 'erased';
}

export async function rolesOf(db: Db, accountId: string): Promise<('moderator' | 'administrator')[]> {
  const rows = await db
    .selectFrom('account_roles')
    .select('role')
    .where('account_id', '=', accountId)
    .orderBy('role')
    .execute();
  return rows.map((row) => row.role);
}

/** Lets only one caller at a time decide who is admin, until the transaction ends. */
export async function lockAdministrators(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(db);
}

/**
 * Checks that this member isn’t the only active admin. Holds a lock until the transaction ends, so that of two
 * concurrent calls the second one fails. Throws last_administrator.
 */
export async function requireOtherAdministrator(db: Db, accountId: string): Promise<void> {
  if (!(await rolesOf(db, accountId)).includes('administrator')) return;
  await lockAdministrators(db);
  const other = await db
    .selectFrom('account_roles as r')
    .innerJoin('accounts as a', 'a.id', 'r.account_id')
    .select('a.id')
    .where('r.role', '=', 'administrator')
    .where('a.id', '<>', accountId)
    .where('a.status', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  if (!other) throw new AppError('last_administrator');
}

/** Logs a security event of an account, without addresses or tokens. Entries are kept for 24 months. */
export async function logSecurity(
  db: Db,
  accountId: string | null,
  event: string,
  facts: SecurityFacts = {},
): Promise<void> {
  await db
    .insertInto('security_log')
    .values({ account_id: accountId, event, facts: toJson(facts) })
    .execute();
}
