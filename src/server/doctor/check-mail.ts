import { isLoopback } from '#platform/config.ts';
import { composeLetter } from '#platform/mail/letter.ts';
import { MailError } from '#platform/mail/mail-error.ts';
import { adviceAboutMail } from '../mail-report.ts';
import { type Check, ok, warn, wrong } from './finding.ts';

/** Connects to the mail server, and sends a test email if an address is given. */
export const checkMail: Check = async ({ deps: { config, mailer }, mailTo }) => {
  if (config.smtpUrl === null) {
    const says = 'SMTP_URL is not set, so members get no emails.';
    const todo = 'Set SMTP_URL. Until then, emails are files in DATA_DIR/outbox, and their links are in the log.';
    return [isLoopback(config.publicUrl) ? warn(says, todo) : wrong(says, todo)];
  }
  const { host } = new URL(config.smtpUrl);
  try {
    await mailer.check();
    if (mailTo === null)
      return [ok(`The mail server ${host} accepts connections. --mail-to=ADDRESS also sends a test email.`)];
    const text = `This is a test email of ${config.siteName}. If you can read it, members get theirs.`;
    await mailer.send(
      composeLetter({
        to: mailTo,
        language: 'en',
        site: config.siteName,
        subject: `Test email of ${config.siteName}`,
        paragraphs: [text],
        closing: 'npm run doctor',
      }),
    );
    return [ok(`The mail server ${host} has accepted a test email to ${mailTo}. Check that it arrives.`)];
  } catch (error) {
    const code = error instanceof MailError ? error.code : 'unknown';
    return [wrong(`The mail server ${host} can’t be used (${code}).`, adviceAboutMail(code))];
  }
};
