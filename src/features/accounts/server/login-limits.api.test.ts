import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildMember, mailedToken, PASSWORD } from '#testing/factories.ts';
import { rounds } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { factorApi } from '../contract-factors.ts';
import { loginApi } from '../contract-logins.ts';
import { providerApi } from '../contract-providers.ts';
import { PROOF_FAILURES_PER_DAY } from '../model/proof.ts';
import { deviceHeaders, failedLogins, requestReset, securityEvents } from './account.test-kit.ts';
import { firstStep, setUpTotp } from './factors/factors.test-kit.ts';

const app = setUpTestApp({
  RATE_LIMITS: 'on',
  LIMIT_ADDRESS: '5000',
  LIMIT_LOGIN_ADDRESS: '1000',
  LIMIT_REGISTER: '100',
  LIMIT_ACCOUNT_CHANGE: '4',
});
beforeEach(() => sql`delete from rate_limits`.execute(app.database.db));
const login = (email: string, password: string, address: string, headers = {}) =>
  app.send(accountApi.login, { email, password }, { address }, { headers });

describe('guessing a password', () => {
  it('is limited to ten tries in ten minutes from one address', async () => {
    const { email } = await buildMember(app);
    for (let i = 0; i < 10; i += 1) expect((await login(email, 'Wrong7Password', '10.0.0.1')).status).toBe(400);
    const refused = await login(email, PASSWORD, '10.0.0.1');
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(590);
    expect(seconds).toBeLessThanOrEqual(600);
    // Does not affect other accounts, or the owner at another address.
    expect((await login('nobody@skein.test', 'x', '10.0.0.1')).status).toBe(400);
    expect((await login(email, PASSWORD, '10.0.0.2')).status).toBe(200);
    await sql`update rate_limits set expire = expire - 600000 where key like 'LIMIT_LOGIN:%'`.execute(app.database.db);
    expect((await login(email, PASSWORD, '10.0.0.1')).status).toBe(200);
  });
  it('hashes at most ten times, however many concurrent tries there are', async () => {
    const { email } = await buildMember(app);
    const answers = await Promise.all(Array.from({ length: 200 }, () => login(email, 'Wrong7Password', '10.0.1.1')));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(190);
    expect(answers.filter(({ body }) => body.code === 'wrong_credentials')).toHaveLength(10);
    expect(await failedLogins(app, email)).toBe(10);
  });
  it('counts all spellings of an email address as one', async () => {
    const { email } = await buildMember(app);
    const spellings = [email, email.toUpperCase(), ` ${email}`];
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, i) => login(spellings[i % 3]!, 'Wrong7Password', '10.0.2.1')),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
  it('is counted for unknown addresses too', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => login('nobody@skein.test', 'x', '10.0.3.1')));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  });
  it('is limited by IP address across accounts', async () => {
    await sql`insert into rate_limits (key, points, expire) values ('LIMIT_LOGIN_ADDRESS:10.0.4.1', 1000, extract(epoch from now() + interval '1 hour') * 1000)`.execute(
      app.database.db,
    );
    expect((await login('nobody@skein.test', 'x', '10.0.4.1')).status).toBe(429);
    expect((await app.send(accountApi.verifyEmail, { token: 'x' }, { address: '10.0.4.1' })).status).toBe(429);
    const reset = { email: 'nobody@skein.test', password: PASSWORD };
    expect(
      (await app.send(accountApi.resetPassword, reset, { address: '10.0.4.1' }, { query: { token: 'x' } })).status,
    ).toBe(429);
  });
  it('is limited for a member’s own password too', async () => {
    const member = await buildMember(app);
    const guess = () =>
      app.send(accountApi.updatePassword, { oldPassword: 'Wrong7Guess', newPassword: 'Other7Morning' }, member);
    const answers = await Promise.all(Array.from({ length: 8 }, guess));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  });
});

