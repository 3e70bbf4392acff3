import { type Config, isLoopback } from '#platform/config.ts';
import type { Deps } from '#platform/context.ts';
import { MailError } from '#platform/mail/mail-error.ts';

/** What to do about a failure of the mail server, by its code. */
const ADVICE: Readonly<Record<string, string>> = {
  ETLS: 'It offers no valid TLS, so Skein sends it neither credentials nor emails. If the connection is safe in another way, add ?tls=off to SMTP_URL.',
  EAUTH: 'It refused the credentials in SMTP_URL.',
  EDNS: 'Its name in SMTP_URL can’t be resolved.',
  ETIMEDOUT: 'It didn’t answer in time.',
};
const OTHER_ADVICE = 'Check SMTP_URL.';

/** Returns whether emails of this site stay in its outbox although it has a public URL. */
const lacksMailServer = ({ smtpUrl, publicUrl }: Config) =>
  smtpUrl === null && publicUrl.protocol === 'https:' && !isLoopback(publicUrl);

/** Tries the mail server once, and logs whether it can be used. Says what is wrong without stopping the start. */
export async function reportMailServer({
  config,
  mailer,
  log,
}: Pick<Deps, 'config' | 'mailer' | 'log'>): Promise<void> {
  if (lacksMailServer(config))
    log.warn(
      'SMTP_URL is not set, so members get no emails: each is written to a file in DATA_DIR/outbox, and its link to this log. Anyone who reads them can log in as its recipient.',
    );
  if (config.smtpUrl === null) return;
  const { host: server } = new URL(config.smtpUrl);
  try {
    await mailer.check();
    log.info({ server }, 'The mail server accepts connections');
  } catch (error) {
    const code = error instanceof MailError ? error.code : 'unknown';
    log.warn(
      { server, code },
      `Emails can’t be sent right now. ${ADVICE[code] ?? OTHER_ADVICE} They are kept and retried.`,
    );
  }
}
