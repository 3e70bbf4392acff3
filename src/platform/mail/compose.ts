import type { Config } from '../config.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The link that the email is about, if any. Logged if there is no mail server. */
  link?: string;
  language: string;
  /** The same for every attempt, by which a server or reader that gets the email twice recognizes it. */
  messageId?: string;
  /** More headers, by name. */
  headers?: Readonly<Record<string, string>>;
}

/** Returns an email (RFC 5322), and its envelope: the addresses of sender and recipient. */
export async function compose(config: Config, mail: Mail) {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const message = new MailComposer({
    from: config.mailFrom,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.messageId ? { messageId: mail.messageId } : {}),
    headers: { 'Content-Language': mail.language, 'Auto-Submitted': 'auto-generated', ...mail.headers },
  }).compile();
  return { envelope: message.getEnvelope(), content: await message.build() };
}
