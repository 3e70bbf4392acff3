import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Log } from '../log/log.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The link that the email is about, if any. Logged if there is no mail server. */
  link?: string;
  language: string;
}

export interface Mailer {
  /** Resolves when the email has been handed over. If it rejects, the job that sends it tries again. */
  send: (mail: Mail) => Promise<void>;
  close: () => void;
}

function envelope(config: Config, mail: Mail) {
  return {
    from: config.mailFrom,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { 'Content-Language': mail.language, 'Auto-Submitted': 'auto-generated' },
  };
}

/**
 * Returns the error without the server’s message, which names the recipient and would be stored in the log and with the
 * job.
 */
function withoutNames(error: { code?: string; responseCode?: number }): Error {
  return new Error(
    ['The mail server failed or refused:', error.code ?? 'unknown', error.responseCode ?? ''].join(' ').trim(),
  );
}

/** Sends through the mail server of `SMTP_URL`. */
export function createSmtpMailer(config: Config, smtpUrl: string): Mailer {
  let transport: Transporter | null = null;
  return {
    async send(mail) {
      // Loaded with the first email. Most processes never send one.
      const { createTransport } = await import('nodemailer');
      transport ??= createTransport(smtpUrl, {
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
      } as never);
      await transport.sendMail(envelope(config, mail)).catch((error) => {
        throw withoutNames(error);
      });
    },
    close: () => transport?.close(),
  };
}

/** Used without a mail server: writes each email to a file (RFC 5322) in the outbox, and its link to the log. */
export function createOutbox(config: Config, log: Log): Mailer {
  const folder = join(config.dataDir, 'outbox');
  let count = 0;
  return {
    async send(mail) {
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js');
      const text = await new MailComposer(envelope(config, mail)).compile().build();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      count += 1;
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}-${count}.eml`;
      const fresh = join(folder, `.${name}`);
      const file = await open(fresh, 'w', 0o600);
      await file.writeFile(text);
      await file.close();
      await rename(fresh, join(folder, name));
      log.info(
        { subject: mail.subject, link: mail.link, file: name },
        'No mail server is configured; the email was written to the outbox',
      );
    },
    close: () => {},
  };
}
