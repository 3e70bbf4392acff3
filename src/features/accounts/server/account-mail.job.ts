import { baseLanguage, DEFAULT_LANGUAGE, LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import type { Ctx } from '#platform/context.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { handleJob } from '#platform/jobs/jobs.ts';
import { composeLetter, type Letter } from '#platform/mail/letter.ts';
import { accountMail, LINK_PURPOSE } from './account-mail.ts';
import { findAccount } from './accounts.repo.ts';
import { makeToken } from './tokens.ts';

async function linkOf(ctx: Ctx, linkId: string): Promise<string | null> {
  const link = await ctx.db
    .selectFrom('mail_links')
    .select(['id', 'seed', 'purpose', 'used_at'])
    .where('id', '=', linkId)
    .executeTakeFirst();
  if (!link || link.used_at) return null;
  const purpose = link.purpose as keyof typeof LINK_PURPOSE;
  const token = makeToken(ctx.secrets, LINK_PURPOSE[purpose], link);
  const path = purpose === 'verify' ? `/?verify=${token}` : `/reset_password?token=${token}`;
  return new URL(path, ctx.config.publicUrl).href;
}

/** Writes and sends the mail. What became void meanwhile (the link used, the account gone) is not sent. */
export const accountMailJob = handleJob(accountMail, async (ctx: Ctx, { kind, accountId, language, linkId }) => {
  const account = await findAccount(ctx.db, { id: accountId });
  const proof = linkId ? await linkOf(ctx, linkId) : null;
  if (!account || (linkId && !proof)) return;
  // The profile asks whoever is not signed in to do so.
  const link = kind === 'already_registered' ? new URL('/profile', ctx.config.publicUrl).href : proof;
  const chosen = baseLanguage(language) ?? DEFAULT_LANGUAGE;
  const { find, t } = translatorOf(chosen);
  const site = ctx.config.siteName;
  const say = (part: string) => find(`mail.${kind}.${part}`, sayings(ctx, account, chosen));
  const letter: Letter = {
    to: account.email,
    language: chosen,
    site,
    subject: say('subject') ?? site,
    paragraphs: [say('text'), say('more')].filter((text): text is string => text !== null),
    closing: t('mail.closing', { site }),
    ...(link ? { link: { href: link, label: say('button') ?? link } } : {}),
  };
  await ctx.mailer.send(composeLetter(letter));
});

function sayings(
  ctx: Ctx,
  account: { username: string; status_reason: string | null; suspended_until: Date | null },
  language: Language,
) {
  const until =
    account.suspended_until?.toLocaleDateString(LANGUAGE_TAGS[language], { dateStyle: 'long', timeZone: 'UTC' }) ?? '';
  return { site: ctx.config.siteName, name: account.username, reason: account.status_reason ?? '', until };
}
