import { baseLanguage, DEFAULT_LANGUAGE, LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { findAccount } from '#features/accounts/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { handleJob } from '#platform/jobs/jobs.ts';
import { sendLetter } from '#platform/mail/send-letter.ts';
import { countryName } from '../../model/law.ts';
import { referenceNumber } from '../../model/reference-number.ts';
import { type CaseOutcome, publicReportMail } from './public-report-mail.ts';
import { findPublicReport } from './public-reports.repo.ts';

type SentReport = NonNullable<Awaited<ReturnType<typeof findPublicReport>>>;

/** Sends the email, unless there is no one left to send it to. */
export const publicReportMailJob = handleJob(publicReportMail, async (ctx: Ctx, { reportId, outcome }, { key }) => {
  const report = await findPublicReport(ctx.db, reportId);
  const recipient = report && (await recipientOf(ctx, report));
  if (!report || !recipient) return;
  const decided = outcome?.decision ? 'public_report_upheld' : 'public_report_dismissed';
  await sendLetter(ctx, {
    kind: outcome ? decided : 'public_report_received',
    ...recipient,
    words: wordsOf(ctx, report, recipient.language, outcome),
    key,
  });
});

/** Returns the recipient of emails about a report. Null if the sender gave no address or has been erased. */
async function recipientOf(
  ctx: Ctx,
  { reporter_id, email, language }: SentReport,
): Promise<{ to: string; language: Language } | null> {
  if (reporter_id === null) return email === null ? null : { to: email, language };
  const account = await findAccount(ctx.db, { id: reporter_id });
  if (!account || account.status === 'erased') return null;
  return { to: account.email, language: baseLanguage(account.preferred_language) ?? DEFAULT_LANGUAGE };
}

/**
 * Returns the words of the emails. None of them comes from the report or its subject: anyone can enter any email address,
 * and must not be able to send their own texts to it.
 */
function wordsOf({ config }: Ctx, report: SentReport, language: Language, outcome: CaseOutcome | null) {
  const { find } = translatorOf(language);
  const { action = '', rule = '', law = null, country = null } = outcome?.decision ?? {};
  const answer = outcome?.answer ?? '';
  const tag = LANGUAGE_TAGS[language];
  return {
    number: referenceNumber(report.id, report.created_at),
    day: report.created_at.toLocaleDateString(tag, { dateStyle: 'long', timeZone: 'UTC' }),
    kind: report.target_kind,
    contact: config.contactEmail,
    action,
    rule: find(`message.rule.${rule}`, {}) ?? '',
    law: law ? (find(`message.law.${law}`, {}) ?? '') : '',
    country: country ? countryName(country, tag) : '',
    has_law: law ? 'yes' : 'no',
    answer,
    has_answer: answer ? 'yes' : 'no',
  };
}
