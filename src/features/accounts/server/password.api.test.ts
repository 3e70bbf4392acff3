import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '#core/time.ts';
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
  it('ends the other sessions and keeps the current one', async () => {
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
    expect(app.mails.every(({ to }) => to === member.email)).toBe(true);
    // Two are written at the same time, so their order is by chance.
    expect(app.mails.map(({ subject }) => subject).toSorted()).toEqual([
      'New login to your account on Skein',
      // No device is familiar after the change except the one that made it.
      'New login to your account on Skein',
      'Your password on Skein was changed',
    ]);
  });
  it.each([
    // Leaked, which only the server knows, and made of the site’s name.
    [
      { oldPassword: PASSWORD, newPassword: 'Mailcreated5240' },
      { newPassword: 'This password is too common and easy to guess. Choose another one.' },
    ],
    [
      { oldPassword: PASSWORD, newPassword: 'MySkein2026' },
      { newPassword: 'This password is too common and easy to guess. Choose another one.' },
    ],
    [{ oldPassword: 'Wrong7Password', newPassword: NEW }, { oldPassword: 'This isn’t your current password.' }],
    [
      { oldPassword: PASSWORD, newPassword: PASSWORD },
      { newPassword: 'The new password must be different from the old one.' },
    ],
    [{ oldPassword: PASSWORD, newPassword: 'fresh7morning' }, { newPassword: 'Add an uppercase letter.' }],
    [
      { oldPassword: PASSWORD, newPassword: 'Password1' },
      { newPassword: 'This password is too common and easy to guess. Choose another one.' },
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
  it('succeeds for one of several concurrent requests', async () => {
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
  it('leaves no session to a concurrent login with the old password', async () => {
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
  it('invalidates a reset link that has been sent', async () => {
    const member = await buildMember(app);
    const token = await requestReset(app, member.email);
    await app.call(accountApi.updatePassword, { oldPassword: PASSWORD, newPassword: NEW }, member);
    expect(await reset(token, member.email, 'Other7Morning')).toMatchObject(invalid);
  });
});

describe('requesting a new password', () => {
  it('gets the same response for a known and an unknown address; the known one gets an email', async () => {
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
        subject: 'Reset your password on Skein',
        link: expect.stringMatching(/^http:\/\/localhost:3000\/reset_password\?token=/),
      },
    ]);
  });
  it('does the same work for an unknown address, so that the response time reveals nothing', async () => {
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

describe('reset link', () => {
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
    expect(app.mails.map(({ subject }) => subject).toSorted()).toEqual([
      'New login to your account on Skein',
      'Your password on Skein was reset',
    ]);
    const events = await app.database.db
      .selectFrom('security_log')
      .select('event')
      .where('account_id', '=', member.id)
      .execute();
    expect(events.map(({ event }) => event)).toContain('password_reset');
  });
  it('can be checked without being used up', async () => {
    const member = await buildMember(app);
    const check = (token: string) => app.send(accountApi.checkResetLink, { token });
    const token = await requestReset(app, member.email);
    for (let i = 0; i < 2; i += 1) expect((await check(token)).body.data).toEqual({ ok: true, connections: [] });
    expect(await check(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toMatchObject(invalid);
    expect((await check('cut')).status).toBe(400);
    expect((await reset(token, member.email)).status).toBe(200);
    expect(await check(token)).toMatchObject(invalid);
  });
  it('is valid for half an hour', async () => {
    const [inTime, late] = [await buildMember(app), await buildMember(app)];
    const first = await requestReset(app, inTime.email);
    await app.clock.advance(RESET_LINK_LASTS - 20 * SECOND);
    expect((await reset(first, inTime.email)).status).toBe(200);
    const second = await requestReset(app, late.email);
    await app.clock.advance(30 * MINUTE);
    expect(await reset(second, late.email)).toMatchObject(invalid);
  });
  it('works once, even if it is used concurrently', async () => {
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
  it('is invalidated by a newer one', async () => {
    const member = await buildMember(app);
    const first = await requestReset(app, member.email);
    const second = await requestReset(app, member.email);
    expect(await reset(first, member.email)).toMatchObject(invalid);
    expect((await reset(second, member.email)).status).toBe(200);
  });
  it('is refused for another address, and stays valid for its own', async () => {
    const [member, other] = [await buildMember(app), await buildMember(app)];
    const token = await requestReset(app, member.email);
    for (const email of [other.email, 'nobody@skein.test']) expect(await reset(token, email)).toMatchObject(invalid);
    expect((await login(other.email, PASSWORD)).status).toBe(200);
    expect((await reset(token, ` ${member.email.toUpperCase()} `)).status).toBe(200);
  });
  it.each([
    ['password', 'short1A', { password: 'Use at least 8 characters.' }],
    ['password', 'mailCreated5240', { password: 'This password is too common and easy to guess. Choose another one.' }],
    ['password', PASSWORD, { password: 'The new password must be different from the old one.' }],
    ['email', '', { email: 'Email cannot be empty!' }],
  ])('is not used up by a wrong %s: %j', async (field, value, fields) => {
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
  it('is refused if it is forged', async () => {
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
      token: 'This field is required.',
    });
    expect(await works(member)).toBe(true);
  });
  it('is not sent if it has become invalid', async () => {
    const member = await buildMember(app);
    await app.call(accountApi.requestReset, { email: member.email });
    await app.call(accountApi.updatePassword, { oldPassword: PASSWORD, newPassword: NEW }, member);
    app.mails.length = 0;
    await app.work();
    expect(app.mails.map(({ subject }) => subject)).toEqual(['Your password on Skein was changed']);
  });
});

describe('requesting a new password for an unconfirmed account', () => {
  it('lets the owner of the address set it, and discards the password that a stranger signed up with', async () => {
    const email = 'squatted@skein.test';
    const strangers = await buildUnverified(app, email, 'Stranger7Gate');
    app.mails.length = 0;
    const answer = seen(await app.send(accountApi.requestReset, { email }));
    expect(answer).toEqual(seen(await app.send(accountApi.requestReset, { email: 'nobody@skein.test' })));
    await app.work();
    expect(app.mails.map(({ subject }) => subject)).toEqual(['Reset your password on Skein']);
    expect((await reset(mailedToken(app, email), email, 'Owner7Meadow')).status).toBe(200);
    expect((await login(email, 'Owner7Meadow')).status).toBe(200);
    expect((await login(email, 'Stranger7Gate')).body.code).toBe('wrong_credentials');
    expect((await app.send(accountApi.verifyEmail, { token: strangers })).body.code).toBe('link_invalid');
  });

  it('counts them as a member from then on, as the confirmation link would', async () => {
    const email = 'stock@skein.test';
    await buildUnverified(app, email, 'Stranger7Gate');
    await app.clock.advance(2 * DAY);
    const before = app.clock.now();
    await app.send(accountApi.requestReset, { email });
    await app.work();
    await reset(mailedToken(app, email), email, 'Owner7Meadow');
    const { rows } = await app.database.pool.query(
      `select a.joined_at, l.action from accounts a
       join status_log l on l.subject_kind = 'account' and l.subject_id = a.id where a.email = $1`,
      [email],
    );
    expect(rows).toEqual([{ joined_at: expect.any(Date), action: 'verify' }]);
    expect(rows[0].joined_at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });
});
