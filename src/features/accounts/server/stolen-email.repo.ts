import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

interface LoginOfAccount {
  id: string;
  account_id: string;
  created_at: Date;
}

/** Returns the address that the account had when the session began, if it has changed since. Null if it hasn’t. */
export async function findEmailAtLogin(db: Db, session: LoginOfAccount): Promise<string | null> {
  const { rows } = await changeSince(session).execute(db);
  return rows[0]?.former_email ?? null;
}

/** SQL: the first change of the address since the session began. Links that were never confirmed have replaced nothing. */
const changeSince = ({ account_id: accountId, created_at: since }: LoginOfAccount) =>
  sql<{ former_email: string }>`select former_email, used_at from mail_links where account_id = ${accountId}
    and purpose = 'email' and former_email is not null and used_at >= ${since} order by used_at, id limit 1`;

/**
 * Returns the address that the user of the session may have taken from the account. Null if the account still has it, or
 * if another one may be the thief:
 * - The change was asked for in an earlier session, which the owner doesn’t disown.
 * - The address was new itself when the session began: its holder may be the thief, who now disowns the owner’s login.
 * - A reset was done with the address before it was changed, so its owner had shut out the user of the session.
 * - It has been restored since, and the present one was chosen after that.
 */
export async function findStolenEmail(db: Db, session: LoginOfAccount): Promise<string | null> {
  const log = sql`security_log l where l.account_id = ${session.account_id}`;
  const { rows } = await sql<{ email: string }>`select c.former_email as email from (${changeSince(session)}) c
    where (select (l.facts ->> 'session')::bigint from ${log} and l.event = 'email_change_asked' and l.at <= c.used_at
        order by l.id desc limit 1) >= ${session.id}
      and not exists (select from (select l.facts from ${log} and l.event = 'email_changed' and l.at < ${session.created_at}
        order by l.id desc limit 1) last where last.facts ->> 'by' is distinct from 'disown')
      and not exists (select from ${log} and l.event = 'password_reset' and l.at between ${session.created_at} and c.used_at)
      and not exists (select from ${log} and l.event = 'email_changed' and l.facts ->> 'by' = 'disown'
        and l.at > c.used_at)`.execute(db);
  return rows[0]?.email ?? null;
}