describe('500 wrong passwords from 50 addresses', () => {
  const ADDRESSES = Array.from({ length: 50 }, (_, i) => `10.5.0.${i + 1}`);
  /** One try of each address. The others are only counted, unless all tests run. */
  const attack = async (email: string) => {
    const each = rounds(3, 'wrong passwords from each of 50 addresses');
    for (let i = 0; i < each; i += 1)
      await Promise.all(ADDRESSES.map((address) => login(email, 'Wrong7Password', address)));
    await sql`update rate_limits set points = points * ${10 / each}`.execute(app.database.db);
  };

  it('keep the owner out neither on a known device nor, with an emailed link, on a new one', async () => {
    const { email } = await buildMember(app);
    const known = deviceHeaders(await login(email, PASSWORD, '10.4.0.1'));
    await attack(email);
    // Not even at an address that guesses itself.
    expect((await login(email, PASSWORD, '10.5.0.1')).status).toBe(429);
    expect((await login(email, PASSWORD, '10.5.0.1', known)).status).toBe(200);

    const refused = await login(email, 'Wrong7Password', '10.4.0.2');
    expect(refused.body).toMatchObject({ code: 'wrong_credentials', details: { offersLink: true } });
    const asked = await app.send(loginApi.requestLink, { email }, { address: '10.4.0.2' });
    expect(asked.status).toBe(200);
    await app.work();
    const token = mailedToken(app, email);
    const answer = await app.send(loginApi.loginWithLink, { token }, { address: '10.4.0.2' });
    expect(answer.status).toBe(200);
    expect((await app.send(accountApi.info, {}, answer.body.data as never)).status).toBe(200);
    // Its device is known from now on. The link works once.
    expect((await login(email, PASSWORD, '10.5.0.2', deviceHeaders(answer))).status).toBe(200);
    expect((await app.send(loginApi.loginWithLink, { token })).body.code).toBe('link_invalid');
    const { facts } = (await securityEvents(app, email)).find((entry) => entry.facts.by === 'link')!;
    expect(facts).toEqual({ by: 'link', device: 'new', session: expect.any(String) });
  });
  it('leave the second step to an emailed link, too, which is spent with it', async () => {
    const member = await buildMember(app);
    const totp = await setUpTotp(app, member);
    await attack(member.email);
    await app.work();
    app.mails.length = 0;
    await app.send(loginApi.requestLink, { email: member.email }, { address: '10.4.0.5' });
    await app.work();
    const token = mailedToken(app, member.email);
    const answer = await app.send(loginApi.loginWithLink, { token }, { address: '10.4.0.5' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'second_step' } });
    const step = { token: answer.body.details!.token as string, code: totp.code(1) };
    expect((await app.send(factorApi.secondStep, step, { address: '10.4.0.5' })).body.code).toBeUndefined();
    expect((await app.send(loginApi.loginWithLink, { token })).body.code).toBe('link_invalid');
    expect((await securityEvents(app, member.email)).map(({ facts }) => facts.by)).toContain('link');
  });
  it('tell a stranger nothing about whether there is an account', async () => {
    const email = 'nobody-here@skein.test';
    await attack(email);
    expect((await login(email, 'Wrong7Password', '10.4.0.3')).body.details).toEqual({ offersLink: true });
    await app.work();
    app.mails.length = 0;
    expect((await app.send(loginApi.requestLink, { email }, { address: '10.4.0.3' })).status).toBe(200);
    await app.work();
    expect(app.mails).toEqual([]);
    expect(await app.send(loginApi.requestLink, { email }, { address: '10.4.0.3' })).toMatchObject({
      status: 429,
      body: { code: 'many_action' },
    });
  });
  it('do not give a device of another account more tries', async () => {
    const [victim, thief] = [await buildMember(app), await buildMember(app)];
    const device = deviceHeaders(await login(thief.email, PASSWORD, '10.4.0.4'));
    for (let i = 0; i < 10; i += 1) await login(victim.email, 'Wrong7Password', '10.4.0.4', device);
    expect((await login(victim.email, PASSWORD, '10.4.0.4', device)).status).toBe(429);
    expect((await login(thief.email, PASSWORD, '10.4.0.4', device)).status).toBe(200);
  });
  it('are limited for a known device too', async () => {
    const { email } = await buildMember(app);
    const known = deviceHeaders(await login(email, PASSWORD, '10.4.0.5'));
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, i) => login(email, 'Wrong7Password', `10.4.1.${i}`, known)),
    );
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
    // Others at the same address have their own count.
    expect((await login(email, PASSWORD, '10.4.0.5')).status).toBe(200);
  });
  it('are needed before a link is emailed', async () => {
    const { email } = await buildMember(app);
    expect(await app.send(loginApi.requestLink, { email })).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    });
  });
});

