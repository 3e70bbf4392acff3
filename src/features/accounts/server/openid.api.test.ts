import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '#core/providers.ts';
import { MINUTE } from '#core/time.ts';
import { buildMember, mailedToken, PASSWORD, reportedLoginToken } from '#testing/factories.ts';
import { type OpenidProvider, type PersonThere, startOpenidProvider } from '#testing/openid-provider.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { accountDeletionApi } from '../contract-account-deletion.ts';
import { loginApi } from '../contract-logins.ts';
import { providerApi } from '../contract-providers.ts';
import { buildUnverified } from './account.test-kit.ts';
import { type BroughtBack, visitProvider } from './provider.test-kit.ts';

const google = await startOpenidProvider('http://localhost:3000', 'google');
const openid = await startOpenidProvider('http://localhost:3000', 'openid');
const THERE: Record<Provider, OpenidProvider> = { google, openid };
afterAll(() => Promise.all([google.stop(), openid.stop()]));
const app = setUpTestApp({
  ...google.env,
  ...openid.env,
  RATE_LIMITS: 'on',
  LIMIT_ADDRESS: '5000',
  LIMIT_LOGIN_ADDRESS: '1000',
  LIMIT_REGISTER: '100',
});

let count = 0;
const newPerson = (of: Partial<PersonThere> = {}): PersonThere => {
  count += 1;
  return { subject: `there-${count}`, email: `person${count}@there.test`, verified: true, ...of };
};
beforeEach(() => {
  for (const there of Object.values(THERE)) {
    there.visitor = newPerson();
    there.tamper = null;
    there.forges = false;
    there.fails = false;
    there.misbehaves = null;
  }
  app.mails.length = 0;
});

const LOGIN = { google: providerApi.loginWithGoogle, openid: providerApi.loginWithOpenid } as const;
const finish = (provider: Provider, { answer, cookie }: Pick<BroughtBack, 'answer' | 'cookie'>) =>
  app.send(LOGIN[provider], answer, {}, { headers: { cookie } });
const login = async (provider: Provider, person = THERE[provider].visitor!) => {
  THERE[provider].visitor = person;
  return finish(provider, await visitProvider(app, provider));
};
const codeOf = (provider: Provider, failure: string) => `${provider === 'google' ? 'google' : 'provider'}_${failure}`;
const meOf = async (answer: { body: { data?: unknown } }) =>
  app.call(accountApi.info, {}, answer.body.data as { accessToken: string });
const accounts = async () => Number((await app.database.pool.query('select count(*) as n from accounts')).rows[0].n);
const mailTo = async (email: string) => {
  await app.work();
  return app.mails.filter(({ to }) => to === email);
};
const identities = async (accountId: string) =>
  await app.database.db
    .selectFrom('identities')
    .select(['provider', 'issuer', 'subject'])
    .where('account_id', '=', accountId)
    .orderBy('provider')
    .execute();

