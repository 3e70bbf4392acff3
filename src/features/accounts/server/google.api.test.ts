import { jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { DAY, MINUTE } from '#core/time.ts';
import { createSignIn } from '#platform/sign-in/openid.ts';
import { buildMember, mailedToken, PASSWORD, reportedLoginToken } from '#testing/factories.ts';
import { type PersonThere, startOpenidProvider } from '#testing/openid-provider.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { factorApi } from '../contract-factors.ts';
import { loginApi } from '../contract-logins.ts';
import { providerApi } from '../contract-providers.ts';
import { buildUnverified, requestReset } from './account.test-kit.ts';
import { setUpTotp } from './factors/factors.test-kit.ts';
import { type BroughtBack, visitGoogle } from './provider.test-kit.ts';

const provider = await startOpenidProvider('http://localhost:3000');
afterAll(() => provider.stop());
const app = setUpTestApp(provider.env);

let count = 0;
const newPerson = (of: Partial<PersonThere> = {}): PersonThere => {
  count += 1;
  return { subject: `there-${count}`, email: `person${count}@gmail.test`, verified: true, ...of };
};
beforeEach(() => {
  provider.visitor = newPerson();
  provider.tamper = null;
  provider.forges = false;
  provider.fails = false;
});

const visit = (query: Record<string, string> = {}) => visitGoogle(app, query);
const finish = ({ answer, cookie }: Pick<BroughtBack, 'answer' | 'cookie'>) =>
  app.send(providerApi.loginWithGoogle, answer, {}, { headers: { cookie } });
const login = async (person = provider.visitor!) => {
  provider.visitor = person;
  return finish(await visit());
};
const meOf = async (answer: { body: { data?: unknown } }) =>
  app.call(accountApi.info, {}, answer.body.data as { accessToken: string });
const rows = async (table: 'accounts' | 'sessions') =>
  Number((await app.database.pool.query(`select count(*) as n from ${table}`)).rows[0].n);
const mailsTo = async (email: string) => {
  await app.work();
  return app.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
};

describe('a login that its owner disowns', () => {
  const disown = async (email: string) => {
    await app.work();
    await app.call(loginApi.disownLogin, { token: reportedLoginToken(app, email) });
    await app.work();
    const link = await app.call(accountApi.checkResetLink, { token: mailedToken(app, email) });
    return link.connections;
  };
  const enter = async (email: string) => {
    const { body } = await app.send(accountApi.login, { email, password: PASSWORD });
    return body.data as { accessToken: string };
  };

  it('loses the Google account that was connected since', async () => {
    const member = await buildMember(app);
    const thief = await enter(member.email);
    const stranger = newPerson();
    provider.visitor = stranger;
    const { answer, cookie } = await visit({ connect: '1' });
    const proven = { ...answer, proof: { password: PASSWORD } };
    await app.send(providerApi.connectGoogle, proven, thief, { headers: { cookie } });
    expect((await meOf(await login(stranger))).id).toBe(member.id);
    expect(await disown(member.email)).toEqual([]);
    expect((await meOf(await login(stranger))).id).not.toBe(member.id);
  });

  it('loses the Google account that it has connected itself', async () => {
    const member = await buildMember(app);
    await login(newPerson({ email: member.email }));
    expect(await disown(member.email)).toEqual([]);
  });

  it('leaves a Google account from before', async () => {
    const person = newPerson();
    const member = await buildMember(app, { email: person.email });
    await login(person);
    await app.clock.advance(MINUTE);
    await app.work();
    app.mails.length = 0;
    await app.send(accountApi.login, { email: member.email, password: PASSWORD }, { address: '10.6.1.1' });
    expect(await disown(member.email)).toMatchObject([{ provider: 'google' }]);
  });
});

describe('login with Google to an account with a second factor', () => {
  it('takes the second step, before which nothing is connected', async () => {
    const member = await buildMember(app);
    const totp = await setUpTotp(app, member);
    const asked = await login(newPerson({ email: member.email }));
    expect(asked).toMatchObject({ status: 409, body: { code: 'second_step', details: { totp: true, from: '/' } } });
    expect((await app.call(accountApi.info, {}, member)).google).toBe(false);
    const { token } = asked.body.details as { token: string };
    const { body } = await app.send(factorApi.secondStep, { token, code: totp.code(1) });
    expect(body.data).toMatchObject({ from: '/' });
    expect(await app.call(accountApi.info, {}, member)).toMatchObject({
      google: true,
      proofs: ['password', 'totp', 'provider'],
    });
  });
});

describe('login with Google', () => {
  it('starts with a cookie that scripts can’t read, and asks only for the identity', async () => {
    const { headers, statusCode } = await app.app.http.inject({ url: '/auth/google?from=/story/1' });
    expect(statusCode).toBe(303);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['set-cookie']).toMatch(/^skein_google=[\w.-]+; Path=\/api; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const { searchParams } = new URL(String(headers.location));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:3000/auth/google/callback',
    });
    expect(searchParams.get('state')!.length).toBeGreaterThan(40);
    expect(searchParams.get('nonce')!.length).toBeGreaterThan(40);
  });

  it('creates an active account with a free name, and returns to the page where it started', async () => {
    const person = provider.visitor!;
    const from = `${to.voting({ roundId: '12' }, { entry: 3 })}#vote`;
    const answer = await finish(await visit({ from }));
    expect(answer).toMatchObject({ status: 200, body: { data: { from } } });
    // The cookie is no longer needed.
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^skein_google=; Path=\/api; Max-Age=0;/),
      expect.stringMatching(/^skein_device=[\w-]{43}; /),
    ]);
    expect(await meOf(answer)).toMatchObject({
      email: person.email,
      username: expect.stringMatching(/^writer_/),
      google: true,
      hasPassword: false,
      passwordChangedAt: null,
    });
    expect(await mailsTo(person.email)).toEqual([]);
    const before = await rows('accounts');
    expect((await meOf(await login(person))).email).toBe(person.email);
    expect(await rows('accounts')).toBe(before);
  });

  it('recognizes a member by their Google id, not by their address', async () => {
    const person = provider.visitor!;
    const first = await meOf(await login());
    const moved = { ...person, email: `moved-${person.email}` };
    expect((await meOf(await login(moved))).id).toBe(first.id);
    expect((await meOf(await login(moved))).email).toBe(person.email);
    // The old address now belongs to someone else at Google.
    expect(await login(newPerson({ email: person.email }))).toMatchObject({
      status: 409,
      body: { code: 'google_taken' },
    });
  });

  it('connects a confirmed account with the same address, and notifies its owner', async () => {
    const member = await buildMember(app);
    app.mails.length = 0;
    const answer = await login(newPerson({ email: member.email.toUpperCase() }));
    expect(await meOf(answer)).toMatchObject({ id: member.id, google: true, hasPassword: true });
    expect((await mailsTo(member.email)).sort()).toEqual([
      'Google is now connected to your account on Skein',
      'New login to your account on Skein',
    ]);
    // The password and the session belong to the member, and stay valid.
    expect((await app.send(accountApi.info, {}, member)).status).toBe(200);
    expect((await app.send(accountApi.login, { email: member.email, password: PASSWORD })).status).toBe(200);
  });

  it('discards a sign-up that a stranger started with the address', async () => {
    const { email } = provider.visitor!;
    const squatters = await buildUnverified(app, email);
    const theirReset = await requestReset(app, email);
    const answer = await login();
    expect(await meOf(answer)).toMatchObject({ email, hasPassword: false, google: true });
    expect(await app.send(accountApi.login, { email, password: PASSWORD })).toMatchObject({
      body: { code: 'wrong_credentials' },
    });
    expect(await app.send(accountApi.verifyEmail, { token: squatters })).toMatchObject({
      body: { code: 'link_invalid' },
    });
    expect(
      await app.send(
        accountApi.resetPassword,
        { email, password: 'Their5Password' },
        {},
        { query: { token: theirReset } },
      ),
    ).toMatchObject({ body: { code: 'link_invalid' } });
  });

  it.each([{ ban: true }, { ban: false }])('refuses restricted members: %j', async ({ ban }) => {
    const person = provider.visitor!;
    const { id } = await meOf(await login());
    const until = ban ? {} : { until: new Date(app.clock.now().getTime() + DAY) };
    await app.database.db
      .updateTable('accounts')
      .set({ status: ban ? 'banned' : 'suspended', suspended_until: until.until ?? null, status_reason: 'Spam' })
      .where('id', '=', id)
      .execute();
    const before = await rows('sessions');
    expect(await login(person)).toMatchObject({
      status: 403,
      body: { code: 'banned', details: { reason: 'Spam', until: until.until?.toISOString() ?? null } },
    });
    expect(await rows('sessions')).toBe(before);
    if (!ban) {
      await app.clock.advance(DAY);
      expect((await login(person)).status).toBe(200);
    }
  });

  it('creates one account for concurrent callbacks', async () => {
    const before = await rows('accounts');
    const back = await Promise.all(Array.from({ length: 6 }, () => visit()));
    const answers = await Promise.all(back.map(finish));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(await Promise.all(answers.map(async (answer) => (await meOf(answer)).id))).size).toBe(1);
    expect(await rows('accounts')).toBe(before + 1);
  });
});