describe('requesting emails', () => {
  const ask = (email: string, address = '10.0.9.1') => app.send(accountApi.requestReset, { email }, { address });
  const tomorrow = () => sql`update rate_limits set expire = expire - 60000`.execute(app.database.db);

  it('is limited to once a minute, and a second request returns the wait and sends nothing', async () => {
    const { email } = await buildMember(app);
    expect((await ask(email)).status).toBe(200);
    await app.work();
    app.mails.length = 0;
    const refused = await ask(email.toUpperCase(), '10.0.9.2');
    await app.work();
    expect(app.mails).toEqual([]);
    expect(refused).toMatchObject({ status: 429, body: { code: 'many_action' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    expect(refused.body.error).toMatch(/^Only one request per minute\. Please wait \d\d more seconds\.$/);
    await tomorrow();
    expect((await ask(email)).status).toBe(200);
  });
  it('has the same limit for an unknown address', async () => {
    expect((await ask('nobody@skein.test')).status).toBe(200);
    expect((await ask('nobody@skein.test')).body.code).toBe('many_action');
  });
  it('sends one email for concurrent requests', async () => {
    const { email } = await buildMember(app);
    await app.work();
    app.mails.length = 0;
    const answers = await Promise.all(Array.from({ length: 15 }, () => ask(email)));
    await app.work();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(app.mails).toHaveLength(1);
  });
  it('is limited to five a day', async () => {
    const { email } = await buildMember(app);
    for (let i = 0; i < 5; i += 1) {
      expect((await ask(email)).status).toBe(200);
      await tomorrow();
    }
    expect(await ask(email)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  });
  it('has the same limits for the sign-up link', async () => {
    const email = 'waiting@skein.test';
    await app.send(accountApi.register, { email, password: PASSWORD, terms: true });
    const again = () => app.send(accountApi.resendVerification, { email });
    expect((await again()).status).toBe(200);
    expect((await again()).body.code).toBe('many_action');
    await tomorrow();
    expect((await again()).status).toBe(200);
    for (let i = 0; i < 3; i += 1) {
      await tomorrow();
      expect((await again()).status).toBe(200);
    }
    await tomorrow();
    expect((await again()).body.code).toBe('too_many_requests');
  });
});

describe('signing up with someone else’s address repeatedly', () => {
  it('always gets the same response, and sends five emails a day', async () => {
    const input = { email: 'flooded@skein.test', password: PASSWORD, terms: true } as const;
    for (let i = 0; i < 7; i += 1)
      expect((await app.send(accountApi.register, input, { address: `10.0.9.${i}` })).status).toBe(200);
    await app.work();
    expect(app.mails.filter(({ to }) => to === input.email)).toHaveLength(5);
  });
});

describe('guessing a proof', () => {
  const disconnect = (caller: { accessToken: string }, password: string) =>
    app.send(providerApi.disconnectGoogle, { proof: { password } }, caller);
  const NEW = 'Brand6NewDoor';

  it('is limited to ten wrong ones a day, of all calls together, until the password is reset', async () => {
    const member = await buildMember(app);
    const more = () => sql`delete from rate_limits where key like 'LIMIT_ACCOUNT_CHANGE:%'`.execute(app.database.db);
    for (let i = 0; i < 3; i += 1) expect((await disconnect(member, PASSWORD)).status).toBe(200);
    const guesses: number[] = [];
    for (let i = 0; i < PROOF_FAILURES_PER_DAY + 2; i += 2) {
      await more();
      const answers = await Promise.all([
        disconnect(member, `Wrong${i}Password`),
        app.send(accountApi.updatePassword, { oldPassword: `Wrong${i}Password`, newPassword: NEW }, member),
      ]);
      guesses.push(...answers.map(({ status }) => status));
    }
    expect(guesses).toEqual([...Array.from({ length: PROOF_FAILURES_PER_DAY }, () => 400), 429, 429]);
    await more();
    expect((await disconnect(member, PASSWORD)).status).toBe(429);
    const token = await requestReset(app, member.email);
    await app.send(accountApi.resetPassword, { email: member.email, password: NEW }, {}, { query: { token } });
    const again = await app.call(accountApi.login, { email: member.email, password: NEW });
    expect((await disconnect(again, NEW)).status).toBe(200);
  });
});

describe('guessing the second step', () => {
  const tries = (token: string, given: object, address: string) =>
    app.send(factorApi.secondStep, { token, ...given }, { address });

  it('is limited to five tries in ten minutes from one address, and a hundred a day from all', async () => {
    const member = await buildMember(app);
    const { recoveryCodes } = await setUpTotp(app, member);
    await sql`delete from rate_limits`.execute(app.database.db);
    const token = await firstStep(app, member);
    for (let i = 0; i < 5; i += 1) expect((await tries(token, { code: '000000' }, '10.0.1.1')).status).toBe(400);
    const given = { recoveryCode: recoveryCodes[0] };
    expect((await tries(token, given, '10.0.1.1')).status).toBe(429);
    expect((await tries(token, given, '10.0.1.2')).status).toBe(200);
    await sql`update rate_limits set points = 100 where key like 'second-step-day:%'`.execute(app.database.db);
    const another = { recoveryCode: recoveryCodes[1] };
    expect((await tries(token, another, '10.0.1.3')).status).toBe(429);
    // A person who guesses knows the password, so a new one ends it.
    const caller = { accessToken: member.accessToken };
    await app.call(accountApi.updatePassword, { oldPassword: PASSWORD, newPassword: 'Fresh7Morning' }, caller);
    const { body } = await login(member.email, 'Fresh7Morning', '10.0.1.3');
    expect((await tries(body.details!.token as string, another, '10.0.1.3')).status).toBe(200);
  });
});
