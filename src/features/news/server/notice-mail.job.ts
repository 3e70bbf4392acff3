import { baseLanguage, DEFAULT_LANGUAGE, type Language } from '#core/languages.ts';
import type { MailKind } from '#core/mail-kinds.ts';
import type { NoticeRule } from '#core/notices.ts';
import { to } from '#core/pages.ts';
import { findAccount } from '#features/accounts/server/index.ts';
import { kindOf, notify, targetOf, withCurrentNames, wordsOf } from '#features/messages/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { handleJob } from '#platform/jobs/jobs.ts';
import type { Unsubscribe } from '#platform/mail/letter.ts';
import { MailError } from '#platform/mail/mail-error.ts';
import { type LetterKind, sendLetter } from '#platform/mail/send-letter.ts';
import { localTime } from '../model/local-time.ts';
import { MAILS_PER_DAY, REQUESTS_PER_DAY } from '../model/news-limits.ts';
import { claimMail, countRefusal, markSent } from './deliveries.repo.ts';
import { readChoices } from './mail-settings.repo.ts';
import { findWaitingNotice, isFirstOfKind, stillHolds, type WaitingNotice } from './notice.queries.ts';
import { noticeMail } from './notice-mail.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

/**
 * Sends the email of a message, if by now it is unread and right, and its recipient wants it. At least once: if the
 * process ends after the mail server has accepted it, another attempt sends it again, with the same Message-ID.
 */
export const noticeMailJob = handleJob(noticeMail, async (ctx: Ctx, { accountId, messageId }) => {
  const notice = await findWaitingNotice(ctx.db, accountId, messageId);
  const account = notice && (await findAccount(ctx.db, { id: accountId }));
  // Also leaves out addresses that aren’t confirmed.
  if (!notice || account?.status !== 'active') return;
  const rules: Readonly<Record<string, NoticeRule>> = ctx.notices;
  const rule = rules[kindOf(notice)];
  if (!rule || rule.mail === null) return;
  if (!(await isWanted(ctx, rule.mail, notice)) || !(await stillHolds(ctx, rule, notice))) return;
  const { day } = localTime(ctx.clock.now(), account.time_zone);
  const most = rule.mail === 'requests' ? REQUESTS_PER_DAY : MAILS_PER_DAY;
  if (!(await inTransaction(ctx, ({ db }) => claimMail(db, { accountId, messageId, day, most })))) return;
  try {
    await send(ctx, account, notice, rule.mail);
  } catch (error) {
    if (!(error instanceof MailError && error.isAddressRefused)) throw error;
    await noteRefusal(ctx, accountId);
    return;
  }
  await markSent(ctx.db, accountId, messageId);
});

async function isWanted(ctx: Ctx, kind: MailKind, notice: WaitingNotice): Promise<boolean> {
  const choice = (await readChoices(ctx.db, ctx.mailKinds, notice.account_id)).get(kind);
  return choice === 'at_once' || (choice === 'first' && (await isFirstOfKind(ctx.db, ctx.notices, kind, notice)));
}

/** What others have written, which no email contains. */
const TEXTS_OF_OTHERS = { note: '', reason: '', text: '' };

type Recipient = Pick<Row<'accounts'>, 'id' | 'email' | 'username' | 'preferred_language' | 'time_zone'>;

async function send(ctx: Ctx, account: Recipient, notice: WaitingNotice, mail: MailKind): Promise<void> {
  const language = baseLanguage(account.preferred_language) ?? DEFAULT_LANGUAGE;
  const target = targetOf(ctx.notices, notice);
  const [named = notice] = await withCurrentNames(ctx, [notice]);
  const words = wordsOf(language, { ...named.params, ...TEXTS_OF_OTHERS }, { timeZone: account.time_zone });
  await sendLetter(ctx, {
    // Kinds with an email have its texts, which a test checks.
    kind: kindOf(notice) as LetterKind,
    to: account.email,
    language,
    words: { name: account.username, ...words },
    href: target === null ? undefined : new URL(target, ctx.config.publicUrl).href,
    key: `notice ${account.id} ${notice.id}`,
    unsubscribe: waysToStop(ctx, language, account, mail),
  });
}

function waysToStop(ctx: Ctx, language: Language, account: Recipient, mail: MailKind): Unsubscribe {
  const { t } = translatorOf(language);
  const hrefOf = (path: string) => new URL(path, ctx.config.publicUrl).href;
  return {
    href: hrefOf(to.unsubscribe({ token: unsubscribeToken(ctx, account, mail) })),
    label: t('news.mail_stop'),
    settings: { href: hrefOf(to.news()), label: t('news.mail_settings') },
  };
}

/** Counts a permanent refusal. After the third one, says in the inbox that nothing more is sent. */
async function noteRefusal(ctx: Ctx, accountId: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    if (await countRefusal(inner.db, accountId)) await notify(inner, 'mail_stopped', { to: accountId, params: {} });
  });
}
