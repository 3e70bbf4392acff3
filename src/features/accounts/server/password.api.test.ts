import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#core/time.ts';
import { buildMember, type Member, mailedToken, PASSWORD } from '#testing/factories.ts';
import { raceForAccount } from '#testing/race.ts';
import { setUpTestApp, type WireAnswer } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { RESET_LINK_LASTS } from '../model/account-limits.ts';
import { buildUnverified, requestReset } from './account.test-kit.ts';

const app = setUpTestApp();
const NEW = 'Fresh7Morning';
const login = (email: string, password: string) => app.send(accountApi.login, { email, password });
const reset = (token: string, email: string, password = NEW) =>
  app.send(accountApi.resetPassword, { email, password }, {}, { query: { token } });
const works = async (caller: { accessToken: string }) => (await app.send(accountApi.info, {}, caller)).status === 200;
const signIn = async ({ email }: Member) => app.call(accountApi.login, { email, password: PASSWORD });
const seen = ({ status, body, headers }: WireAnswer) => ({ status, body, headers: Object.keys(headers).sort() });
const invalid = { status: 400, body: { code: 'link_invalid' } };

describe('changing the password', () => {
  it('ends the other sessions and keeps the own', async () => {
    const member = await buildMember(app);
    const others = await Promise.all(Array.from({ length: 4 }, () => signIn(member)));
    app.mails.length = 0;
    expect(
      (await app.send(accountApi.updatePassword, { oldPassword: PASSWORD, newPassword: NEW }, member)).body.data,
    ).toEqual({ ok: true });
    expect(await works(member)).toBe(true);
    expect((await app.send(accountApi.refresh, { token: member.refreshToken })).status).toBe(200);
    for (const other of others) {
      expect(await works(other)).toBe(false);
      expect((await app.send(accountApi.refresh, { token: other.refreshToken })).body.code).toBe('refresh_refused');
    }
    expect((await login(member.email, PASSWORD)).body.code).toBe('wrong_credentials');
    expect((await login(member.email, NEW)).status).toBe(200);
    await app.work();
    expect(app.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [member.email, 'Your password on Skein was changed'],
    ]);
  });
  it.each([
    [{ oldPassword: 'Wrong7Password', newPassword: NEW }, { oldPassword: 'This is not your present password.' }],
    [
      { oldPassword: PASSWORD, newPassword: PASSWORD },
      { newPassword: 'The new password must differ from the old one.' },
    ],
    [{ oldPassword: PASSWORD, newPassword: 'fresh7morning' }, { newPassword: 'An uppercase letter is missing.' }],
    [
      { oldPassword: PASSWORD, newPassword: 'Password1' },
      { newPassword: 'This password is one of those that are tried first. Choose one that is less common.' },
    ],
    [{ oldPassword: '', newPassword: NEW }, { oldPassword: 'Password cannot be empty!' }],
    [{ newPassword: NEW }, { oldPassword: 'Password cannot be empty!' }],
  ])('refuses %j and changes nothing', async (input, fields) => {
    const member = await buildMember(app);
    const other = await signIn(member);
    expect(await app.send(accountApi.updatePassword, input, member)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields },
    });
    expect(await works(other)).toBe(true);
    expect((await login(member.email, PASSWORD)).status).toBe(200);
  });
  it('is won by one of those that come at once', async () => {
    const member = await buildMember(app);
    const passwords = Array.from({ length: 10 }, (_, i) => `Fresh${i}Morning7`);
    const answers = await Promise.all(
      passwords.map((newPassword) =>
        app.send(accountApi.updatePassword, { oldPassword: PASSWORD, newPassword }, member),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const good = await Promise.all(
      passwords.map(async (password) => (await login(member.email, password)).status === 200),
    );
    expect(good).toEqual(answers.map(({ status }) => status === 200));
  });
  it('leaves no session to who signs in with the old one at that moment', async () => {
    const member = await buildMember(app);
    const [changed, entered] = await raceForAccount(app, member.id, [
      () => app.send(accountApi.updatePassword, { oldPassword: PASSWORD, newPassword: NEW }, member),
      () => login(member.email, PASSWORD),
    ]);
    expect(changed!.status).toBe(200);
    expect(entered).toMatchObject({ status: 400, body: { code: 'wrong_credentials' } });
    const { rows } = await app.database.pool.query(
      'select id::text from sessions where account_id = $1 and ended_at is null',
      [member.id],
    );
    expect(rows).toEqual([{ id: member.refreshToken.split('.')[0] }]);
  });
  it('makes a reset link that is on its way void', async () => {
    const member = await buildMember(app);
    const token = await requestReset(app, member.email);
    await app.call(accountApi.updatePassword, { oldPassword: PASSWORD, newPassword: NEW }, member);
    expect(await reset(token, member.email, 'Other7Morning')).toMatchObject(invalid);
  });
});

