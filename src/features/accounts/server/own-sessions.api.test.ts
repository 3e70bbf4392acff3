import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import { buildMember, type Member, mailedToken, PASSWORD, reportedLoginToken } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { factorApi } from '../contract-factors.ts';
import { loginApi } from '../contract-logins.ts';
import { buildUnverified, deviceHeaders, requestReset, securityEvents } from './account.test-kit.ts';
import { dropExpiredAccountRows } from './expiry.repo.ts';
import { setUpTotp } from './factors/factors.test-kit.ts';
import { createDevice } from './factors/passkey.test-kit.ts';

const app = setUpTestApp();
let member: Member;
beforeEach(async () => {
  member = await buildMember(app);
});

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
const signIn = async (userAgent: string) => {
  const input = { email: member.email, password: PASSWORD };
  const { body } = await app.send(accountApi.login, input, {}, { headers: { 'user-agent': userAgent } });
  return body.data as { accessToken: string; refreshToken: string };
};
const worksFor = async (caller: { accessToken: string }) =>
  (await app.send(accountApi.info, {}, caller)).status === 200;
const list = (caller = member as { accessToken: string }) => app.call(accountApi.sessions, {}, caller);

describe('the member’s own sessions', () => {
  it('are listed by device, the current one first, with nothing else', async () => {
    const phone = await signIn(PHONE);
    const sessions = await list(phone);
    expect(sessions).toEqual([
      {
        id: expect.any(String),
        browser: 'Safari',
        system: 'iPhone',
        begunAt: expect.any(String),
        usedAt: expect.any(String),
        isThis: true,
      },
      expect.objectContaining({ isThis: false }),
    ]);
    expect((await list()).map(({ isThis }) => isThis)).toEqual([true, false]);
    expect((await list())[1]!.id).toBe(sessions[0]!.id);
  });

  it('show when they were last used', async () => {
    const { refreshToken } = await signIn(PHONE);
    const used = async () => (await list()).find(({ isThis }) => !isThis)!;
    const before = await used();
    await app.clock.advance(5000);
    await app.call(accountApi.refresh, { token: refreshToken, rotate: true });
    const after = await used();
    expect(after.begunAt).toBe(before.begunAt);
    expect(Date.parse(after.usedAt) - Date.parse(before.usedAt)).toBeGreaterThanOrEqual(5000);
  });

  it('end one by one: the next request and the refresh are refused', async () => {
    const phone = await signIn(PHONE);
    const { id } = (await list()).find(({ isThis }) => !isThis)!;
    await app.call(accountApi.endSession, { sessionId: id }, member);
    expect(await worksFor(phone)).toBe(false);
    expect((await app.send(accountApi.refresh, { token: phone.refreshToken, rotate: true })).status).toBe(401);
    expect(await worksFor(member)).toBe(true);
    expect(await list()).toHaveLength(1);
  });

  it('all end except the current one', async () => {
    const others = [await signIn(PHONE), await signIn('')];
    await app.call(accountApi.endOtherSessions, {}, member);
    for (const other of others) expect(await worksFor(other)).toBe(false);
    expect(await worksFor(member)).toBe(true);
    expect(await list()).toHaveLength(1);
  });

  it('do not include sessions of others', async () => {
    const stranger = await buildMember(app);
    const theirs = (await app.call(accountApi.sessions, {}, stranger))[0]!.id;
    for (const sessionId of [theirs, '999999'])
      expect(await app.send(accountApi.endSession, { sessionId }, member)).toMatchObject({
        status: 404,
        body: { code: 'session_not_found' },
      });
    expect(await worksFor(stranger)).toBe(true);
  });

  it('are not listed once they have expired', async () => {
    await signIn(PHONE);
    await app.clock.advance(13 * DAY);
    const fresh = await signIn('');
    expect(await list(fresh)).toHaveLength(3);
    await app.clock.advance(2 * DAY);
    const now = await signIn('');
    expect(await list(now)).toHaveLength(2);
  });
});

