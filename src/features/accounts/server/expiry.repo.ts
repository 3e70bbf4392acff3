import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import {
  DEVICE_KNOWN,
  FORMER_SLUG_LASTS,
  LOGIN_ADDRESS_KEPT,
  SESSION_ABSOLUTE,
  UNVERIFIED_KEPT,
} from '../model/account-limits.ts';
import { dropExpiredEnrolmentLinks } from './factors/factors.repo.ts';
import { dropFirstAdministratorLinks } from './first-administrator.repo.ts';

const ago = (length: number) => sql`db_clock() - make_interval(secs => ${length / 1000})`;

/**
 * Deletes expired rows: accounts never confirmed, old links and sessions, former slugs, devices, addresses of logins,
 * security log entries.
 */
export async function dropExpiredAccountRows(ctx: Ctx): Promise<void> {
  // Keeps an account whose last confirmation link is still valid.
  await sql`delete from accounts a where a.status = 'unverified' and a.joined_at < ${ago(UNVERIFIED_KEPT)}
    and not exists (select from mail_links l where l.account_id = a.id and l.purpose in ('verify', 'reset', 'openid')
      and l.used_at is null and l.expires_at > db_clock())`.execute(ctx.db);
  await sql`delete from mail_links where expires_at < db_clock() - interval '1 day'`.execute(ctx.db);
  await sql`delete from sessions where created_at < ${ago(SESSION_ABSOLUTE)} - interval '1 day'`.execute(ctx.db);
  await sql`delete from former_slugs where released_at < ${ago(FORMER_SLUG_LASTS)}`.execute(ctx.db);
  await sql`delete from known_devices where used_at < ${ago(DEVICE_KNOWN)}`.execute(ctx.db);
  await sql`delete from login_addresses where at < ${ago(LOGIN_ADDRESS_KEPT)}`.execute(ctx.db);
  await dropFirstAdministratorLinks(ctx.db, 'expired');
  await sql`select drop_old_security_rows()`.execute(ctx.db);
  await dropExpiredEnrolmentLinks(ctx.db);
}
