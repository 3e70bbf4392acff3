import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { dropSpentChallenges } from '#platform/human-check/spent-challenges.repo.ts';
import { buildMember, mailedToken, PASSWORD } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { requestReset } from './account.test-kit.ts';
import { dropExpiredAccountRows } from './expiry.repo.ts';

const app = setUpTestApp();
async function expire(): Promise<void> {
  await dropExpiredAccountRows({ ...app.deps } as never);
  await dropSpentChallenges(app.deps.db);
}
const count = async (table: string, where = 'true') =>
  Number((await app.database.pool.query(`select count(*) as n from ${table} where ${where}`)).rows[0].n);

describe('expired data', () => {
  it('is deleted when it expires, and not before', async () => {
    const member = await buildMember(app);
    await requestReset(app, member.email);
    await app.call(accountApi.logout, { token: member.refreshToken });
    await app.database.pool.query("insert into spent_challenges values ('\\x01', db_clock() + interval '10 minutes')");
    await expire();
    const counts = async () => ({
      links: await count('mail_links'),
      sessions: await count('sessions'),
      spent: await count('spent_challenges'),
      log: await count('security_log'),
      accounts: await count('accounts'),
    });
    expect(await counts()).toEqual({ links: 1, sessions: 1, spent: 1, log: 1, accounts: 1 });
    await app.clock.advance(HOUR);
    await expire();
    expect(await counts()).toMatchObject({ links: 1, spent: 0 });
    await app.clock.advance(2 * DAY);
    await expire();
    expect(await counts()).toMatchObject({ links: 0, sessions: 1 });
    await app.clock.advance(59 * DAY);
    await expire();
    expect(await counts()).toMatchObject({ sessions: 0, log: 1 });
    await app.clock.advance(22 * 30 * DAY);
    await expire();
    expect(await counts()).toMatchObject({ log: 1 });
    await app.clock.advance(60 * DAY);
    await expire();
    expect(await counts()).toEqual({ links: 0, sessions: 0, spent: 0, log: 0, accounts: 1 });
  });
  it('of one kind that can’t be deleted keeps none of another', async () => {
    const member = await buildMember(app);
    await requestReset(app, member.email);
    await app.clock.advance(2 * DAY);
    await app.owner.pool.query('create table holders (id bigint references accounts (id))');
    await app.database.pool.query("update accounts set status = 'unverified', joined_at = '2020-01-01' where id = $1", [
      member.id,
    ]);
    await app.owner.pool.query('insert into holders values ($1)', [member.id]);
    await expire();
    expect([await count('accounts', `id = ${member.id}`), await count('mail_links')]).toEqual([1, 0]);
    await app.owner.pool.query('drop table holders');
    await expire();
    expect(await count('accounts', `id = ${member.id}`)).toBe(0);
  });
  it('includes the addresses of logins after 30 days, and devices after 400 without a login', async () => {
    const { email } = await buildMember(app);
    const login = (password: string) => app.send(accountApi.login, { email, password });
    await login(PASSWORD);
    await login('Wrong7Password');
    const counts = async () => [await count('login_addresses'), await count('known_devices')];
    await app.clock.advance(30 * DAY - MINUTE);
    await expire();
    expect(await counts()).toEqual([2, 1]);
    await app.clock.advance(2 * MINUTE);
    await expire();
    expect(await counts()).toEqual([0, 1]);
    expect(await count('security_log', "event in ('logged_in', 'login_failed')")).toBe(2);
    await app.clock.advance(370 * DAY);
    await expire();
    expect(await counts()).toEqual([0, 0]);
  });
  it('keeps an unconfirmed account as long as its confirmation link is valid', async () => {
    const email = 'late@skein.test';
    const register = () => app.call(accountApi.register, { email, password: PASSWORD, terms: true });
    const here = () => count('accounts', `email = '${email}'`);
    await register();
    await app.work();
    await app.clock.advance(7 * DAY - 2 * HOUR);
    await register();
    await app.work();
    await app.clock.advance(3 * HOUR);
    await expire();
    expect(await here()).toBe(1);
    await app.clock.advance(21 * HOUR - MINUTE);
    await expire();
    await app.call(accountApi.verifyEmail, { token: mailedToken(app, email) });

    const other = 'never@skein.test';
    await app.call(accountApi.register, { email: other, password: PASSWORD, terms: true });
    await app.clock.advance(7 * DAY - HOUR);
    await expire();
    expect(await count('accounts', `email = '${other}'`)).toBe(1);
    await app.clock.advance(2 * HOUR);
    await expire();
    expect(await count('accounts', `email = '${other}'`)).toBe(0);
  });
});