describe('asking for a new password', () => {
  it('is answered alike for a known and an unknown address; the known one gets a mail', async () => {
    const member = await buildMember(app);
    await app.work();
    app.mails.length = 0;
    const known = seen(await app.send(accountApi.requestReset, { email: member.email.toUpperCase() }));
    const unknown = seen(await app.send(accountApi.requestReset, { email: 'nobody@skein.test' }));
    expect(known).toEqual(unknown);
    await app.work();
    expect(app.mails).toMatchObject([
      {
        to: member.email,
        subject: 'A new password for Skein',
        link: expect.stringMatching(/^http:\/\/localhost:3000\/reset_password\?token=/),
      },
    ]);
  });
  it('leaves as much to do about an unknown address as about a known one, so that the time tells nothing', async () => {
    const member = await buildMember(app);
    const tasks = async (
      endpoint: typeof accountApi.requestReset | typeof accountApi.resendVerification,
      email: string,
    ) => {
      await app.work();
      await app.call(endpoint, { email });
      return (await app.database.pool.query('select task_identifier from graphile_worker.jobs')).rows;
    };
    for (const endpoint of [accountApi.requestReset, accountApi.resendVerification]) {
      const known = await tasks(endpoint, member.email);
      expect(known).toEqual([{ task_identifier: 'accounts.mail' }]);
      expect(await tasks(endpoint, 'nobody@skein.test')).toEqual(known);
    }
    app.mails.length = 0;
    await app.work();
    expect(app.mails).toEqual([]);
    expect((await app.database.pool.query('select 1 from graphile_worker.jobs')).rows).toEqual([]);
  });
  it('changes nothing by itself', async () => {
    const member = await buildMember(app);
    await requestReset(app, member.email);
    expect(await works(member)).toBe(true);
    expect((await login(member.email, PASSWORD)).status).toBe(200);
  });
});