describe.each(['google', 'openid'] as const)('a login with %s is refused for', (provider) => {
  const other: Provider = provider === 'google' ? 'openid' : 'google';
  const there = THERE[provider];

  const returned: [string, string, (back: BroughtBack) => Promise<BroughtBack> | BroughtBack][] = [
    ['another state', 'state_lost', (back) => ({ ...back, answer: { ...back.answer, state: 'x'.repeat(43) } })],
    ['no cookie', 'state_lost', (back) => ({ ...back, cookie: '' })],
    [
      'what the other provider returned',
      'state_lost',
      async (back) => ({ ...(await visitProvider(app, other)), cookie: back.cookie }),
    ],
    [
      'the issuer of the other provider',
      'refused',
      (back) => ({ ...back, answer: { ...back.answer, iss: THERE[other].issuer } }),
    ],
    [
      'no issuer, which it has promised',
      'refused',
      ({ answer: { iss: _, ...answer }, ...back }) => ({ ...back, answer }),
    ],
    ['another code', 'refused', (back) => ({ ...back, answer: { ...back.answer, code: 'x'.repeat(43) } })],
    ['no code', 'cancelled', ({ answer: { state }, ...back }) => ({ ...back, answer: { state } })],
  ];
  it.each(returned)('%s', async (_name, failure, change) => {
    const before = await accounts();
    const refused = await finish(provider, await change(await visitProvider(app, provider)));
    expect(refused).toMatchObject({ status: 400, body: { code: codeOf(provider, failure) } });
    expect(await accounts()).toBe(before);
  });

  const tampered: [string, (claims: Record<string, unknown>) => Record<string, unknown>][] = [
    ['nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['no nonce', ({ nonce: _, ...claims }) => claims],
    ['aud', (claims) => ({ ...claims, aud: 'another-client' })],
    ['azp', (claims) => ({ ...claims, aud: [claims.aud, 'another'], azp: 'another' })],
    ['iss', (claims) => ({ ...claims, iss: THERE[other].issuer })],
    ['expired', (claims) => ({ ...claims, iat: 1_700_000_000, exp: 1_700_003_600 })],
    ['no iat', ({ iat: _, ...claims }) => claims],
    ['no sub', ({ sub: _, ...claims }) => claims],
    ['a sub that is too long', (claims) => ({ ...claims, sub: 'x'.repeat(256) })],
    ['a sub that can’t be stored', (claims) => ({ ...claims, sub: 'a\0b' })],
    ['a sub that would be stored as another', (claims) => ({ ...claims, sub: 'a\ud800' })],
  ];
  it.each(tampered)('an invalid identity token: %s', async (_name, tamper) => {
    const before = await accounts();
    there.tamper = tamper;
    const refused = await login(provider);
    expect([refused.status, refused.body.code]).toEqual([
      expect.any(Number),
      expect.stringMatching(/_(refused|unavailable)$/),
    ]);
    expect([400, 503]).toContain(refused.status);
    expect(await accounts()).toBe(before);
  });

  it('a token that is signed by someone else, with the secret of the client, or not at all', async () => {
    const before = await accounts();
    there.forges = true;
    expect(await login(provider)).toMatchObject({ body: { code: codeOf(provider, 'refused') } });
    there.forges = false;
    const secret = new TextEncoder().encode(there.env.OIDC_CLIENT_SECRET ?? there.env.GOOGLE_CLIENT_SECRET);
    const resigned: ((claims: Record<string, unknown>) => Promise<string>)[] = [
      (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret),
      async (claims) => new UnsecuredJWT(claims).encode(),
    ];
    for (const sign of resigned) {
      there.resigns = (token) => sign(decodeJwt(token));
      expect(await login(provider)).toMatchObject({ body: { code: codeOf(provider, 'refused') } });
    }
    there.resigns = null;
    expect(await accounts()).toBe(before);
  });

  const outages: [string, NonNullable<OpenidProvider['misbehaves']>][] = [
    [
      'HTML',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>');
        return true;
      },
    ],
    [
      'a redirect',
      (_request, response) => {
        response.writeHead(302, { location: `${THERE[other].issuer}/token` }).end();
        return true;
      },
    ],
    [
      'cut off',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"access_token":"');
        response.destroy();
        return true;
      },
    ],
    [
      'a closed connection',
      (request) => {
        request.socket.destroy();
        return true;
      },
    ],
  ];
  it.each(outages)(
    'an answer to the code that is %s, which says nothing about the login',
    async (_name, misbehaves) => {
      const back = await visitProvider(app, provider);
      there.misbehaves = (request, response) => request.url === '/token' && misbehaves(request, response);
      expect(await finish(provider, back)).toMatchObject({
        status: 503,
        body: { code: codeOf(provider, 'unavailable') },
      });
    },
  );
});

it('a provider that doesn’t answer holds up no call for more than ten seconds, and no start', async () => {
  const back = await visitProvider(app, 'openid');
  const held: { end: () => void }[] = [];
  openid.misbehaves = (_request, response) => held.push(response) > 0;
  const begun = performance.now();
  expect(await finish('openid', back)).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
  expect(performance.now() - begun).toBeLessThan(10_000);
  for (const response of held) response.end();
});

it('an endless answer is cut off long before its time is over', async () => {
  const back = await visitProvider(app, 'openid');
  let sent = 0;
  openid.misbehaves = (request, response) => {
    if (request.url !== '/token') return false;
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      do sent += 65_536;
      while (!response.destroyed && response.write(' '.repeat(65_536)));
    };
    response.on('drain', more);
    more();
    return true;
  };
  expect((await finish('openid', back)).status).toBe(503);
  expect(sent).toBeLessThan(20_000_000);
});

