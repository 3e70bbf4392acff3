import type { Config } from '../config.ts';
import type { Mail } from './mailer.ts';

/** Writes an email (RFC 5322), and says from whom and to whom it is sent. */
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
