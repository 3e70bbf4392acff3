import { baseLanguage, DEFAULT_LANGUAGE, LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { Ctx } from '#platform/context.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { handleJob } from '#platform/jobs/jobs.ts';
import { type LetterKind, sendLetter } from '#platform/mail/send-letter.ts';
import type { Provider } from '../model/connections.ts';
import { type AccountMailTold, accountMail, LINK_PURPOSE } from './account-mail.ts';
import { type AccountRow, findAccount } from './accounts.repo.ts';
import { enrolmentPage } from './factors/enrolment.ts';
import { findRemoval } from './factors/factor-removals.repo.ts';
import { describeNewLogin } from './new-login-words.ts';
import { addressCode } from './openid-address.service.ts';
import { makeToken } from './tokens.ts';

const PAGE = {
  verify: (token: string) => to.home({ verify: token }),
  reset: (token: string) => to.resetPassword({ token }),
  email: (token: string) => to.home({ new_email: token }),
  login: (token: string) => to.loginLink({ token }),
};

interface MailLink {
  href?: string;
  /** The recipient. Null if it is the member’s current address. */
  to: string | null;
  /** Instead of a URL: a code to type. */
  code?: string;
}

/** Returns the URL of a link, and who gets it. Null if it has been used. */
async function linkOf(ctx: Ctx, linkId: string): Promise<MailLink | null> {
  const link = await ctx.db
    .selectFrom('mail_links')
    .select(['id', 'seed', 'purpose', 'new_email', 'used_at'])
    .where('id', '=', linkId)
    .executeTakeFirst();
  if (!link || link.used_at) return null;
  if (link.purpose === 'openid') return { code: addressCode(ctx, link), to: null };
  const purpose = link.purpose as keyof typeof LINK_PURPOSE;
  const token = makeToken(ctx.secrets, LINK_PURPOSE[purpose], link);
  return { href: new URL(PAGE[purpose](token), ctx.config.publicUrl).href, to: link.new_email };
}

/** Returns the address that a used link has replaced. Null if the link has been deleted, such as with its member. */
async function replacedBy(ctx: Ctx, linkId: string): Promise<MailLink | null> {
  const link = await ctx.db.selectFrom('mail_links').select('former_email').where('id', '=', linkId).executeTakeFirst();
  return link?.former_email ? { to: link.former_email } : null;
}

/** Writes and sends the email. Skips it if the link was used or the account deleted since it was queued. */
export const accountMailJob = handleJob(
  accountMail,
  async (ctx: Ctx, { kind, accountId, language, linkId, sessionId, told }, { key }) => {
    const account = await findAccount(ctx.db, { id: accountId });
    const proof = linkId ? await (kind === 'email_changed' ? replacedBy : linkOf)(ctx, linkId) : null;
    if (!account || (linkId && !proof)) return;
    if (account.status === 'erased') return;
    const page = kind === 'enrolment' ? await enrolmentPage(ctx, accountId) : undefined;
    if (page === null) return;
    const login = sessionId ? await describeNewLogin(ctx, sessionId, { language, timeZone: account.time_zone }) : null;
    if (sessionId && !login) return;
    const removal = kind === 'factor_removal' ? await findRemoval(ctx.db, accountId) : null;
    if (removal === undefined) return;
    const enrols = page ? { href: new URL(page, ctx.config.publicUrl).href, to: null } : null;
    await writeAccountMail(ctx, account, {
      kind,
      language,
      proof: enrols ?? login?.proof ?? proof,
      words: {
        ...login?.words,
        ...(removal ? { removal: dayIn(language, removal.due_at) } : {}),
        ...(proof?.code ? { code: proof.code } : {}),
      },
      ...(told ? { told } : {}),
      key,
    });
  },
);

/** Emails that link to the profile, which asks visitors to log in. Others have the link they were written for. */
const TO_PROFILE: readonly LetterKind[] = ['already_registered', 'deletion_requested', 'export_ready', 'export_failed'];
/** Emails that link to the page with the second factors. */
const TO_SECURITY: readonly LetterKind[] = ['factors_changed', 'factor_removal', 'second_step_guessed'];

/** Writes the email and sends it. */
export async function writeAccountMail(
  ctx: Ctx,
  account: AccountRow,
  {
    kind,
    language,
    proof = null,
    told = {},
    words = {},
    key,
  }: {
    kind: LetterKind;
    language: string;
    proof?: MailLink | null;
    told?: AccountMailTold;
    /** What only emails of this kind say. */
    words?: Record<string, string>;
    key?: string;
  },
): Promise<void> {
  const page = TO_PROFILE.includes(kind) ? to.profile() : TO_SECURITY.includes(kind) ? to.security() : null;
  const path = page ?? (told.number ? to.reasons({ number: told.number }) : null);
  const link = path ? new URL(path, ctx.config.publicUrl).href : proof?.href;
  const chosen = baseLanguage(language) ?? DEFAULT_LANGUAGE;
  await sendLetter(ctx, {
    kind,
    to: proof?.to ?? account.email,
    language: chosen,
    words: { ...wordsOf(account, chosen, told, (provider) => nameOfProvider(ctx, provider)), ...words },
    href: link,
    ...(key ? { key } : {}),
  });
}

/** Returns a date in words of the language of an email. */
function dayIn(language: string, date: Date): string {
  const tag = LANGUAGE_TAGS[baseLanguage(language) ?? DEFAULT_LANGUAGE];
  return date.toLocaleDateString(tag, { dateStyle: 'long', timeZone: 'UTC' });
}

/** Returns what members call a provider. */
function nameOfProvider({ config }: Ctx, provider: Provider): string {
  return provider === 'google' ? 'Google' : (config.openid?.name ?? 'OpenID');
}

function wordsOf(
  account: AccountRow,
  language: Language,
  told: AccountMailTold,
  nameOf: (provider: Provider) => string,
) {
  const day = (date: Date | null) => (date ? dayIn(language, date) : '');
  const { reason = account.status_reason ?? '', rule, excerpt, cut = [], kept = [], change = '' } = told;
  const { law, country, found, action, title } = told;
  const { find } = translatorOf(language);
  const names = (providers: readonly Provider[]) =>
    new Intl.ListFormat(LANGUAGE_TAGS[language]).format(providers.map(nameOf));
  return {
    name: account.username,
    due: day(account.deletion_due_at),
    texts: account.deletion_content ?? 'keep',
    reason,
    until: day(account.suspended_until),
    rule: (rule && find(`message.rule.${rule}`, {})) ?? '',
    has_rule: rule ? 'yes' : 'no',
    excerpt: excerpt ?? '',
    has_excerpt: excerpt ? 'yes' : 'no',
    cut: names(cut),
    has_cut: cut.length > 0 ? 'yes' : 'no',
    kept: names(kept),
    has_kept: kept.length > 0 ? 'yes' : 'no',
    law: (law && find(`message.law.${law}`, {})) ?? '',
    has_law: law ? 'yes' : 'no',
    country: country ? (new Intl.DisplayNames(LANGUAGE_TAGS[language], { type: 'region' }).of(country) ?? '') : '',
    found: found ?? '',
    action: action ?? '',
    title: title ?? '',
    change,
    provider: nameOf('openid'),
  };
}
