import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#core/time.ts';
import { createApp } from '#server/app.ts';
import { createDeps } from '#server/deps.ts';
import { buildMember, type Member, PASSWORD } from '#testing/factories.ts';
import { raceForAccount } from '#testing/race.ts';
import { SECRET_KEY, setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { REFRESH_GRACE } from '../model/account-limits.ts';
import { requestReset } from './account.test-kit.ts';

const app = setUpTestApp();
const refresh = (token: string, rotate?: boolean) =>
  app.send(accountApi.refresh, { token, platform: 'web', ...(rotate === undefined ? {} : { rotate }) });
const rotated = async (token: string) => {
  const { status, body } = await refresh(token, true);
  expect(status).toBe(200);
  return body.data as { accessToken: string; refreshToken: string };
};
const info = (accessToken: string) => app.send(accountApi.info, {}, { accessToken });
const signIn = async (member: Member) => app.call(accountApi.login, { email: member.email, password: PASSWORD });
const sessionOf = async (token: string) =>
  app.database.db.selectFrom('sessions').selectAll().where('id', '=', token.split('.')[0]!).executeTakeFirstOrThrow();
const refused = { status: 401, body: { code: 'refresh_refused' } };

describe('refreshing without rotation', () => {
  it('follows the spec: the token stays the same, and an access token is returned', async () => {
    const member = await buildMember(app);
    for (let i = 0; i < 3; i += 1) {
      const { status, body } = await refresh(member.refreshToken);
      expect(status).toBe(200);
      expect(Object.keys(body.data as object)).toEqual(['accessToken']);
      expect((await info((body.data as Member).accessToken)).status).toBe(200);
    }
  });
  it('is refused once the session has rotated', async () => {
    const member = await buildMember(app);
    const { refreshToken } = await rotated(member.refreshToken);
    expect(await refresh(refreshToken)).toMatchObject({ status: 400, body: { code: 'rotation_required' } });
    expect(await refresh(member.refreshToken)).toMatchObject({ status: 400, body: { code: 'rotation_required' } });
    expect(await refresh(refreshToken, false)).toMatchObject({ status: 400, body: { code: 'rotation_required' } });
    expect((await refresh(refreshToken, true)).status).toBe(200);
  });
});

describe('refreshing with rotation', () => {
  it('replaces the token each time', async () => {
    const member = await buildMember(app);
    const tokens = new Set([member.refreshToken]);
    let token = member.refreshToken;
    for (let i = 0; i < 5; i += 1) {
      const next = await rotated(token);
      expect((await info(next.accessToken)).status).toBe(200);
      token = next.refreshToken;
      tokens.add(token);
    }
    expect(tokens.size).toBe(6);
  });
  it('returns the same new token to 50 concurrent calls', async () => {
    const member = await buildMember(app);
    for (let round = 0, token = member.refreshToken; round < 3; round += 1) {
      const before = await sessionOf(token);
      const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(token, true)));
      expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
      const successors = new Set(answers.map(({ body }) => (body.data as Member).refreshToken));
      expect(successors.size).toBe(1);
      const after = await sessionOf(token);
      expect(after).toMatchObject({ generation: before.generation + 1, ended_at: null });
      token = [...successors][0]!;
    }
  });
  it('accepts the previous token for 30 seconds', async () => {
    const member = await buildMember(app);
    const first = await rotated(member.refreshToken);
    await app.clock.advance(REFRESH_GRACE - 15 * SECOND);
    const again = await rotated(member.refreshToken);
    expect(again.refreshToken).toBe(first.refreshToken);
    expect((await rotated(first.refreshToken)).refreshToken).not.toBe(first.refreshToken);
  });

  const replays: [string, (first: string, second: string) => Promise<string>][] = [
    [
      'the previous token after 30 seconds',
      async (_first, second) => {
        await app.clock.advance(REFRESH_GRACE + SECOND);
        return second;
      },
    ],
    ['an older token right away', async (first) => first],
  ];
  it.each(replays)('ends the session on reuse of %s', async (_what, pick) => {
    const member = await buildMember(app);
    const other = await signIn(member);
    const second = await rotated(member.refreshToken);
    const third = await rotated(second.refreshToken);
    const token = await pick(member.refreshToken, second.refreshToken);
    app.mails.length = 0;
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(token, true)));
    for (const answer of answers) expect(answer).toMatchObject(refused);
    // Neither the newest token nor any access token of the session is valid any more.
    expect(await refresh(third.refreshToken, true)).toMatchObject(refused);
    for (const { accessToken } of [member, second, third])
      expect(await info(accessToken)).toMatchObject({ status: 401, body: { code: 'login_required' } });
    expect(await sessionOf(member.refreshToken)).toMatchObject({ end_reason: 'replay' });
    await app.work();
    expect(app.mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
      // Of the login before.
      [member.email, 'New login to your account on Skein'],
      [member.email, 'We ended one of your sessions on Skein'],
    ]);
    const log = await app.database.db
      .selectFrom('security_log')
      .select(['event', 'facts'])
      .where('account_id', '=', member.id)
      .where('event', '=', 'refresh_replayed')
      .execute();
    expect(log).toEqual([{ event: 'refresh_replayed', facts: { session: member.refreshToken.split('.')[0] } }]);
    // Other sessions of the member stay valid.
    expect((await info(other.accessToken)).status).toBe(200);
    expect((await refresh(other.refreshToken, true)).status).toBe(200);
  });
});

