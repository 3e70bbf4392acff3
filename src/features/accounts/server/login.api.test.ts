import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#core/time.ts';
import { buildMember, type Member, PASSWORD } from '#testing/factories.ts';
import { FULL, rounds } from '#testing/rounds.ts';
import { setUpTestApp, type WireAnswer } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { MANY_FAILURES } from '../model/account-limits.ts';
import { failedLogins, requestReset, securityEvents, setFailuresToday } from './account.test-kit.ts';
import { restrictAccount } from './restriction.service.ts';

const app = setUpTestApp();
let member: Member;
beforeAll(async () => {
  member = await buildMember(app);
});
const login = (email: string, password: string, address = '127.0.0.1') =>
  app.send(accountApi.login, { email, password, platform: 'web' }, { address });
const ctx = () =>
  ({ ...app.deps, actor: null, language: 'en', address: '', shown: { tags: new Set(), until: null } }) as never;
const seen = ({ status, body, headers }: WireAnswer) => ({ status, body, headers: Object.keys(headers).sort() });

describe('logging in', () => {
  it('returns the two tokens of the spec', async () => {
    const { status, body } = await login(member.email, PASSWORD);
    expect(status).toBe(200);
    expect(Object.keys(body.data as object).sort()).toEqual(['accessToken', 'language', 'refreshToken']);
    expect(body.data).toMatchObject({ language: 'en' });
    const me = await app.call(accountApi.info, {}, body.data as Member);
    expect(me.id).toBe(member.id);
  });
  it('accepts any spelling of the address, but only the exact password', async () => {
    expect((await login(` ${member.email.toUpperCase()} `, PASSWORD)).status).toBe(200);
    for (const wrong of [
      PASSWORD.toLowerCase(),
      ` ${PASSWORD}`,
      `${PASSWORD} `,
      PASSWORD.slice(0, -1),
      `${PASSWORD}\u0000`,
    ])
      expect((await login(member.email, wrong)).body.code).toBe('wrong_credentials');
  });
  it('accepts Authorization with and without Bearer', async () => {
    for (const authorization of [member.accessToken, `Bearer ${member.accessToken}`, `bearer  ${member.accessToken}`]) {
      const response = await app.app.http.inject({ url: '/api/user/info', headers: { authorization } });
      expect(response.statusCode).toBe(200);
    }
  });
  it('gives the same response for an unknown address and a wrong password', async () => {
    const wrong = seen(await login(member.email, 'Wrong7Password'));
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: 'Wrong email or password.', code: 'wrong_credentials' },
    });
    expect(seen(await login('nobody@skein.test', 'Wrong7Password'))).toEqual(wrong);
    expect(seen(await login('nobody@skein.test', PASSWORD))).toEqual(wrong);
  });
  it.runIf(FULL)('takes as long for an unknown address as for a wrong password', { timeout: 120_000 }, async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let i = 0; i < rounds(1, 'logins of each kind'); i += 1) {
      for (const which of ['known', 'unknown'] as const) {
        if (i % 50 === 0) await app.database.pool.query('delete from rate_limits');
        const start = performance.now();
        await login(which === 'known' ? member.email : 'nobody@skein.test', 'Wrong7Password');
        times[which].push(performance.now() - start);
      }
    }
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1]!;
    const ratio = median(times.known) / median(times.unknown);
    expect(Math.abs(ratio - 1)).toBeLessThan(0.05);
  });
  it.each([
    [{ email: '', password: 'x' }, { email: 'Email cannot be empty!' }],
    [{ email: 'none', password: 'x' }, { email: 'Invalid email format!' }],
    [{ email: 'a@b.c', password: '   ' }, { password: 'Password cannot be empty!' }],
    [{ email: 'a@b.c' }, { password: 'Password cannot be empty!' }],
  ])('refuses %j', async (input, fields) => {
    expect(await app.send(accountApi.login, input)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields },
    });
  });
  it('is logged with its address, and so is a failure', async () => {
    const other = await buildMember(app);
    await login(other.email, 'Wrong7Password', '10.2.0.1');
    await login(other.email, PASSWORD, '2001:db8:1:2:3:4:5:6');
    const [, failed, done] = await securityEvents(app, other.email);
    expect(failed).toEqual({ event: 'login_failed', facts: {}, address: '10.2.0.1', succeeded: false });
    expect(done).toEqual({
      event: 'logged_in',
      facts: { by: 'password', device: 'new', session: expect.any(String) },
      // Only its network.
      address: '2001:db8:1:2::/64',
      succeeded: true,
    });
    await login('nobody@skein.test', 'Wrong7Password', '10.2.0.2');
    const { rows } = await app.database.pool.query(
      "select l.account_id, l.event from security_log l join login_addresses f on f.event_id = l.id where f.address = '10.2.0.2'",
    );
    expect(rows).toEqual([{ account_id: null, event: 'login_failed' }]);
  });
  it('keeps at most 20 sessions of an account, and ends the one unused for longest', async () => {
    const other = await buildMember(app);
    const sessions: Member[] = [];
    for (let i = 0; i < 20; i += 1) {
      await app.clock.advance(1000);
      sessions.push((await login(other.email, PASSWORD)).body.data as Member);
    }
    const works = async (caller: Member) => (await app.send(accountApi.info, {}, caller)).status === 200;
    expect(await works(other)).toBe(false);
    expect(await Promise.all(sessions.map(works))).toEqual(Array(20).fill(true));
    const { rows } = await app.database.pool.query(
      'select end_reason from sessions where account_id = $1 and ended_at is not null',
      [other.id],
    );
    expect(rows).toEqual([{ end_reason: 'too_many' }]);
  });
});