describe('a login with Google is refused for', () => {
  const refusals: [string, string, (back: BroughtBack) => Promise<BroughtBack> | BroughtBack][] = [
    ['another state', 'google_state_lost', (back) => ({ ...back, answer: { ...back.answer, state: 'x'.repeat(43) } })],
    ['the cookie of another visit', 'google_state_lost', async (back) => ({ ...back, cookie: (await visit()).cookie })],
    ['no cookie', 'google_state_lost', (back) => ({ ...back, cookie: '' })],
    ['a forged cookie', 'google_state_lost', (back) => ({ ...back, cookie: `${back.cookie.slice(0, -2)}AA` })],
    [
      'another verifier',
      'google_refused',
      async (back) => {
        const key = app.deps.secrets.key('google-flow');
        const { payload, protectedHeader } = await jwtVerify(back.cookie.split('=', 2)[1]!, key);
        const flow = { ...payload, verifier: 'v'.repeat(43) };
        return {
          ...back,
          cookie: `skein_google=${await new SignJWT(flow).setProtectedHeader(protectedHeader).sign(key)}`,
        };
      },
    ],
    ['another code', 'google_refused', (back) => ({ ...back, answer: { ...back.answer, code: 'x'.repeat(43) } })],
    [
      'another issuer',
      'google_refused',
      (back) => ({ ...back, answer: { ...back.answer, iss: 'https://evil.example' } }),
    ],
    ['no code', 'google_cancelled', ({ answer: { state }, ...back }) => ({ ...back, answer: { state } })],
  ];
  it.each(refusals)('%s', async (_name, code, change) => {
    const before = [await rows('accounts'), await rows('sessions')];
    const { answer, cookie } = await change(await visit({ from: to.story({ storyId: '1' }) }));
    const refused = await finish({ answer, cookie });
    expect(refused).toMatchObject({ status: 400, body: { code } });
    if (code !== 'google_state_lost') expect(refused.body.details).toEqual({ from: to.story({ storyId: '1' }) });
    expect([await rows('accounts'), await rows('sessions')]).toEqual(before);
  });

  it('an identity token signed by someone else, but not for a re-signed one', async () => {
    provider.tamper = (claims) => ({ ...claims });
    expect((await login()).status).toBe(200);
    provider.forges = true;
    expect(await login(newPerson())).toMatchObject({ status: 400, body: { code: 'google_refused' } });
  });

  const tampered: [string, (claims: Record<string, unknown>) => Record<string, unknown>][] = [
    ['nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['no nonce', ({ nonce: _, ...claims }) => claims],
    ['aud', (claims) => ({ ...claims, aud: 'another-client' })],
    ['iss', (claims) => ({ ...claims, iss: 'https://accounts.google.com' })],
    ['expired', (claims) => ({ ...claims, iat: 1_700_000_000, exp: 1_700_003_600 })],
  ];
  it.each(tampered)('an invalid identity token: %s', async (_name, tamper) => {
    const before = await rows('accounts');
    provider.tamper = tamper;
    expect(await login()).toMatchObject({ status: 400, body: { code: 'google_refused' } });
    expect(await rows('accounts')).toBe(before);
  });

  it('an address that Google has not verified', async () => {
    const member = await buildMember(app);
    for (const email of [member.email, 'nobody-yet@gmail.test'])
      expect(await login(newPerson({ email, verified: false }))).toMatchObject({
        status: 400,
        body: { code: 'google_email_unverified' },
      });
    expect((await app.call(accountApi.info, {}, member)).google).toBe(false);
  });

  it('a code that has been used, also concurrently', async () => {
    const back = await visit();
    const answers = await Promise.all(Array.from({ length: 5 }, () => finish(back)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'google_state_lost' });
    expect(await finish(back)).toMatchObject({ body: { code: 'google_state_lost' } });
  });

  it('a flow of more than ten minutes', async () => {
    const back = await visit();
    await app.clock.advance(10 * MINUTE);
    expect(await finish(back)).toMatchObject({ status: 400, body: { code: 'google_state_lost' } });
  });

  it('a flow that was started to connect an account, and the other way round', async () => {
    const member = await buildMember(app);
    expect(await finish(await visit({ connect: '1' }))).toMatchObject({ body: { code: 'google_state_lost' } });
    const { answer, cookie } = await visit();
    const proven = { ...answer, proof: { password: PASSWORD } };
    expect(await app.send(providerApi.connectGoogle, proven, member, { headers: { cookie } })).toMatchObject({
      body: { code: 'google_state_lost' },
    });
  });

  it('a missing response from Google, with its own error', async () => {
    const back = await visit({ from: to.story({ storyId: '1' }) });
    provider.fails = true;
    expect(await finish(back)).toMatchObject({
      status: 503,
      body: { code: 'google_unavailable', details: { from: to.story({ storyId: '1' }) } },
    });
    // If Google can’t even be reached at the start, the callback page shows it.
    const google = createSignIn(
      'google',
      { name: 'Google', clientId: 'c', clientSecret: 's', issuer: new URL('http://127.0.0.1:9') },
      app.deps.config.publicUrl,
    );
    await expect(google.begin('', 'en')).rejects.toMatchObject({ code: 'google_unavailable' });
  });

  it('a login that was canceled at Google, with the page where it started', async () => {
    provider.visitor = null;
    const { answer, cookie } = await visit({ from: to.about() });
    expect(answer).toMatchObject({ error: 'access_denied', state: expect.any(String) });
    expect(await finish({ answer: { state: answer.state }, cookie })).toMatchObject({
      body: { code: 'google_cancelled', details: { from: to.about() } },
    });
  });
});
