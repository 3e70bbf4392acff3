import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#core/time.ts';
import { buildMember } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { requestReset } from './account.test-kit.ts';
import { dropExpiredAccountRows } from './expiry.ts';

const app = setUpTestApp();
const expire = () => dropExpiredAccountRows({ ...app.deps } as never);
const count = async (table: string, where = 'true') =>
  Number((await app.database.pool.query(`select count(*) as n from ${table} where ${where}`)).rows[0].n);

describe('what has expired', () => {
  it('is forgotten in its time, and nothing before', async () => {
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
    expect(await counts()).toEqual({ links: 2, sessions: 1, spent: 1, log: 1, accounts: 1 });
    await app.clock.advance(HOUR);
    await expire();
    expect(await counts()).toMatchObject({ links: 2, spent: 0 });
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
});
