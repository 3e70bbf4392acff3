import { beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import { buildMember, type Member, PASSWORD } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';

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
