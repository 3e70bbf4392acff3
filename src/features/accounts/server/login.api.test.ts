import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#core/time.ts';
import { buildMember, type Member, PASSWORD } from '#testing/factories.ts';
import { setUpTestApp, type WireAnswer } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { FAILURES_BEFORE_RESET } from '../model/account-limits.ts';
import { requestReset } from './account.test-kit.ts';
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
const failures = async ({ email }: Member) =>
  (
    await app.database.db
      .selectFrom('accounts')
      .select('failed_logins')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).failed_logins;

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
  it.runIf(process.env.FULL === '1')(
    'takes as long for an unknown address as for a wrong password',
    { timeout: 120_000 },
    async () => {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      for (let i = 0; i < 300; i += 1) {
        for (const which of ['known', 'unknown'] as const) {
          if (i % 50 === 0) await app.database.pool.query('update accounts set failed_logins = 0');
          const start = performance.now();
          await login(which === 'known' ? member.email : 'nobody@skein.test', 'Wrong7Password');
          times[which].push(performance.now() - start);
        }
      }
      const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1]!;
      const ratio = median(times.known) / median(times.unknown);
      expect(Math.abs(ratio - 1)).toBeLessThan(0.05);
    },
  );
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
  it('resets the count of failures', async () => {
    const other = await buildMember(app);
    for (let i = 0; i < 3; i += 1) await login(other.email, 'Wrong7Password');
    expect(await failures(other)).toBe(3);
    await login(other.email, PASSWORD);
    expect(await failures(other)).toBe(0);
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

describe('a hundred wrong passwords in a row', () => {
  it('lock the account for every password until a reset, and notify the owner once', async () => {
    const victim = await buildMember(app);
    await app.database.db
      .updateTable('accounts')
      .set({ failed_logins: FAILURES_BEFORE_RESET - 2 })
      .where('id', '=', victim.id)
      .execute();
    app.mails.length = 0;
    await login(victim.email, 'Wrong7Password', '10.1.0.1');
    expect(await failures(victim)).toBe(99);
    await app.work();
    expect(app.mails).toEqual([]);
    await Promise.all(Array.from({ length: 10 }, (_, i) => login(victim.email, 'Wrong7Password', `10.1.1.${i}`)));
    await app.work();
    expect(app.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [victim.email, 'Too many failed logins on Skein'],
    ]);
    const right = seen(await login(victim.email, PASSWORD));
    expect(right).toEqual(seen(await login(victim.email, 'Wrong7Password')));
    const events = await app.database.db
      .selectFrom('security_log')
      .select('event')
      .where('account_id', '=', victim.id)
      .execute();
    expect(events.filter(({ event }) => event === 'login_locked')).toHaveLength(1);
    // Existing sessions stay valid.
    expect((await app.send(accountApi.info, {}, victim)).status).toBe(200);

    const token = await requestReset(app, victim.email);
    const password = 'Fresh7Morning';
    expect(
      (await app.send(accountApi.resetPassword, { email: victim.email, password }, {}, { query: { token } })).status,
    ).toBe(200);
    expect(await failures(victim)).toBe(0);
    expect((await login(victim.email, password)).status).toBe(200);
  });
  it('are counted if they arrive concurrently', async () => {
    const victim = await buildMember(app);
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(victim.email, 'Wrong7Password')));
    // A busy machine refuses some of them before it looks at the password.
    const checked = answers.filter(({ status }) => status !== 503).length;
    expect(checked).toBeGreaterThan(1);
    expect(await failures(victim)).toBe(checked);
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
