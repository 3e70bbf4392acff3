import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { drawSocialImage } from '#features/stories/server/draw-social-image.job.ts';
import type { Deps } from '#platform/context.ts';
import { drainJobs } from '#platform/jobs/worker.ts';
import { createSmtpMailer } from '#platform/mail/mailer.ts';
import { allJobs } from '#server/regular.job.ts';
import type { TestApp } from './test-app.ts';

/** A mail server that keeps what it gets. */
export interface MailServer {
  readonly url: string;
  /** What arrived, parsed, in the order of arrival. */
  readonly mails: Email[];
  /** Addresses that it refuses for good. */
  readonly refused: Set<string>;
  /** While true, it accepts emails and says that it failed. */
  isFailing: boolean;
  stop: () => Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: Email[] = [];
  const refused = new Set<string>();
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(refused.has(address) ? Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }) : undefined);
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        mails.push(await PostalMime.parse(Buffer.concat(chunks)));
        done(server.isFailing ? Object.assign(new Error('Try later'), { responseCode: 451 }) : null);
      });
    },
  };
  const smtp = new SMTPServer(options);
  // A client that is killed in the middle of an email resets its connection; that must not end the test.
  smtp.on('error', () => {});
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const server: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refused,
    isFailing: false,
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
  return server;
}

/** Runs all jobs that are due, with emails through this mail server. */
export async function workWithMail(app: TestApp, { url }: MailServer, given: Deps = app.deps): Promise<void> {
  const config = { ...given.config, smtpUrl: url, mailFrom: 'Skein <post@skein.test>' };
  const deps = { ...given, config, mailer: createSmtpMailer(config, url) };
  const jobs = allJobs.filter(({ name }) => name !== drawSocialImage.name);
  await drainJobs(jobs, deps, app.database.pool);
}

export const headerOf = ({ headers }: Email, name: string) =>
  headers.find(({ key }) => key === name.toLowerCase())?.value ?? null;
