import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { after } from '#core/time.ts';
import { type Ctx, databaseNow } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { RESET_LINK_LASTS, VERIFY_LINK_LASTS } from '../model/account-limits.ts';
import { accountMail, LINK_PURPOSE } from './account-mail.ts';
import { parseToken, provesToken } from './tokens.ts';

/** The links that are mailed: of a registration, to choose a new password, and to confirm a new address. */

/** The account of nobody, the last that an id could ever name. */
export const NOBODY = '9223372036854775807';

/** A mail that is written for nobody and never sent: a call about an unknown address takes as long as about a known one. */
export async function mailNobody(ctx: Ctx, kind: 'verify' | 'reset'): Promise<void> {
  await spendLinks(ctx.db, NOBODY, kind);
  await databaseNow(ctx.db);
  await enqueue(ctx, accountMail, { kind, accountId: NOBODY, language: ctx.language });
}

/** Mails a link to choose a new password; a newer one makes the older ones void. */
export async function sendReset(ctx: Ctx, accountId: string): Promise<void> {
  await spendLinks(ctx.db, accountId, 'reset');
  const expires = after(await databaseNow(ctx.db), RESET_LINK_LASTS);
  const { id } = await ctx.db
    .insertInto('mail_links')
    .values({ account_id: accountId, purpose: 'reset', seed: randomBytes(32), expires_at: expires })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(ctx, accountMail, { kind: 'reset', accountId, language: ctx.language, linkId: id });
}

/** Mails the link of a registration, which will set this password. */
export async function sendVerification(ctx: Ctx, accountId: string, passwordHash: string): Promise<void> {
  const now = await databaseNow(ctx.db);
  const { id } = await ctx.db
    .insertInto('mail_links')
    .values({
      account_id: accountId,
      purpose: 'verify',
      seed: randomBytes(32),
      password_hash: passwordHash,
      expires_at: after(now, VERIFY_LINK_LASTS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(ctx, accountMail, { kind: 'verify', accountId, language: ctx.language, linkId: id });
}

/** The row of a link whose token is right, unused and in time; null otherwise. */
export function findLink(ctx: Ctx, purpose: keyof typeof LINK_PURPOSE, token: string) {
  return readLink(ctx, purpose, token, false);
}

/** The same, locked, for who is going to use it. */
export function takeLink(ctx: Ctx, purpose: keyof typeof LINK_PURPOSE, token: string) {
  return readLink(ctx, purpose, token, true);
}

async function readLink(ctx: Ctx, purpose: keyof typeof LINK_PURPOSE, token: string, lock: boolean) {
  const parsed = parseToken(token);
  if (!parsed) return null;
  const link = await ctx.db
    .selectFrom('mail_links')
    .select(['id', 'account_id', 'seed', 'password_hash', 'new_email', 'expires_at', 'used_at'])
    .where('id', '=', parsed.id)
    .where('purpose', '=', purpose)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!link || link.used_at || !provesToken(ctx.secrets, LINK_PURPOSE[purpose], link, token)) return null;
  return (await databaseNow(ctx.db)) < link.expires_at ? link : null;
}

/** Every open link of this kind is spent: one use, and none of the others opens anything any more. */
export async function spendLinks(db: Db, accountId: string, purpose: keyof typeof LINK_PURPOSE): Promise<void> {
  await db
    .updateTable('mail_links')
    .set({ used_at: sql`db_clock()`, password_hash: null })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}
