import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/endpoint.ts';
import type { Deps } from '#platform/context.ts';
import { drainJobs } from '#platform/jobs/worker.ts';
import { createLog } from '#platform/log/log.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { type App, createApp } from '#server/app.ts';
import { createDeps } from '#server/deps.ts';
import { allJobs } from '#server/regular.job.ts';
import { rounds } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';

// A second app on the test app’s database, with its log captured.
const app = setUpTestApp();
const logged: string[] = [];
const mails: Mail[] = [];
let deps: Deps;
let site: App;
/** While true, the mail server fails with an error that names the recipient, as mail servers do. */
let refusing = false;

beforeAll(async () => {
  const log = createLog('trace', { write: (line) => logged.push(line) });
  deps = createDeps({
    config: { ...app.deps.config, rateLimits: true },
    secretKey: 'a secret of this test that is long enough',
    database: app.database,
    log,
    mailer: {
      async send(mail) {
        mails.push(mail);
        if (refusing) throw new Error('The mail server failed or refused: EENVELOPE 550');
      },
      check: async () => {},
    },
  });
  site = await createApp(deps, app.database, log, { maxEventLoopDelay: Number.POSITIVE_INFINITY });
  return () => site.http.close();
});

const email = 'secret.reader@skein.test';
const passwords = ['Quiet7Harbour', 'Fresh7Morning', 'Other7Meadow', 'Wrong7Password'];
const secrets = new Set<string>();
async function call(
  endpoint: Endpoint,
  input: object,
  extras: { token?: string; query?: Record<string, string> } = {},
) {
  const response = await site.http.inject({
    method: endpoint.method,
    url: `/api/${endpoint.path}?${new URLSearchParams(extras.query)}`,
    headers: extras.token ? { authorization: extras.token } : {},
    ...(endpoint.method === 'POST' ? { payload: input } : {}),
  });
  const { data } = response.json();
  for (const name of ['accessToken', 'refreshToken'] as const) if (data?.[name]) secrets.add(data[name]);
  return data as { accessToken: string; refreshToken: string };
}
const work = () => drainJobs(allJobs, deps, app.database.pool);
function mailed(): string {
  const token = new URL(mails.at(-1)!.link!).search.split('=')[1]!;
  secrets.add(token);
  return token;
}

/** Returns every row of every table as text, with bytes in hexadecimal. */
async function dump(): Promise<Map<string, string>> {
  const { rows: tables } = await app.database.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await app.database.pool.query(`select row_to_json(t)::text as row from ${name} t`);
    texts.set(name, rows.map(({ row }) => row).join('\n'));
  }
  return texts;
}
/** Returns a secret in every form that it could have been stored in. */
function formsOf(secret: string): string[] {
  const proof = secret.split('.').at(-1)!;
  const bytes = Buffer.from(proof, 'base64url');
  return [
    proof,
    bytes.toString('hex'),
    bytes.toString('base64').replaceAll('/', '\\/'),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64'),
  ];
}
async function expectNoSecrets() {
  const texts = await dump();
  texts.set('the log', logged.join(''));
  for (const [place, text] of texts) {
    for (const secret of secrets)
      for (const form of formsOf(secret)) expect(text.includes(form), `${form} in ${place}`).toBe(false);
    for (const password of passwords) expect(text.includes(password), `${password} in ${place}`).toBe(false);
    if (place !== 'public.accounts') expect(text.includes('secret.reader'), `the address in ${place}`).toBe(false);
  }
  expect(texts.get('public.accounts')).toContain(email);
}

describe('passwords, tokens and addresses', () => {
  it('are in no table and no log line, whatever a member does', async () => {
    const [first, second, third, wrong] = passwords as [string, string, string, string];
    await call(accountApi.register, { email, password: first, terms: true });
    await expectNoSecrets();
    refusing = true;
    await work();
    await expectNoSecrets();
    refusing = false;
    await app.database.pool.query('update graphile_worker._private_jobs set run_at = now()');
    await work();

    const member = await call(accountApi.verifyEmail, { token: mailed() });
    await call(accountApi.info, {}, { token: member.accessToken });
    await call(accountApi.login, { email, password: wrong });
    const other = await call(accountApi.login, { email, password: first });
    const next = await call(accountApi.refresh, { token: other.refreshToken, rotate: true });
    await call(accountApi.refresh, { token: next.refreshToken, rotate: true });
    await call(accountApi.refresh, { token: other.refreshToken, rotate: true });
    await call(accountApi.updatePassword, { oldPassword: first, newPassword: second }, { token: member.accessToken });
    await call(accountApi.requestReset, { email });
    await call(accountApi.register, { email, password: wrong, terms: true });
    await expectNoSecrets();
    await work();
    const reset = mails.findLast(({ link }) => link?.includes('reset'))!;
    const token = new URL(reset.link!).searchParams.get('token')!;
    secrets.add(token);
    await call(accountApi.resetPassword, { email, password: third }, { query: { token } });
    const last = await call(accountApi.login, { email, password: third });
    await call(accountApi.logout, { token: last.refreshToken });
    await work();
    expect(secrets.size).toBeGreaterThanOrEqual(9);
    await expectNoSecrets();
  });

  it('are in no log line when a request fails', async () => {
    const [token] = secrets;
    await call(accountApi.bySlug, {}, { query: { slug: email } });
    await call(accountApi.login, { email, password: passwords[0]!, [email]: token });
    await call(accountApi.refresh, { token: `${token}\u0000` });
    await call(accountApi.info, {}, { token: `${token}x` });
    await site.http.inject({
      method: 'POST',
      url: `/api/user/login?token=${token}`,
      headers: { 'content-type': 'application/json' },
      payload: `{"email":"${email}`,
    });
    await site.http.inject({ url: `/api/%zz?token=${token}&email=${email}` });
    // Internal errors are logged with their cause.
    const before = logged.length;
    await app.owner.pool.query('alter table sessions rename to sessions_away');
    await call(accountApi.login, { email, password: passwords[2]! });
    await call(accountApi.refresh, { token: token! });
    await app.owner.pool.query('alter table sessions_away rename to sessions');
    expect(logged.slice(before).join('')).toContain('"internal"');
    await expectNoSecrets();
  });

  it('are in no log line of many requests that have them in every place', { timeout: 600_000 }, async () => {
    const known = [...secrets];
    const count = rounds(60, 'requests with secrets');
    const paths = ['user/info', 'user/refresh_token', 'user/login', 'user/reset_password', 'story/search', 'nowhere'];
    for (let i = 0; i < count; i += 1) {
      const token = known[i % known.length]!;
      const password = passwords[i % passwords.length]!;
      const path = paths[i % paths.length]!;
      const asked =
        i % 4 === 0 ? `/${path}?token=${token}&q=${email}` : `/api/${path}?token=${token}&email=${email}&q=${password}`;
      const headers = {
        authorization: `Bearer ${token}`,
        cookie: `session=${token}`,
        referer: `https://skein.test/?token=${token}`,
      };
      if (i % 2 === 0) await site.http.inject({ url: asked, headers });
      else
        await site.http.inject({
          method: 'POST',
          url: asked,
          headers: { ...headers, 'content-type': 'application/json' },
          payload:
            i % 3 === 0
              ? `{"email":"${email}","password":"${password}"`
              : { email, password, token, newPassword: password },
        });
    }
    const lines = logged.join('');
    for (const secret of [...known.flatMap(formsOf), ...passwords, 'secret.reader'])
      expect(lines).not.toContain(secret);
    await expectNoSecrets();
  });
});