describe('session', () => {
  it('ends after 14 days without use', async () => {
    const [used, idle] = [await buildMember(app), await buildMember(app)];
    await app.clock.advance(13 * DAY);
    expect((await refresh(used.refreshToken)).status).toBe(200);
    await app.clock.advance(DAY + MINUTE);
    expect((await refresh(used.refreshToken)).status).toBe(200);
    expect(await refresh(idle.refreshToken)).toMatchObject(refused);
    expect(await sessionOf(idle.refreshToken)).toMatchObject({ end_reason: 'expired' });
  });
  it('ends after 60 days in any case', async () => {
    const member = await buildMember(app);
    let token = member.refreshToken;
    for (let day = 0; day < 60; day += 10) {
      token = (await rotated(token)).refreshToken;
      await app.clock.advance(10 * DAY);
    }
    await app.clock.advance(MINUTE);
    expect(await refresh(token, true)).toMatchObject(refused);
  });
});

describe('invalid refresh token', () => {
  it('is refused, and ends no session', async () => {
    const [member, other] = [await buildMember(app), await buildMember(app)];
    const [id, , proof] = member.refreshToken.split('.') as [string, string, string];
    const theirs = other.refreshToken.split('.')[2]!;
    for (const token of [
      'x',
      member.accessToken,
      `${id}.0.${theirs}`,
      `${id}.1.${proof}`,
      `${id}.00.${proof}`,
      `${id}.0.${proof.toLowerCase()}`,
      `${id}.0.${proof}=`,
      `9999999999999999999.0.${proof}`,
      `9007199254740993.0.${proof}`,
      `-1.0.${proof}`,
      "1' or 1=1 --",
    ])
      expect(await refresh(token, true), token).toMatchObject(refused);
    expect((await refresh(member.refreshToken, true)).status).toBe(200);
    expect((await refresh(other.refreshToken, true)).status).toBe(200);
  });
});

describe('logging out', () => {
  it('ends both tokens on the server, and no other session', async () => {
    const member = await buildMember(app);
    const other = await signIn(member);
    expect((await app.send(accountApi.logout, { token: member.refreshToken })).body.data).toEqual({ ok: true });
    expect(await refresh(member.refreshToken, true)).toMatchObject(refused);
    expect(await info(member.accessToken)).toMatchObject({ status: 401, body: { code: 'login_required' } });
    expect((await info(other.accessToken)).status).toBe(200);
  });
  it('accepts the previous token too', async () => {
    const member = await buildMember(app);
    const next = await rotated(member.refreshToken);
    await app.call(accountApi.logout, { token: member.refreshToken });
    expect(await refresh(next.refreshToken, true)).toMatchObject(refused);
  });
  it('gives the same response for an invalid token, and ends nothing', async () => {
    const member = await buildMember(app);
    for (const token of [
      'x',
      member.accessToken,
      member.refreshToken.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      '9999999999999999999.0.x',
    ])
      expect((await app.send(accountApi.logout, { token })).body).toEqual({ data: { ok: true } });
    expect((await info(member.accessToken)).status).toBe(200);
  });
  it('can be repeated', async () => {
    const member = await buildMember(app);
    await app.call(accountApi.logout, { token: member.refreshToken });
    const { ended_at } = await sessionOf(member.refreshToken);
    await app.clock.advance(MINUTE);
    await app.call(accountApi.logout, { token: member.refreshToken });
    expect((await sessionOf(member.refreshToken)).ended_at).toEqual(ended_at);
  });
});

