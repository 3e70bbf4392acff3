import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SMTPConnectionAuth, SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { SECOND } from '#core/time.ts';
import { isLoopback } from '../config.ts';

/** Maximum time of an attempt, in ms. */
export interface MailTimes {
  /** From the start until the server accepts the content. */
  readonly envelope: number;
  /** For the content and the answer to it. A server may check it thoroughly before it answers. */
  readonly content: number;
}
export const MAIL_TIMES: MailTimes = { envelope: 20 * SECOND, content: 60 * SECOND };

/** How to reach a mail server. */
export interface SmtpServer {
  readonly options: SMTPConnectionOptions;
  readonly auth: SMTPConnectionAuth | null;
}

/**
 * Reads `SMTP_URL`. Credentials and emails are only sent encrypted, except to a loopback address. `?tls=off` is the way
 * out, for servers behind a connection that is safe in another way.
 */
export async function readSmtpUrl(smtpUrl: string, times: MailTimes): Promise<SmtpServer> {
  const { parseConnectionUrl } = await import('nodemailer/lib/shared');
  const url = new URL(smtpUrl);
  const isPlain = url.searchParams.get('tls') === 'off';
  url.searchParams.delete('tls');
  const { auth, ...given } = parseConnectionUrl(url.href);
  return {
    options: {
      ...given,
      requireTLS: !given.secure && !isPlain && !isLoopback(url),
      ignoreTLS: isPlain,
      connectionTimeout: times.envelope,
      greetingTimeout: times.envelope,
      dnsTimeout: times.envelope,
      socketTimeout: times.content,
      socketCloseTimeout: SECOND,
    },
    auth: auth ?? null,
  };
}

interface Delivery {
  readonly envelope: { from?: string | false | undefined; to?: string[] | undefined };
  readonly content: Buffer;
}

/**
 * Sends an email, or without one only connects and logs in. An attempt ends within these times, whatever the server does:
 * one that answers slowly, byte by byte, would otherwise hold a lane for hours.
 */
export async function converse(server: SmtpServer, times: MailTimes, email: Delivery | null): Promise<void> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection(server.options);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = () => reject(Object.assign(new Error('The mail server took too long'), { code: 'ETIMEDOUT' }));
  let timer = setTimeout(late, times.envelope);
  const moreTime = () => {
    clearTimeout(timer);
    timer = setTimeout(late, times.content);
  };
  connection.on('error', reject);
  connection.on('end', () => reject(Object.assign(new Error('The connection was closed'), { code: 'ECONNECTION' })));
  converseOver(connection, server, email, moreTime).then(resolve, reject);
  return promise.finally(() => {
    clearTimeout(timer);
    connection.close();
  });
}

async function converseOver(
  connection: SMTPConnection,
  { auth, options }: SmtpServer,
  email: Delivery | null,
  onContent: () => void,
): Promise<void> {
  await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())));
  if (auth && (connection.allowsAuth || (options as { forceAuth?: boolean }).forceAuth))
    await new Promise<void>((resolve, reject) =>
      connection.login(auth, (error) => (error ? reject(error) : resolve())),
    );
  if (!email) return;
  // Read only once the server has accepted the command DATA.
  const content = new Readable({
    read() {
      onContent();
      this.push(email.content);
      this.push(null);
    },
  });
  await new Promise<void>((resolve, reject) =>
    connection.send(email.envelope, content, (error) => (error ? reject(error) : resolve())),
  );
}
