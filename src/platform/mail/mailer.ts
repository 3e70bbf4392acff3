import type { Config } from '../config.ts';
import { compose, type Mail } from './compose.ts';
import { MailError } from './mail-error.ts';
import { converse, MAIL_TIMES, readSmtpUrl, type SmtpServer } from './smtp.ts';

export type { Mail } from './compose.ts';

export interface Mailer {
  /** Resolves when the email has been handed over. If it rejects, the job that sends it tries again. */
  send: (mail: Mail) => Promise<void>;
  /** Connects to the mail server and logs in, without sending anything. Throws MailError. */
  check: () => Promise<void>;
}

/** Sends through the mail server of `SMTP_URL`, with a connection for each email. Throws MailError. */
export function createSmtpMailer(config: Config, smtpUrl: string, times = MAIL_TIMES): Mailer {
  // The library is loaded with the first email. Most processes never send one.
  let server: Promise<SmtpServer> | null = null;
  const talk = async (email: Parameters<typeof converse>[2]) => {
    server ??= readSmtpUrl(smtpUrl, times);
    await converse(await server, times, email).catch((error) => {
      throw new MailError(error);
    });
  };
  return {
    send: async (mail) => talk(await compose(config, mail)),
    check: () => talk(null),
  };
}