describe('access token', () => {
  it('is valid for ten minutes and five seconds of leeway', async () => {
    const member = await buildMember(app);
    await app.clock.advance(10 * MINUTE);
    expect((await info(member.accessToken)).status).toBe(200);
    await app.clock.advance(7 * SECOND);
    expect((await info(member.accessToken)).body.code).toBe('login_required');
  });
  it('is refused with another key, kind, audience or time', async () => {
    const [member, other] = [await buildMember(app), await buildMember(app)];
    const key = app.deps.secrets.key('access-token');
    const [header, payload, signature] = member.accessToken.split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const now = Math.floor(app.clock.now().getTime() / 1000);
    expect(claims).toEqual({
      sid: expect.any(String),
      sub: member.id,
      iss: 'skein',
      aud: 'skein-api',
      iat: expect.any(Number),
      exp: claims.iat + 600,
    });
    const sign = (changes: object, options: { typ?: string; alg?: string; key?: Uint8Array } = {}) =>
      new SignJWT({ ...claims, ...changes })
        .setProtectedHeader({
          alg: options.alg ?? 'HS256',
          ...(options.typ === '' ? {} : { typ: options.typ ?? 'at+jwt' }),
        })
        .sign(options.key ?? key);
    expect((await info(await sign({}))).status).toBe(200);
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const without = (name: string) => sign({ [name]: undefined });
    const forgeries: Record<string, string> = {
      'no algorithm': new UnsecuredJWT(claims).encode(),
      'no algorithm, by hand': `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      'no signature': `${header}.${payload}.`,
      'another algorithm of the same key': await sign({}, { alg: 'HS512', key: new Uint8Array(64).fill(1) }),
      'the key of another purpose': await sign({}, { key: app.deps.secrets.key('refresh-token') }),
      'the key of another site': await sign({}, { key: new Uint8Array(32) }),
      'another kind': await sign({}, { typ: 'JWT' }),
      'no kind': await sign({}, { typ: '' }),
      'another place': await sign({ aud: 'other' }),
      'another issuer': await sign({ iss: 'other' }),
      expired: await sign({ exp: now - 6 }),
      'of tomorrow': await sign({ nbf: now + 86_400 }),
      'no end': await without('exp'),
      'no member': await without('sub'),
      'no session': await without('sid'),
      'another member’s session': await sign({ sub: other.id }),
      'a session that never was': await sign({ sid: '999999' }),
      'a session that is no number': await sign({ sid: 'x' }),
      'a session beyond all numbers': await sign({ sid: '9'.repeat(30) }),
      'another member written in': `${header}.${encode({ ...claims, sub: other.id })}.${signature}`,
      'a refresh token': member.refreshToken,
      'half of it': member.accessToken.slice(0, -4),
      'one bit turned': `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      twice: `${member.accessToken}.${signature}`,
    };
    for (const [what, token] of Object.entries(forgeries))
      expect(await info(token), what).toMatchObject({
        status: 401,
        body: { code: 'login_required', error: 'Please login first' },
      });
  });
  it('contains no roles: those are read from the database at every call', async () => {
    const member = await buildMember(app);
    const rolesNow = async () => ((await info(member.accessToken)).body.data as { roles: string[] }).roles;
    expect(await rolesNow()).toEqual([]);
    const grant = (role: 'moderator' | 'administrator') =>
      app.database.db.insertInto('account_roles').values({ account_id: member.id, role }).execute();
    await grant('moderator');
    await grant('administrator');
    expect(await rolesNow()).toEqual(['administrator', 'moderator']);
    await app.database.db.deleteFrom('account_roles').where('account_id', '=', member.id).execute();
    expect(await rolesNow()).toEqual([]);
  });
  it('updates the member’s last activity at most hourly', async () => {
    const member = await buildMember(app);
    const last = async () =>
      (
        await app.database.db
          .selectFrom('accounts')
          .select('last_active_at')
          .where('id', '=', member.id)
          .executeTakeFirstOrThrow()
      ).last_active_at;
    const joined = await last();
    await app.clock.advance(5 * MINUTE);
    await info(member.accessToken);
    expect(await last()).toEqual(joined);
    await app.clock.advance(HOUR);
    const { accessToken } = await rotated(member.refreshToken);
    await info(accessToken);
    const later = await last();
    expect(later.getTime() - joined.getTime()).toBeGreaterThan(HOUR);
    await app.clock.advance(5 * MINUTE);
    await info(accessToken);
    expect(await last()).toEqual(later);
  });
});