describe('a hundred wrong passwords in a day', () => {
  it('notify the owner once, and lock no one out', async () => {
    const victim = await buildMember(app);
    await login(victim.email, 'Wrong7Password', '10.1.0.1');
    await setFailuresToday(app, victim.email, MANY_FAILURES - 2);
    const told = async () => {
      await app.work();
      return app.mails.filter(
        ({ to, subject }) => to === victim.email && subject === 'Too many failed logins on Skein',
      );
    };
    expect((await login(victim.email, 'Wrong7Password', '10.1.0.1')).body).not.toHaveProperty('details');
    expect(await told()).toEqual([]);
    const many = await Promise.all(
      Array.from({ length: 10 }, (_, i) => login(victim.email, 'Wrong7Password', `10.1.1.${i}`)),
    );
    for (const { body } of many) expect(body.details).toEqual({ offersLink: true });
    expect(await told()).toHaveLength(1);
    const events = await securityEvents(app, victim.email);
    expect(events.filter(({ event }) => event === 'many_failed_logins')).toHaveLength(1);
    // The password works, and existing sessions stay valid.
    expect((await login(victim.email, PASSWORD, '10.1.2.1')).status).toBe(200);
    expect((await app.send(accountApi.info, {}, victim)).status).toBe(200);

    await app.clock.advance(DAY);
    await login(victim.email, 'Wrong7Password', '10.1.0.1');
    expect(await told()).toHaveLength(2);
  });
  it('are counted if they arrive concurrently', async () => {
    const victim = await buildMember(app);
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(victim.email, 'Wrong7Password')));
    // A busy machine refuses some of them before it looks at the password.
    const checked = answers.filter(({ status }) => status !== 503).length;
    expect(checked).toBeGreaterThan(1);
    expect(await failedLogins(app, victim.email)).toBe(checked);
  });
  it('do not keep a forgotten password from being reset', async () => {
    const victim = await buildMember(app);
    await login(victim.email, 'Wrong7Password', '10.1.0.1');
    await setFailuresToday(app, victim.email, MANY_FAILURES);
    const token = await requestReset(app, victim.email);
    const password = 'Fresh7Morning';
    expect(
      (await app.send(accountApi.resetPassword, { email: victim.email, password }, {}, { query: { token } })).status,
    ).toBe(200);
    expect((await login(victim.email, password)).status).toBe(200);
  });
});

describe('restricted account', () => {
  it('shows the reason and the end date, only for the right password', async () => {
    const other = await buildMember(app);
    const until = new Date(app.clock.now().getTime() + 7 * DAY);
    await restrictAccount(ctx(), other.id, { action: 'suspend', reason: 'Spam in three chapters.', until });
    expect(await login(other.email, PASSWORD)).toMatchObject({
      status: 403,
      body: { code: 'banned', details: { reason: 'Spam in three chapters.', until: until.toISOString() } },
    });
    expect(await login(other.email, 'Wrong7Password')).toMatchObject({
      status: 400,
      body: { code: 'wrong_credentials' },
    });

    await restrictAccount(ctx(), other.id, { action: 'ban', reason: 'Again.' });
    expect(await login(other.email, PASSWORD)).toMatchObject({
      status: 403,
      body: { code: 'banned', details: { reason: 'Again.', until: null } },
    });
    expect((await login(other.email, 'Wrong7Password')).body).not.toHaveProperty('details');

    await restrictAccount(ctx(), other.id, { action: 'lift', reason: 'An error of ours.' });
    expect((await login(other.email, PASSWORD)).status).toBe(200);
  });
  it('is unlocked automatically at the end date', async () => {
    const other = await buildMember(app);
    const until = new Date(app.clock.now().getTime() + HOUR);
    await restrictAccount(ctx(), other.id, { action: 'suspend', reason: 'A day off.', until });
    expect((await login(other.email, PASSWORD)).status).toBe(403);
    await app.clock.advance(HOUR);
    expect((await login(other.email, PASSWORD)).status).toBe(200);
  });
});
