import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { next } from '#core/machine.ts';
import { type Db, isUniqueViolation } from '#platform/db/database.ts';
import { toJson } from '#platform/db/json.ts';
import { moveStatus } from '#platform/db/status-log.ts';
import {
  type AccountAction,
  type AccountStatus,
  accountMachine,
  effectiveStatus,
  type SessionEnd,
} from '../model/account-status.ts';
import type { SecurityFacts } from './json-columns.ts';

/** Writes of accounts, and the rows that its services work with. */

const ACCOUNT_COLUMNS = [
  'id',
  'email',
  'password_hash',
  'username',
  'slug',
  'slug_changed_at',
  'bio',
  'preferred_language',
  'avatar_key',
  'status',
  'suspended_until',
  'status_reason',
  'failed_logins',
  'google_subject',
  'password_changed_at',
  'joined_at',
  'last_active_at',
  'leaving_at',
  'leaving_texts',
] as const;

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export function findAccount(
  db: Db,
  by: { id: string } | { email: string } | { slug: string } | { googleSubject: string },
) {
  const query = db.selectFrom('accounts').select(ACCOUNT_COLUMNS);
  if ('id' in by) return query.where('id', '=', by.id).executeTakeFirst();
  if ('googleSubject' in by) return query.where('google_subject', '=', by.googleSubject).executeTakeFirst();
  return 'email' in by
    ? query.where('email', '=', by.email).executeTakeFirst()
    : query.where('slug', '=', by.slug).executeTakeFirst();
}

/** The status of an account that holds now, see `effectiveStatus`. */
export function statusAt(account: { status: AccountStatus; suspended_until: Date | null }, now: Date): AccountStatus {
  return effectiveStatus({ status: account.status, suspendedUntil: account.suspended_until }, now);
}

/** The account, locked against other writers until the transaction ends. */
export function lockAccount(db: Db, id: string) {
  return db.selectFrom('accounts').select(ACCOUNT_COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/**
 * Moves the status by an action of the machine; a restriction keeps its reason, a suspension its end. Answers the new
 * status. Throws `wrong_state`, and `conflict` when somebody was faster.
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
    { kind: 'account', id: account.id, table: 'accounts', column: 'status' },
    { action, from, to, actorId: by.actorId, reason: by.reason },
    {
      suspended_until: to === 'suspended' ? (by.until ?? null) : null,
      status_reason: to === 'active' ? null : (by.reason ?? null),
      // One is here from the confirmation on: accounts that were kept in stock are no older than it.
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

/** Begins an unverified account with a free name and slug. Null when the address is known already. */
export async function insertAccount(
  db: Db,
  account: { email: string; language: Language },
): Promise<{ id: string } | null> {
  for (let attempt = 1; ; attempt += 1) {
    const username = newcomerName();
    try {
      const row = await db
        .insertInto('accounts')
        .values({
          email: account.email,
          username,
          username_key: username,
          slug: username.replace('_', '-'),
          preferred_language: account.language,
        })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row ?? null;
    } catch (error) {
      // One in a billion: the name is somebody's. Outside a savepoint the transaction could not go on.
      if (!isUniqueViolation(error) || db.isTransaction || attempt === 5) throw error;
    }
  }
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

/**
 * Nobody else could act as administrator without this member. Held until the transaction ends, so that of two who go at once
 * the second one stays. Error: last_administrator.
 */
export async function requireOtherAdministrator(db: Db, accountId: string): Promise<void> {
  if (!(await rolesOf(db, accountId)).includes('administrator')) return;
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(db);
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

/** Ends sessions of an account, all or all but one. */
export async function endSessions(db: Db, accountId: string, reason: SessionEnd, except?: string): Promise<void> {
  let update = db
    .updateTable('sessions')
    .set({ ended_at: sql`db_clock()`, end_reason: reason })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null);
  if (except) update = update.where('id', '!=', except);
  await update.execute();
}

/** Notes an event of an account's security; kept for 24 months, without addresses or tokens. */
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