describe('a login from a new device', () => {
  const logIn = async (headers: Record<string, string> = {}, { email } = member, address = '127.0.0.1') =>
    app.send(accountApi.login, { email, password: PASSWORD }, { address }, { headers });
  const told = async ({ email } = member) => {
    await app.work();
    return app.mails.filter(({ to, subject }) => to === email && subject.includes('New login'));
  };

  it('gets a cookie that scripts can’t read, which only logging in sets', async () => {
    const answer = await logIn();
    expect(answer.headers['set-cookie']).toMatch(
      /^skein_device=[\w-]{43}; Path=\/api; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
    );
    const { rows } = await app.database.pool.query('select token_hash from known_devices where account_id = $1', [
      member.id,
    ]);
    // The database doesn’t contain the token.
    const token = deviceHeaders(answer).cookie!.split('=')[1]!;
    expect(rows).toEqual([{ token_hash: createHash('sha256').update(token).digest() }]);
    const wrong = await app.send(accountApi.login, { email: member.email, password: 'Wrong7Password' });
    for (const other of [wrong, await app.send(accountApi.info, {}, member)])
      expect(other.headers).not.toHaveProperty('set-cookie');
  });

  it('is emailed in the member’s language, and not the next time', async () => {
    const german = await buildMember(app, { language: 'de' });
    const device = deviceHeaders(await logIn({ 'user-agent': PHONE }, german));
    await app.work();
    const [mail, ...more] = app.mails.filter(({ to }) => to === german.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Neue Anmeldung in deinem Konto auf Skein' });
    expect(mail!.text).toContain('Browser: Safari, iPhone.');
    await logIn(device, german);
    await app.work();
    expect(app.mails.filter(({ to }) => to === german.email)).toHaveLength(1);
    // Without its cookie, it is recognized by network and browser, as long as the address is kept.
    await logIn({ 'user-agent': PHONE }, german);
    await app.work();
    expect(app.mails.filter(({ to }) => to === german.email)).toHaveLength(1);
    await logIn({ 'user-agent': PHONE }, german, '10.6.0.1');
    await app.work();
    expect(app.mails.filter(({ to }) => to === german.email)).toHaveLength(2);
  });

  it('is not emailed after signing up', async () => {
    const email = 'first-device@skein.test';
    const token = await buildUnverified(app, email);
    const answer = await app.send(accountApi.verifyEmail, { token });
    expect(deviceHeaders(answer)).toHaveProperty('cookie');
    expect(await told({ ...member, email })).toEqual([]);
    await logIn(deviceHeaders(answer), { ...member, email });
    expect(await told({ ...member, email })).toEqual([]);
  });

  it('says nothing that its user has put into the name of a browser', async () => {
    await logIn({ 'user-agent': 'Call 555-0100 now/1.0 (x) evil.example' });
    const [mail] = await told();
    expect(mail!.text).not.toContain('555');
    expect(mail!.text).not.toContain('evil');
  });

  it('gets a new token, which the other members of the browser keep', async () => {
    const other = await buildMember(app);
    const first = deviceHeaders(await logIn({}, other));
    const second = deviceHeaders(await logIn(first));
    expect(second.cookie).not.toBe(first.cookie);
    await app.work();
    app.mails.length = 0;
    const third = deviceHeaders(await logIn(second, other));
    expect(third).toEqual(second);
    expect(await told(other)).toEqual([]);
    // A token that someone else could have planted is of no use.
    await logIn(first, member, '10.6.0.4');
    expect(await told()).toHaveLength(1);
  });

  it('is ended with one press, which also blocks the password', async () => {
    const thief = (await logIn({ 'user-agent': PHONE })).body.data as Member;
    await told();
    const token = reportedLoginToken(app, member.email);
    // Looking at it changes nothing.
    expect(await app.call(loginApi.seeNewLogin, { token })).toMatchObject({ browser: 'Safari', isOver: false });
    expect(await worksFor(thief)).toBe(true);
    // The thief has a second session and a new password, too.
    const later = (await logIn({}, member, '10.6.0.2')).body.data as Member;
    const changed = { oldPassword: PASSWORD, newPassword: 'Stolen7Harbour' };
    expect((await app.send(accountApi.updatePassword, changed, thief)).status).toBe(200);
    const resetToken = await requestReset(app, member.email);

    app.mails.length = 0;
    expect(await app.call(loginApi.disownLogin, { token })).toEqual({ ok: true, isBlocked: true });
    for (const session of [thief, later]) expect(await worksFor(session)).toBe(false);
    for (const password of [PASSWORD, 'Stolen7Harbour'])
      expect((await app.send(accountApi.login, { email: member.email, password })).body.code).toBe('wrong_credentials');
    const reset = (sent: string) =>
      app.send(
        accountApi.resetPassword,
        { email: member.email, password: 'Fresh7Morning' },
        {},
        { query: { token: sent } },
      );
    expect((await reset(resetToken)).body.code).toBe('link_invalid');
    await app.work();
    expect((await reset(mailedToken(app, member.email))).status).toBe(200);
    expect((await securityEvents(app, member.email)).map(({ event }) => event)).toContain('login_disowned');

    // Again, it leaves the new password alone.
    expect(await app.call(loginApi.seeNewLogin, { token })).toMatchObject({ isOver: true });
    expect(await app.call(loginApi.disownLogin, { token })).toEqual({ ok: true, isBlocked: false });
    const input = { email: member.email, password: 'Fresh7Morning' };
    const own = await app.send(accountApi.login, input);
    expect(own.status).toBe(200);
    expect(await app.call(loginApi.disownLogin, { token })).toEqual({ ok: true, isBlocked: false });
    expect(await worksFor(own.body.data as Member)).toBe(true);
  });

  describe('whose user changes the email', () => {
    const takeEmail = async (caller: Member, email: string) => {
      await app.call(accountApi.askEmailChange, { email, password: PASSWORD }, caller);
      await app.work();
      await app.call(accountApi.changeEmail, { token: mailedToken(app, email) });
    };
    const emailNow = async () =>
      (await app.database.pool.query('select email from accounts where id = $1', [member.id])).rows[0].email;
    const resetBy = async (email: string, password: string) => {
      await app.work();
      const token = mailedToken(app, email);
      return (await app.send(accountApi.resetPassword, { email, password }, {}, { query: { token } })).status;
    };
    const reportTo = async (email: string) => {
      await told({ ...member, email });
      return reportedLoginToken(app, email);
    };
    const disown = (token: string) => app.call(loginApi.disownLogin, { token });

    it('is disowned from the former address, which the account gets back', async () => {
      const taken = `thief-${member.email}`;
      const thief = (await logIn({ 'user-agent': PHONE })).body.data as Member;
      const token = await reportTo(member.email);
      await takeEmail(thief, taken);
      await requestReset(app, taken);
      expect(await resetBy(taken, 'Stolen7Harbour')).toBe(200);
      // For as long as the link works.
      await app.clock.advance(6 * DAY);
      await dropExpiredAccountRows({ ...app.deps } as never);
      expect(await app.call(loginApi.seeNewLogin, { token })).toMatchObject({ isOver: false });
      app.mails.length = 0;
      expect(await disown(token)).toEqual({ ok: true, isBlocked: true });
      expect(await emailNow()).toBe(member.email);
      expect(await resetBy(member.email, 'Fresh7Morning')).toBe(200);
      expect(app.mails.filter(({ to }) => to === taken).map(({ subject }) => subject)).toEqual([
        'Your email on Skein was changed',
      ]);
      expect(await disown(token)).toEqual({ ok: true, isBlocked: false });
    });

    it('gains nothing by disowning a login of the owner, who has changed it back', async () => {
      const taken = `thief-${member.email}`;
      const device = createDevice();
      const challenge = await app.call(factorApi.beginPasskey, { proof: { password: PASSWORD } }, member);
      const input = { token: challenge.token, name: 'Key', answer: device.create(challenge) };
      await app.call(factorApi.addPasskey, input, member);
      await takeEmail(member, taken);
      // The address that was replaced is no longer kept.
      await app.clock.advance(8 * DAY);
      await dropExpiredAccountRows({ ...app.deps } as never);
      const asked = await app.call(factorApi.passkeyChallenge, {});
      const back = await app.send(factorApi.loginWithPasskey, { token: asked.token, answer: device.answer(asked) });
      const token = await reportTo(taken);
      await takeEmail(back.body.data as Member, member.email);
      app.mails.length = 0;
      await disown(token);
      expect(await emailNow()).toBe(member.email);
      expect(await resetBy(member.email, 'Fresh7Morning')).toBe(200);
      expect(app.mails.filter(({ to, link }) => to === taken && link)).toEqual([]);
    });

    it('is reported to the former address, also if it was changed before', async () => {
      await logIn({ 'user-agent': PHONE });
      const taken = `thief-${member.email}`;
      await app.database.pool.query(
        `insert into mail_links (account_id, purpose, seed, expires_at, used_at, new_email, former_email)
         values ($1, 'email', decode(repeat('00', 32), 'hex'), db_clock(), db_clock(), $2, $3)`,
        [member.id, taken, member.email],
      );
      await app.database.pool.query('update accounts set email = $2 where id = $1', [member.id, taken]);
      expect(await told()).toHaveLength(1);
    });

    it('keeps an email that was changed in another session', async () => {
      const chosen = `chosen-${member.email}`;
      await logIn({ 'user-agent': PHONE });
      const token = await reportTo(member.email);
      await takeEmail(member, chosen);
      app.mails.length = 0;
      await disown(token);
      expect(await emailNow()).toBe(chosen);
      expect(await resetBy(chosen, 'Fresh7Morning')).toBe(200);
    });
  });

  it('takes the factors with it that were added since, and leaves the owner’s', async () => {
    const proof = { password: PASSWORD };
    const addPasskey = async (caller: Member) => {
      const device = createDevice();
      const challenge = await app.call(factorApi.beginPasskey, { proof }, caller);
      const answer = device.create(challenge);
      await app.call(factorApi.addPasskey, { token: challenge.token, name: 'Key', answer }, caller);
      return async () => {
        const asked = await app.call(factorApi.passkeyChallenge, {});
        return app.send(factorApi.loginWithPasskey, { token: asked.token, answer: device.answer(asked) });
      };
    };
    const withOwn = await buildMember(app);
    const ownKey = await addPasskey(withOwn);
    for (const [owner, enter] of [
      [member, () => logIn({ 'user-agent': PHONE })],
      [withOwn, ownKey],
    ] as const) {
      const thief = (await enter()).body.data as Member;
      await told(owner);
      const stolenKey = await addPasskey({ ...owner, ...thief });
      await setUpTotp(app, { ...owner, ...thief });
      expect((await stolenKey()).status).toBe(200);
      await app.call(loginApi.disownLogin, { token: reportedLoginToken(app, owner.email) });
      expect((await stolenKey()).body.code).toBe('passkey_refused');
      const events = (await securityEvents(app, owner.email)).map(({ event }) => event);
      expect(events).toEqual(expect.arrayContaining(['passkey_removed', 'totp_removed', 'recovery_codes_removed']));
    }
    const { rows } = await app.database.pool.query(
      `select account_id::text from passkeys where account_id = any($1)
       union all select account_id::text from totp_factors where account_id = any($1)
       union all select account_id::text from recovery_codes where account_id = any($1)`,
      [[member.id, withOwn.id]],
    );
    expect(rows).toEqual([{ account_id: withOwn.id }]);
    expect((await ownKey()).status).toBe(200);
  });

  it('leaves no link and no device if the account has no password', async () => {
    await logIn({ 'user-agent': PHONE });
    await told();
    const resetToken = await requestReset(app, member.email);
    await app.database.pool.query('update accounts set password_hash = null where id = $1', [member.id]);
    const token = reportedLoginToken(app, member.email);
    expect(await app.call(loginApi.disownLogin, { token })).toEqual({ ok: true, isBlocked: false });
    expect((await app.send(accountApi.checkResetLink, { token: resetToken })).body.code).toBe('link_invalid');
    const { rows } = await app.database.pool.query('select from known_devices where account_id = $1', [member.id]);
    expect(rows).toEqual([]);
  });

  it('can be ended for 7 days, with the right link only', async () => {
    await logIn();
    await told();
    const token = reportedLoginToken(app, member.email);
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    const refused = { status: 400, body: { code: 'link_invalid' } };
    for (const call of [loginApi.seeNewLogin, loginApi.disownLogin])
      for (const wrong of [forged, 'x', member.refreshToken])
        expect(await app.send(call, { token: wrong })).toMatchObject(refused);
    await app.clock.advance(7 * DAY);
    expect(await app.send(loginApi.disownLogin, { token })).toMatchObject(refused);
  });

  it('is new again after a reset, also from the same network', async () => {
    await logIn({ 'user-agent': PHONE });
    await told();
    const token = await requestReset(app, member.email);
    const password = 'Fresh7Morning';
    await app.send(accountApi.resetPassword, { email: member.email, password }, {}, { query: { token } });
    app.mails.length = 0;
    const again = () =>
      app.send(accountApi.login, { email: member.email, password }, {}, { headers: { 'user-agent': PHONE } });
    await again();
    expect(await told()).toHaveLength(1);
    await again();
    expect(await told()).toHaveLength(1);
  });

  it('is new again after others were logged out', async () => {
    const other = deviceHeaders(await logIn());
    const own = await logIn({}, member, '10.6.0.3');
    const { accessToken } = own.body.data as Member;
    await app.send(accountApi.endOtherSessions, {}, { accessToken }, { headers: deviceHeaders(own) });
    await told();
    app.mails.length = 0;
    await logIn(deviceHeaders(own));
    expect(await told()).toHaveLength(0);
    await logIn(other, member, '10.6.0.4');
    expect(await told()).toHaveLength(1);
  });
});
