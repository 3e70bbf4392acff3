import { isLoopback } from '#platform/config.ts';
import { MailError } from '#platform/mail/mail-error.ts';
import { sendLetter } from '#platform/mail/send-letter.ts';
import { type Check, ok, warn, wrong } from './finding.ts';

/** Failures that have advice of their own. */
const FAILURES: Readonly<Record<string, 'mail_tls' | 'mail_refused' | 'mail_unknown' | 'mail_slow'>> = {
  ETLS: 'mail_tls',
  EAUTH: 'mail_refused',
  EDNS: 'mail_unknown',
  ETIMEDOUT: 'mail_slow',
};

/** Connects to the mail server, and sends a test email if an address is given. */
export const checkMail: Check = async ({ deps: { config, mailer }, mailTo }) => {
  if (config.smtpUrl === null) return [isLoopback(config.publicUrl) ? warn('no_smtp') : wrong('no_smtp')];
  const { host } = new URL(config.smtpUrl);
  try {
    await mailer.check();
    if (mailTo === null) return [ok('mail_well', { host })];
    const { address: to, language } = mailTo;
    await sendLetter({ config, mailer }, { kind: 'examination', to, language, words: {} });
    return [ok('mail_sent', { host })];
  } catch (error) {
    const code = error instanceof MailError ? error.code : 'unknown';
    return [wrong(FAILURES[code] ?? 'mail_fails', { host, problem: code })];
  }
};
