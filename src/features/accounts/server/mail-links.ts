import { after } from '#core/time.ts';
import { type Ctx, databaseNow } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { LOGIN_LINK_LASTS, RESET_LINK_LASTS, VERIFY_LINK_LASTS } from '../model/account-limits.ts';
import { accountMail, LINK_PURPOSE } from './account-mail.ts';
import { insertLink, spendLinks } from './mail-links.repo.ts';
import { parseToken, provesToken } from './tokens.ts';

/** Emailed links: to confirm a sign-up, to log in, to set a new password, and to confirm a new address. */

/** Id of no account: the highest possible one. */
export const NOBODY = '9223372036854775807';

/**
 * Enqueues an email that is never sent, so that calls about unknown addresses take as long as those about known ones.
 */
export async function mailNobody(ctx: Ctx, kind: 'verify' | 'reset' | 'login'): Promise<void> {
  await spendLinks(ctx.db, NOBODY, kind);
  await databaseNow(ctx.db);
  await enqueue(ctx, accountMail, { kind, accountId: NOBODY, language: ctx.language });
}

/** Inserts a link and emails it. `more` is what the link brings along. */
async function sendLink(
  ctx: Ctx,
  accountId: string,
  purpose: keyof typeof LINK_PURPOSE,
  lasts: number,
  more: Partial<SignUpLink> & { new_email?: string } = {},
): Promise<void> {
  const expires = after(await databaseNow(ctx.db), lasts);
  const linkId = await insertLink(ctx.db, { account_id: accountId, purpose, expires_at: expires, ...more });
  await enqueue(ctx, accountMail, { kind: purpose, accountId, language: ctx.language, linkId });
}

/** Emails a link to set a new password. Invalidates older ones. */
export async function sendReset(ctx: Ctx, accountId: string): Promise<void> {
  await spendLinks(ctx.db, accountId, 'reset');
  await sendLink(ctx, accountId, 'reset', RESET_LINK_LASTS);
}

/** Emails a link to log in with. Invalidates older ones. */
export async function sendLoginLink(ctx: Ctx, accountId: string): Promise<void> {
  await spendLinks(ctx.db, accountId, 'login');
  await sendLink(ctx, accountId, 'login', LOGIN_LINK_LASTS);
}

/** What the link of a sign-up brings along: the password that it will set, and what the visitor wanted to do. */
export interface SignUpLink {
  password_hash: string;
  wish_kind: string | null;
  wish_id: string | null;
  positions_waiting: number;
  words_waiting: boolean;
  waiting_hash: Buffer | null;
}

/** Emails the link of a sign-up. */
export function sendVerification(ctx: Ctx, accountId: string, link: SignUpLink): Promise<void> {
  return sendLink(ctx, accountId, 'verify', VERIFY_LINK_LASTS, { ...link });
}

/** Emails a link to a new address of an account. */
export function sendEmailChange(ctx: Ctx, accountId: string, email: string): Promise<void> {
  return sendLink(ctx, accountId, 'email', VERIFY_LINK_LASTS, { new_email: email });
}

/** Returns the link with this token. Null if the token is invalid, used or expired. */
export function findLink(ctx: Ctx, purpose: keyof typeof LINK_PURPOSE, token: string) {
  return readLink(ctx, purpose, token, false);
}

/** Like `findLink`, but locks the link, for callers that redeem it. */
export function takeLink(ctx: Ctx, purpose: keyof typeof LINK_PURPOSE, token: string) {
  return readLink(ctx, purpose, token, true);
}

async function readLink(ctx: Ctx, purpose: keyof typeof LINK_PURPOSE, token: string, lock: boolean) {
  const link = await provenLink(ctx, purpose, token, lock);
  if (!link || link.used_at) return null;
  return (await databaseNow(ctx.db)) < link.expires_at ? link : null;
}

/** Returns the link with this token, even if it was used or has expired. Null if the token is invalid. */
export async function provenLink(ctx: Ctx, purpose: keyof typeof LINK_PURPOSE, token: string, lock = false) {
  const parsed = parseToken(token);
  if (!parsed) return null;
  const link = await ctx.db
    .selectFrom('mail_links')
    .select(['id', 'account_id', 'seed', 'password_hash', 'new_email', 'expires_at', 'used_at'])
    .select(['wish_kind', 'wish_id', 'positions_waiting', 'words_waiting'])
    .where('id', '=', parsed.id)
    .where('purpose', '=', purpose)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return link && provesToken(ctx.secrets, LINK_PURPOSE[purpose], link, token) ? link : null;
}