describe('a reset link', () => {
  it('sets the password and ends every session', async () => {
    const member = await buildMember(app);
    const sessions = [member, ...(await Promise.all(Array.from({ length: 4 }, () => signIn(member))))];
    const token = await requestReset(app, member.email);
    app.mails.length = 0;
    expect((await reset(token, member.email)).body.data).toEqual({ ok: true });
    for (const session of sessions) {
      expect(await works(session)).toBe(false);
      expect((await app.send(accountApi.refresh, { token: session.refreshToken })).body.code).toBe('refresh_refused');
    }
    expect((await login(member.email, PASSWORD)).body.code).toBe('wrong_credentials');
    expect((await login(member.email, NEW)).status).toBe(200);
    await app.work();
    expect(app.mails.map(({ subject }) => subject)).toEqual(['Your password on Skein was changed']);
    const events = await app.database.db
      .selectFrom('security_log')
      .select('event')
      .where('account_id', '=', member.id)
      .execute();
    expect(events.map(({ event }) => event)).toContain('password_reset');
  });
  it('can be asked whether it is still good, and is not spent by that', async () => {
    const member = await buildMember(app);
    const check = (token: string) => app.send(accountApi.checkResetLink, { token });
    const token = await requestReset(app, member.email);
    for (let i = 0; i < 2; i += 1) expect((await check(token)).body.data).toEqual({ ok: true });
    expect(await check(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toMatchObject(invalid);
    expect((await check('cut')).status).toBe(400);
    expect((await reset(token, member.email)).status).toBe(200);
    expect(await check(token)).toMatchObject(invalid);
  });
  it('lasts half an hour', async () => {
    const [inTime, late] = [await buildMember(app), await buildMember(app)];
    const first = await requestReset(app, inTime.email);
    await app.clock.advance(RESET_LINK_LASTS - 20 * SECOND);
    expect((await reset(first, inTime.email)).status).toBe(200);
    const second = await requestReset(app, late.email);
    await app.clock.advance(30 * MINUTE);
    expect(await reset(second, late.email)).toMatchObject(invalid);
  });
  it('is good once, however many use it at the same time', async () => {
    const member = await buildMember(app);
    const token = await requestReset(app, member.email);
    const passwords = Array.from({ length: 20 }, (_, i) => `Fresh${i}Morning7`);
    const answers = await Promise.all(passwords.map((password) => reset(token, member.email, password)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'link_invalid')).toHaveLength(19);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)]!;
    expect((await login(member.email, winner)).status).toBe(200);
    expect(await reset(token, member.email, 'Other7Morning')).toMatchObject(invalid);
  });
  it('dies with a newer one', async () => {
    const member = await buildMember(app);
    const first = await requestReset(app, member.email);
    const second = await requestReset(app, member.email);
    expect(await reset(first, member.email)).toMatchObject(invalid);
    expect((await reset(second, member.email)).status).toBe(200);
  });
  it('is refused for another address, and stays good for its own', async () => {
    const [member, other] = [await buildMember(app), await buildMember(app)];
    const token = await requestReset(app, member.email);
    for (const email of [other.email, 'nobody@skein.test']) expect(await reset(token, email)).toMatchObject(invalid);
    expect((await login(other.email, PASSWORD)).status).toBe(200);
    expect((await reset(token, ` ${member.email.toUpperCase()} `)).status).toBe(200);
  });
  it.each([
    ['password', 'short1A', { password: 'A password has at least 8 characters.' }],
    ['password', PASSWORD, { password: 'The new password must differ from the old one.' }],
    ['email', '', { email: 'Email cannot be empty!' }],
  ])('is not spent by a wrong %s: %j', async (field, value, fields) => {
    const member = await buildMember(app);
    const token = await requestReset(app, member.email);
    const input = { email: member.email, password: NEW, [field]: value };
    expect(await app.send(accountApi.resetPassword, input, {}, { query: { token } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields },
    });
    expect(await works(member)).toBe(true);
    expect((await reset(token, member.email)).status).toBe(200);
  });
  it('that is forged opens nothing', async () => {
    const member = await buildMember(app);
    const token = await requestReset(app, member.email);
    const [id, , proof] = token.split('.') as [string, string, string];
    const verify = await buildUnverified(app, 'other-purpose@skein.test');
    for (const wrong of [
      'x',
      verify,
      member.refreshToken,
      `${id}.1.${proof}`,
      `${id}.0.${'A'.repeat(43)}`,
      `9999999999999999999.0.${proof}`,
    ])
      expect(await reset(wrong, member.email), wrong).toMatchObject(invalid);
    expect((await app.send(accountApi.resetPassword, { email: member.email, password: NEW })).body.fields).toEqual({
      token: 'This is required.',
    });
    expect(await works(member)).toBe(true);
  });
  it('is not sent any more once it is void', async () => {
    const member = await buildMember(app);
    await app.call(accountApi.requestReset, { email: member.email });
    await app.call(accountApi.updatePassword, { oldPassword: PASSWORD, newPassword: NEW }, member);
    app.mails.length = 0;
    await app.work();
    expect(app.mails.map(({ subject }) => subject)).toEqual(['Your password on Skein was changed']);
  });
});

describe('asking for a new password of an account that waits for its link', () => {
  it('gives it to the owner of the address, and not the password that a stranger registered with', async () => {
    const email = 'squatted@skein.test';
    const strangers = await buildUnverified(app, email, 'Stranger7Gate');
    app.mails.length = 0;
    const answer = seen(await app.send(accountApi.requestReset, { email }));
    expect(answer).toEqual(seen(await app.send(accountApi.requestReset, { email: 'nobody@skein.test' })));
    await app.work();
    expect(app.mails.map(({ subject }) => subject)).toEqual(['A new password for Skein']);
    expect((await reset(mailedToken(app, email), email, 'Owner7Meadow')).status).toBe(200);
    expect((await login(email, 'Owner7Meadow')).status).toBe(200);
    expect((await login(email, 'Stranger7Gate')).body.code).toBe('wrong_credentials');
    expect((await app.send(accountApi.verifyEmail, { token: strangers })).body.code).toBe('link_invalid');
  });
});