describe('the time zone of the browser', () => {
  const report = (token: string, timeZone: string) =>
    app.send(accountApi.refresh, { token, platform: 'web', timeZone });
  const zoneOf = async ({ id }: Member) =>
    (await app.database.db.selectFrom('accounts').select('time_zone').where('id', '=', id).executeTakeFirstOrThrow())
      .time_zone;

  it('is stored when a session is refreshed, and an unknown one is ignored', async () => {
    const member = await buildMember(app);
    for (const [timeZone, stored] of [
      ['Asia/Tokyo', 'Asia/Tokyo'],
      ['Mars/Olympus', 'Asia/Tokyo'],
      ['Europe/Berlin', 'Europe/Berlin'],
    ] as const) {
      expect((await report(member.refreshToken, timeZone)).status).toBe(200);
      expect(await zoneOf(member)).toBe(stored);
    }
  });
  it('is not stored if the member is erased at the same time', async () => {
    const member = await buildMember(app);
    await raceForAccount<unknown>(app, member.id, [
      () => app.database.db.updateTable('accounts').set({ status: 'erased' }).where('id', '=', member.id).execute(),
      () => report(member.refreshToken, 'Asia/Tokyo'),
    ]);
    expect(await zoneOf(member)).toBe('UTC');
  });
});

describe('a changed secret key', () => {
  /** Returns how another process of this site, with these keys, answers. */
  const processWith = async (keys: { secretKey: string; previousSecretKey?: string }) => {
    const { config, log, clock, mailer } = app.deps;
    const deps = createDeps({ config, log: log as never, clock, mailer, database: app.database, ...keys });
    const { http } = await createApp(deps, app.database, log as never);
    return async (endpoint: { method: 'GET' | 'POST'; path: string }, body: object, accessToken = '', query = {}) => {
      const { method, path } = endpoint;
      const headers = accessToken ? { authorization: `Bearer ${accessToken}` } : {};
      const sent = {
        method,
        url: `/api/${path}?${new URLSearchParams(query)}`,
        headers,
        ...(method === 'POST' ? { payload: body } : {}),
      };
      const response = await http.inject(sent);
      return { status: response.statusCode, data: response.json().data as Member };
    };
  };
  const changedKey = 'another secret of tests that is long enough';

  it('ends no session and no link while the previous one is set', async () => {
    const member = await buildMember(app);
    const link = await requestReset(app, member.email);
    const changed = await processWith({ secretKey: changedKey, previousSecretKey: SECRET_KEY });
    expect((await changed(accountApi.info, {}, member.accessToken)).status).toBe(200);
    const { data: next } = await changed(accountApi.refresh, {
      token: member.refreshToken,
      platform: 'web',
      rotate: true,
    });
    expect((await changed(accountApi.info, {}, next.accessToken)).status).toBe(200);
    // New tokens are made with the new key.
    const later = await processWith({ secretKey: changedKey });
    expect((await later(accountApi.info, {}, next.accessToken)).status).toBe(200);
    expect((await later(accountApi.refresh, { token: next.refreshToken, platform: 'web', rotate: true })).status).toBe(
      200,
    );
    const reset = { email: member.email, password: `${PASSWORD}2` };
    expect((await later(accountApi.resetPassword, reset, '', { token: link })).status).toBe(400);
    expect((await changed(accountApi.resetPassword, reset, '', { token: link })).status).toBe(200);
  });
  it('without the previous one ends them', async () => {
    const member = await buildMember(app);
    const later = await processWith({ secretKey: changedKey });
    expect((await later(accountApi.info, {}, member.accessToken)).status).toBe(401);
    expect((await later(accountApi.refresh, { token: member.refreshToken, platform: 'web' })).status).toBe(401);
    expect((await info(member.accessToken)).status).toBe(200);
  });
});
