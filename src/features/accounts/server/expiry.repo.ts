import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import {
  DEVICE_KNOWN,
  DISOWN_LASTS,
  FORMER_SLUG_LASTS,
  LOGIN_ADDRESS_KEPT,
  SESSION_ABSOLUTE,
  UNVERIFIED_KEPT,
} from '../model/account-limits.ts';
import { dropExpiredEnrolmentLinks } from './factors/factors.repo.ts';
import { dropFirstAdministratorLinks } from './first-administrator.repo.ts';

const ago = (length: number) => sql`db_clock() - make_interval(secs => ${length / 1000})`;

const EXPIRED: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
  // Keeps an account whose last confirmation link is still valid.
  unconfirmedAccounts: (db) =>
    sql`delete from accounts a where a.status = 'unverified' and a.joined_at < ${ago(UNVERIFIED_KEPT)}
      and not exists (select from mail_links l where l.account_id = a.id and l.purpose in ('verify', 'reset', 'openid')
        and l.used_at is null and l.expires_at > db_clock())`.execute(db),
  // Keeps an address that was replaced as long as a login before that can be disowned, which restores it.
  mailLinks: (db) =>
    sql`delete from mail_links where expires_at < db_clock() - interval '1 day'
      and (former_email is null or used_at < ${ago(DISOWN_LASTS)})`.execute(db),
  sessions: (db) =>
    sql`delete from sessions where created_at < ${ago(SESSION_ABSOLUTE)} - interval '1 day'`.execute(db),
  formerSlugs: (db) => sql`delete from former_slugs where released_at < ${ago(FORMER_SLUG_LASTS)}`.execute(db),
  devices: (db) => sql`delete from known_devices where used_at < ${ago(DEVICE_KNOWN)}`.execute(db),
  loginAddresses: (db) => sql`delete from login_addresses where at < ${ago(LOGIN_ADDRESS_KEPT)}`.execute(db),
  firstAdministratorLinks: (db) => dropFirstAdministratorLinks(db, 'expired'),
  securityLog: (db) => sql`select drop_old_security_rows()`.execute(db),
  enrolmentLinks: dropExpiredEnrolmentLinks,
};

/**
 * Deletes expired rows: accounts never confirmed, old links and sessions, former slugs, devices, addresses of logins,
 * security log entries. If those of one kind can’t be deleted, the others still are.
 */
export async function dropExpiredAccountRows(ctx: Pick<Ctx, 'db' | 'log'>): Promise<void> {
  for (const [rows, drop] of Object.entries(EXPIRED))
    await drop(ctx.db).catch((err) => ctx.log.error({ err, rows }, 'Failed to delete expired rows of accounts'));
}
