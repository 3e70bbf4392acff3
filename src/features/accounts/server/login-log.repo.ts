import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { toJson } from '#platform/db/json.ts';
import type { Provider } from '../model/connections.ts';
import type { SecurityFacts } from './json-columns.ts';

/** Logins and failed logins in the log, and the addresses that they came from, which are kept for a shorter time. */

export interface LoggedLogin {
  /** Null if no account has the email. */
  accountId: string | null;
  event: 'logged_in' | 'login_failed' | 'login_refused';
  facts: SecurityFacts;
  /** IP address of the caller as limits count it. */
  address: string;
  /** Browser and system of the caller, see `describeDevice`. */
  device: string;
}

/** Logs a login, or one that has failed. */
export async function logLogin(db: Db, { accountId, event, facts, address, device }: LoggedLogin): Promise<void> {
  await db
    .with('logged', (log) =>
      log
        .insertInto('security_log')
        .values({ account_id: accountId, event, facts: toJson(facts) })
        .returning('id'),
    )
    .insertInto('login_addresses')
    .columns(['event_id', 'account_id', 'address', 'device', 'succeeded'])
    .expression((from) =>
      from
        .selectFrom('logged')
        .select((row) => [
          'id',
          sql<string | null>`${accountId}::bigint`.as('account_id'),
          row.val(address).as('address'),
          row.val(device).as('device'),
          row.val(event === 'logged_in').as('succeeded'),
        ]),
    )
    .execute();
}

/** Events with which an account forgets its devices. */
const FORGETTING = ['password_reset', 'password_changed', 'login_disowned', 'other_sessions_ended'];

/**
 * True if the member has logged in from this network with a browser like this one since the account last forgot its
 * devices, as far as addresses are kept.
 */
export async function isFamiliarLogin(
  db: Db,
  { accountId, address, device }: { accountId: string; address: string; device: string },
): Promise<boolean> {
  // An unknown browser is like any other.
  if (device === '') return false;
  const before = await db
    .selectFrom('login_addresses')
    .select('event_id')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .where('device', '=', device)
    .where('succeeded', '=', true)
    .where((login) =>
      login.not(
        login.exists(
          login
            .selectFrom('security_log as l')
            .select('l.id')
            .where('l.account_id', '=', accountId)
            .where('l.event', 'in', FORGETTING)
            .whereRef('l.id', '>', 'login_addresses.event_id'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return before !== undefined;
}

/** True if an event of the account has been logged since a time. */
export async function wasLogged(db: Db, accountId: string, event: string, since: Date): Promise<boolean> {
  const logged = await db
    .selectFrom('security_log')
    .select('id')
    .where('account_id', '=', accountId)
    .where('event', '=', event)
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return logged !== undefined;
}

/** Returns how a session was opened, such as `password`. Null if that wasn’t logged. */
export async function wayOfSession(db: Db, accountId: string, sessionId: string): Promise<string | null> {
  const logged = await db
    .selectFrom('security_log')
    .select(sql<string | null>`facts ->> 'by'`.as('by'))
    .where('account_id', '=', accountId)
    .where('event', '=', 'logged_in')
    .where(sql<boolean>`facts ->> 'session' = ${sessionId}`)
    .limit(1)
    .executeTakeFirst();
  return logged?.by ?? null;
}

/**
 * True if a provider was last disconnected from an account because the member disowned a login, and they haven’t
 * connected it since.
 */
export async function isDisownedProvider(db: Db, accountId: string, provider: Provider): Promise<boolean> {
  const last = await db
    .selectFrom('security_log')
    .select(['event', sql<string | null>`facts ->> 'by'`.as('by')])
    .where('account_id', '=', accountId)
    .where('event', 'in', [`${provider}_connected`, `${provider}_disconnected`])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.event === `${provider}_disconnected` && last.by === 'disown';
}

/** True if the member has disowned this session, or an earlier one after this one had begun, which ended both. */
export async function wasDisowned(
  db: Db,
  session: { id: string; account_id: string; created_at: Date },
): Promise<boolean> {
  const logged = await db
    .selectFrom('security_log')
    .select('id')
    .where('account_id', '=', session.account_id)
    .where('event', '=', 'login_disowned')
    .where('at', '>=', session.created_at)
    .where(sql<boolean>`(facts ->> 'session')::bigint <= ${session.id}`)
    .limit(1)
    .executeTakeFirst();
  return logged !== undefined;
}
