import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { drainJobs } from '#platform/jobs/worker.ts';
import { createSmtpMailer } from '#platform/mail/mailer.ts';
import { createApp } from '#server/app.ts';
import { createDeps } from '#server/deps.ts';
import { allJobs } from '#server/regular.job.ts';
import { PASSWORD } from '#testing/factories.ts';
import { setUpTestApp, testConfig } from '#testing/test-app.ts';

const app = setUpTestApp();

/** Returns a mail server that can be stopped and restarted on its port. */
function createMailServer() {
  const received: string[] = [];
  let server: SMTPServer | null = null;
  let port = 0;
  return {
    received,
    get url() {
      return `smtp://127.0.0.1:${port}`;
    },
    async start() {
      server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        onData(stream, _session, done) {
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('end', () => {
            received.push(Buffer.concat(chunks).toString());
            done();
          });
        },
      });
      const listening = server;
      await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve));
      port = (listening.server.address() as AddressInfo).port;
    },
    stop: () => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())),
  };
}

it('an unavailable mail server loses no emails and slows down no requests', async () => {
  const mailServer = createMailServer();
  await mailServer.start();
  const config = {
    ...testConfig({ SMTP_URL: mailServer.url, MAIL_FROM: 'Skein <post@skein.test>' }),
    dataDir: app.deps.config.dataDir,
  };
  const { database } = app;
  const mailer = createSmtpMailer(config, mailServer.url);
  const deps = createDeps({
    config,
    secretKey: 'a secret of tests that is long enough',
    database,
    log: app.deps.log,
    mailer,
  });
  const site = await createApp(deps, database, app.deps.log as never, { maxEventLoopDelay: Number.POSITIVE_INFINITY });
  const work = () => drainJobs(allJobs, deps, database.pool);
  await mailServer.stop();

  const start = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      site.http.inject({
        method: 'POST',
        url: '/api/user/register',
        payload: { email: `away${i}@skein.test`, password: PASSWORD },
      }),
    ),
  );
  expect((performance.now() - start) / answers.length).toBeLessThan(1000);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));

  await work();
  const { rows } = await database.pool.query(
    'select attempts, run_at > now() as later, last_error from graphile_worker.jobs',
  );
  expect(rows).toEqual(
    Array(10).fill({
      attempts: 1,
      later: true,
      last_error: expect.stringContaining('The mail server failed or refused'),
    }),
  );
  expect(JSON.stringify(rows)).not.toContain('away');
  expect(mailServer.received).toEqual([]);

  await mailServer.start();
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()');
  await work();
  expect(mailServer.received).toHaveLength(10);
  const mails = await Promise.all(mailServer.received.map((raw) => PostalMime.parse(raw)));
  expect(mails.map(({ to }) => to![0]!.address).toSorted()).toEqual(
    Array.from({ length: 10 }, (_, i) => `away${i}@skein.test`),
  );
  const [, token] = /verify=([\w.-]+)/.exec(mails[0]!.text!)!;
  const verified = await site.http.inject({ method: 'POST', url: '/api/user/verify_email', payload: { token } });
  expect(verified.statusCode).toBe(200);
  expect((await database.pool.query('select 1 from graphile_worker.jobs')).rows).toEqual([]);
  await site.http.close();
  await mailServer.stop();
});
