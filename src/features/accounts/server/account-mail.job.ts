import { baseLanguage, DEFAULT_LANGUAGE, LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { Ctx } from '#platform/context.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { handleJob } from '#platform/jobs/jobs.ts';
import { type LetterKind, sendLetter } from '#platform/mail/send-letter.ts';
import { type AccountMailTold, accountMail, LINK_PURPOSE } from './account-mail.ts';
import { type AccountRow, findAccount } from './accounts.repo.ts';
import { readyExportUrl } from './export.service.ts';
import { makeToken } from './tokens.ts';

const PAGE = {
  verify: (token: string) => to.home({ verify: token }),
  reset: (token: string) => to.resetPassword({ token }),
  email: (token: string) => to.home({ new_email: token }),
};

/**
 * Returns the URL of a link, and its recipient if it isn’t sent to the member’s current address. Null if it has been
 * used.
 */
async function linkOf(ctx: Ctx, linkId: string): Promise<{ href: string; to: string | null } | null> {
  const link = await ctx.db
    .selectFrom('mail_links')
    .select(['id', 'seed', 'purpose', 'new_email', 'used_at'])
    .where('id', '=', linkId)
    .executeTakeFirst();
  if (!link || link.used_at) return null;
  const purpose = link.purpose as keyof typeof LINK_PURPOSE;
  const token = makeToken(ctx.secrets, LINK_PURPOSE[purpose], link);
  return { href: new URL(PAGE[purpose](token), ctx.config.publicUrl).href, to: link.new_email };
}

/** Writes and sends the email. Skips it if the link was used or the account deleted since it was queued. */
export const accountMailJob = handleJob(
  accountMail,
  async (ctx: Ctx, { kind, accountId, language, linkId, told }, { key }) => {
    const account = await findAccount(ctx.db, { id: accountId });
    const proof = linkId ? await linkOf(ctx, linkId) : null;
    if (!account || (linkId && !proof)) return;
    if (account.status === 'erased') return;
    const file = kind === 'export_ready' ? await readyExportUrl(ctx, accountId) : null;
    if (kind === 'export_ready' && !file) return;
    await writeAccountMail(ctx, account, {
      kind,
      language,
      proof: file ? { href: new URL(file, ctx.config.publicUrl).href, to: null } : proof,
      ...(told ? { told } : {}),
      key,
    });
  },
);

/** Emails that link to the profile, which asks visitors to log in. Others have the link they were written for. */
const TO_PROFILE: readonly LetterKind[] = ['already_registered', 'deletion_requested', 'export_failed'];

/** Writes the email and sends it. */
export async function writeAccountMail(
  ctx: Ctx,
  account: AccountRow,
  {
    kind,
    language,
    proof = null,
    told = {},
    key,
  }: {
    kind: LetterKind;
    language: string;
    proof?: { href: string; to: string | null } | null;
    told?: AccountMailTold;
    key?: string;
  },
): Promise<void> {
  const link = TO_PROFILE.includes(kind) ? new URL(to.profile(), ctx.config.publicUrl).href : proof?.href;
  const chosen = baseLanguage(language) ?? DEFAULT_LANGUAGE;
  await sendLetter(ctx, {
    kind,
    to: proof?.to ?? account.email,
    language: chosen,
    words: wordsOf(account, chosen, told),
    href: link,
    ...(key ? { key } : {}),
  });
}

function wordsOf(account: AccountRow, language: Language, told: AccountMailTold) {
  const day = (date: Date | null) =>
    date?.toLocaleDateString(LANGUAGE_TAGS[language], { dateStyle: 'long', timeZone: 'UTC' }) ?? '';
  const { reason = account.status_reason ?? '', rule, excerpt } = told;
  return {
    name: account.username,
    due: day(account.deletion_due_at),
    texts: account.deletion_content ?? 'keep',
    reason,
    until: day(account.suspended_until),
    rule: (rule && translatorOf(language).find(`message.rule.${rule}`, {})) ?? '',
    has_rule: rule ? 'yes' : 'no',
    excerpt: excerpt ?? '',
    has_excerpt: excerpt ? 'yes' : 'no',
  };
}