describe('login with the provider of the operator', () => {
  it('recognizes a member by issuer and subject, and keeps those of two providers apart', async () => {
    const person = newPerson();
    const first = await login('openid', person);
    const { id, openid: isConnected, email } = await meOf(first);
    expect([isConnected, email]).toEqual([true, person.email]);
    expect((await meOf(await login('openid', { ...person, email: 'moved@there.test' }))).id).toBe(id);
    // The same subject at Google is someone else.
    const there = await meOf(await login('google', newPerson({ subject: person.subject })));
    expect(there.id).not.toBe(id);
    expect(await identities(id)).toEqual([{ provider: 'openid', issuer: openid.issuer, subject: person.subject }]);
  });

  it('connects a confirmed account with the same verified address, and names the provider to its owner', async () => {
    const member = await buildMember(app);
    app.mails.length = 0;
    expect((await meOf(await login('openid', newPerson({ email: member.email })))).id).toBe(member.id);
    const subjects = (await mailTo(member.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Harbour is now connected to your account on Skein');
  });

  it.each(['google', 'openid'] as const)(
    'of an account that is being erased is to be started again: %s',
    async (provider) => {
      const person = newPerson();
      const { id } = await meOf(await login(provider, person));
      await app.database.pool.query("update accounts set status = 'erased' where id = $1", [id]);
      const refused = await login(provider, person);
      expect(refused).toMatchObject({ status: 400, body: { code: codeOf(provider, 'refused') } });
      expect(LOGIN[provider].errors).toContain(refused.body.code);
      // The erasure is done.
      await app.database.pool.query('update accounts set email = $2, google_subject = null where id = $1', [
        id,
        `erased-${id}`,
      ]);
      expect((await meOf(await login(provider, person))).id).not.toBe(id);
    },
  );

  it('asks again for keys that the provider has changed', async () => {
    await login('openid');
    await openid.rotateKeys();
    expect((await login('openid', newPerson())).status).toBe(200);
  });

  it('connects, proves and disconnects, but not the last way in', async () => {
    const member = await buildMember(app);
    const person = newPerson({ email: 'elsewhere@there.test', verified: false });
    openid.visitor = person;
    const back = await visitProvider(app, 'openid', { connect: '1' });
    const proven = { ...back.answer, proof: { password: PASSWORD } };
    await app.send(providerApi.connectOpenid, proven, member, { headers: { cookie: back.cookie } });
    expect(await app.call(accountApi.info, {}, member)).toMatchObject({ openid: true, proofs: ['password', 'openid'] });
    const again = await visitProvider(app, 'openid', { prove: 'user/disconnect_openid' });
    const { body } = await app.send(
      providerApi.proveWithOpenid,
      again.answer,
      {},
      { headers: { cookie: again.cookie } },
    );
    const { provider: token } = body.data as { provider: string };
    const act = { proof: { openid: token } };
    // A proof of one provider is none of another.
    expect((await app.send(providerApi.disconnectOpenid, { proof: { provider: token } }, member)).status).toBe(409);
    expect((await app.send(providerApi.disconnectOpenid, act, member)).status).toBe(200);
    expect((await app.call(accountApi.info, {}, member)).openid).toBe(false);
    // Nor is it one once its provider is disconnected: the thief may have it.
    const stolen = await visitProvider(app, 'openid', { connect: '1' });
    const once = { ...stolen.answer, proof: { password: PASSWORD } };
    await app.send(providerApi.connectOpenid, once, member, { headers: { cookie: stolen.cookie } });
    const late = await visitProvider(app, 'openid', { prove: 'user/export' });
    const kept = await app.send(providerApi.proveWithOpenid, late.answer, {}, { headers: { cookie: late.cookie } });
    const openidProof = (kept.body.data as { provider: string }).provider;
    await app.call(providerApi.disconnectOpenid, { proof: { password: PASSWORD } }, member);
    const exporting = await app.send(accountDeletionApi.export, { proof: { openid: openidProof } }, member);
    expect(exporting).toMatchObject({ status: 409, body: { code: 'prove_again' } });
    const alone = await login('openid', newPerson());
    const { accessToken } = alone.body.data as { accessToken: string };
    const prove = await visitProvider(app, 'openid', { prove: 'user/disconnect_openid' });
    const proof = await app.send(providerApi.proveWithOpenid, prove.answer, {}, { headers: { cookie: prove.cookie } });
    const last = { proof: { openid: (proof.body.data as { provider: string }).provider } };
    expect(await app.send(providerApi.disconnectOpenid, last, { accessToken })).toMatchObject({
      body: { code: 'password_missing' },
    });
  });
});

describe('a provider that vouches for no address', () => {
  const arrive = async (of: Partial<PersonThere> = {}) => {
    const refused = await login('openid', newPerson({ verified: false, ...of }));
    expect(refused).toMatchObject({ status: 409, body: { code: 'address_needed' } });
    return refused.body.details as { token: string; email: string; from: string };
  };
  const ask = async (token: string, email: string) => (await app.call(providerApi.askAddress, { token, email })).token;
  const codeFor = async (email: string) => {
    const mails = await mailTo(email);
    return /code is (\d{8})/.exec(mails.at(-1)?.text ?? '')?.[1];
  };

  it('keeps the code of a member if a stranger types the same address', async () => {
    const typed = `shared${count}@skein.test`;
    const codeToken = await ask((await arrive()).token, typed);
    const code = (await codeFor(typed))!;
    // A minute later
    await app.database.pool.query('delete from rate_limits');
    const theirs = await ask((await arrive()).token, typed);
    expect((await app.send(providerApi.confirmAddress, { token: codeToken, code })).status).toBe(200);
    // The stranger’s is over with that.
    const late = (await codeFor(typed))!;
    expect((await app.send(providerApi.confirmAddress, { token: theirs, code: late })).status).toBe(400);
  });

  it('has the member type one, and creates the account with the emailed code', async () => {
    const person = newPerson({ verified: false });
    const { token, email } = await arrive(person);
    expect(email).toBe(person.email);
    const typed = `typed${count}@skein.test`;
    const codeToken = await ask(token, typed);
    const code = (await codeFor(typed))!;
    const wrong = code === '00000000' ? '11111111' : '00000000';
    expect(await app.send(providerApi.confirmAddress, { token: codeToken, code: wrong })).toMatchObject({
      status: 400,
    });
    const entered = await app.send(providerApi.confirmAddress, { token: codeToken, code });
    expect(await meOf(entered)).toMatchObject({ email: typed, openid: true, hasPassword: false });
    // The code works once, and from now on the identity is known.
    expect((await app.send(providerApi.confirmAddress, { token: codeToken, code })).status).toBe(400);
    expect((await meOf(await login('openid', person))).email).toBe(typed);
  });

  it('never connects an account by it, and tells the owner of a typed one to log in', async () => {
    const member = await buildMember(app);
    app.mails.length = 0;
    const { token } = await arrive({ email: member.email });
    const codeToken = await ask(token, member.email);
    expect((await mailTo(member.email)).map(({ subject }) => subject)).toEqual([
      'You already have an account on Skein',
    ]);
    expect((await app.send(providerApi.confirmAddress, { token: codeToken, code: '12345678' })).status).toBe(400);
    expect(await identities(member.id)).toEqual([]);
  });

  it('discards a sign-up that a stranger started with the typed address', async () => {
    const typed = `squatted${count}@skein.test`;
    const theirs = await buildUnverified(app, typed);
    const { token } = await arrive();
    const codeToken = await ask(token, typed);
    const entered = await app.send(providerApi.confirmAddress, { token: codeToken, code: (await codeFor(typed))! });
    expect(await meOf(entered)).toMatchObject({ email: typed, hasPassword: false });
    expect(await app.send(accountApi.login, { email: typed, password: PASSWORD })).toMatchObject({
      body: { code: 'wrong_credentials' },
    });
    expect(await app.send(accountApi.verifyEmail, { token: theirs })).toMatchObject({ body: { code: 'link_invalid' } });
  });

  it('has half an hour to type one, however often another is typed, and then half an hour for the code', async () => {
    const { token } = await arrive();
    const typed = (nth: string) => `late${nth}-${count}@skein.test`;
    await app.clock.advance(20 * MINUTE);
    const second = await ask(token, typed('one'));
    await app.clock.advance(9 * MINUTE);
    const third = await ask(second, typed('two'));
    const code = (await codeFor(typed('two')))!;
    await app.clock.advance(2 * MINUTE);
    for (const old of [token, second, third])
      expect(await app.send(providerApi.askAddress, { token: old, email: typed('three') })).toMatchObject({
        status: 400,
        body: { code: 'provider_state_lost' },
      });
    await app.clock.advance(27 * MINUTE);
    expect((await app.send(providerApi.confirmAddress, { token: third, code })).status).toBe(200);
  });

  it('takes five codes, and none of another browser', async () => {
    const { token } = await arrive();
    const typed = `guessed${count}@skein.test`;
    const codeToken = await ask(token, typed);
    const code = (await codeFor(typed))!;
    const wrong = code === '00000000' ? '11111111' : '00000000';
    for (let i = 0; i < 5; i += 1) await app.send(providerApi.confirmAddress, { token: codeToken, code: wrong });
    expect((await app.send(providerApi.confirmAddress, { token: codeToken, code })).status).toBe(429);
    // The token of another login has no code.
    const { token: stranger } = await arrive();
    expect((await app.send(providerApi.confirmAddress, { token: stranger, code })).status).toBe(400);
  });
});

describe('a disowned login', () => {
  it('loses the provider that it came in with, however long ago it was connected', async () => {
    const person = newPerson();
    const member = await buildMember(app, { email: person.email });
    await login('openid', person);
    // Long before the login that the owner disowns.
    await app.clock.advance(MINUTE);
    await app.work();
    app.mails.length = 0;
    await app.send(LOGIN.openid, ...(await returnFrom(person)));
    await app.work();
    await app.call(loginApi.disownLogin, { token: reportedLoginToken(app, member.email) });
    await app.work();
    const link = await app.call(accountApi.checkResetLink, { token: mailedToken(app, member.email) });
    expect(link.connections).toEqual([]);
    // The thief still has the address there. Only the member can connect it again.
    expect(await login('openid', person)).toMatchObject({ status: 409, body: { code: 'provider_other' } });
    expect(await identities(member.id)).toEqual([]);
    const { accessToken } = await resetAndLogin(member.email);
    openid.visitor = person;
    const { answer, cookie } = await visitProvider(app, 'openid', { connect: '1' });
    const proven = { ...answer, proof: { password: NEW } };
    expect((await app.send(providerApi.connectOpenid, proven, { accessToken }, { headers: { cookie } })).status).toBe(
      200,
    );
    expect((await meOf(await login('openid', person))).id).toBe(member.id);
  });

  const NEW = `${PASSWORD}9`;
  const resetAndLogin = async (email: string) => {
    const set = { email, password: NEW };
    await app.send(accountApi.resetPassword, set, {}, { query: { token: mailedToken(app, email) } });
    return app.call(accountApi.login, { email, password: NEW });
  };

  /** What a thief’s browser sends after it has logged in there. */
  const returnFrom = async (person: PersonThere) => {
    openid.visitor = person;
    const { answer, cookie } = await visitProvider(app, 'openid');
    return [answer, { address: '10.9.1.1' }, { headers: { cookie } }] as const;
  };
});

describe('the columns of the version before', () => {
  it('stay the same as the rows that replace them', async () => {
    const { id } = await meOf(await login('google'));
    const column = async () =>
      (await app.database.pool.query('select google_subject as s from accounts where id = $1', [id])).rows[0].s;
    const [{ subject } = { subject: '' }] = await identities(id);
    expect(await column()).toBe(subject);
    // A process of that version connects another Google account.
    await app.database.pool.query("update accounts set google_subject = 'of-before' where id = $1", [id]);
    expect(await identities(id)).toEqual([
      { provider: 'google', issuer: 'https://accounts.google.com', subject: 'of-before' },
    ]);
    await app.database.pool.query('delete from identities where account_id = $1', [id]);
    expect(await column()).toBe(null);
  });

  it('leave no row of a member whom such a process erases', async () => {
    const { id } = await meOf(await login('openid'));
    expect(await identities(id)).toHaveLength(1);
    await app.database.pool.query("update accounts set status = 'erased' where id = $1", [id]);
    expect(await identities(id)).toEqual([]);
  });
});
