import { beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import { buildMember, type Member, mailedToken, PASSWORD } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { buildUnverified, requestReset } from './account.test-kit.ts';

const app = setUpTestApp();
let member: Member;
let email: string;
beforeEach(async () => {
  member = await buildMember(app);
  email = `new-${member.email}`;
  app.mails.length = 0;
});

const ask = (address = email, password = PASSWORD) =>
  app.send(accountApi.askEmailChange, { email: address, password }, member);
const confirm = (token: string) => app.send(accountApi.changeEmail, { token });
const sentTo = async (address: string) => {
  await app.work();
  return app.mails.filter(({ to }) => to === address);
};
const link = async () => {
  await ask();
  await app.work();
  return mailedToken(app, email);
};
const addressNow = async () => (await app.call(accountApi.info, {}, member)).email;
const spent = { status: 400, body: { code: 'link_invalid' } };

describe('new email address', () => {
  it('takes effect once its link is used, and the old address is notified', async () => {
    expect((await ask()).status).toBe(200);
    const [told] = await sentTo(member.email);
    expect(told?.link).toBeUndefined();
    expect(await addressNow()).toBe(member.email);
    const token = mailedToken(app, email);
    app.mails.length = 0;
    expect((await confirm(token)).status).toBe(200);
    expect(await addressNow()).toBe(email);
    // It is also told when it is done, and not the new one.
    expect(await sentTo(member.email)).toMatchObject([{ subject: 'Your email on Skein was changed' }]);
    expect(await sentTo(email)).toEqual([]);
    expect((await app.send(accountApi.login, { email, password: PASSWORD })).status).toBe(200);
    expect((await app.send(accountApi.login, { email: member.email, password: PASSWORD })).body.code).toBe(
      'wrong_credentials',
    );
    expect(await confirm(token)).toMatchObject(spent);
  });

  it('invalidates the links that were sent to the old address', async () => {
    const token = await link();
    const { pool } = app.database;
    await pool.query(
      `insert into mail_links (account_id, purpose, seed, expires_at)
       select $1, purpose, decode(repeat('00', 32), 'hex'), db_clock() + interval '1 hour'
       from unnest(array['login', 'reset']) purpose`,
      [member.id],
    );
    await pool.query(
      `insert into enrolment_links values ($1, decode(repeat('00', 32), 'hex'), db_clock() + interval '1 hour')`,
      [member.id],
    );
    expect((await confirm(token)).status).toBe(200);
    const { rows } = await pool.query(
      `select account_id from mail_links where account_id = $1 and used_at is null
       union all select account_id from enrolment_links where account_id = $1`,
      [member.id],
    );
    expect(rows).toEqual([]);
  });

  it('requires the password', async () => {
    expect(await ask(email, 'Wrong7Password')).toMatchObject({
      status: 400,
      body: { fields: { password: expect.any(String) } },
    });
    expect(await sentTo(member.email)).toEqual([]);
  });

  it('must differ from the current one', async () => {
    expect(await ask(member.email)).toMatchObject({ status: 400, body: { fields: { email: expect.any(String) } } });
  });

  it('gets the same response if it is taken, and no email is sent', async () => {
    const other = await buildMember(app);
    app.mails.length = 0;
    const [free, taken] = [await ask(), await ask(other.email)];
    expect({ ...taken, headers: null }).toEqual({ ...free, headers: null });
    expect(await sentTo(other.email)).toEqual([]);
  });

  it('replaces an unconfirmed account, and is refused if another account has confirmed it first', async () => {
    const token = await link();
    await buildUnverified(app, email);
    const rival = await buildMember(app);
    expect((await confirm(token)).status).toBe(200);
    // The same race with the opposite outcome.
    email = `newer-${member.email}`;
    const late = await link();
    await app.database.db.updateTable('accounts').set({ email }).where('id', '=', rival.id).execute();
    expect(await confirm(late)).toMatchObject(spent);
    expect(await addressNow()).toBe(`new-${member.email}`);
  });

  it.each<[string, (token: string) => Promise<unknown>]>([
    ['a day', () => app.clock.advance(DAY)],
    ['a newer link', () => ask(`other-${email}`)],
    [
      'a new password',
      () => app.call(accountApi.updatePassword, { oldPassword: PASSWORD, newPassword: 'Brand6NewDoor' }, member),
    ],
    [
      'a reset',
      async () => {
        const token = await requestReset(app, member.email);
        const reset = { email: member.email, password: 'Brand6NewDoor' };
        await app.send(accountApi.resetPassword, reset, {}, { query: { token } });
      },
    ],
  ])('is invalid after %s', async (_name, happens) => {
    const token = await link();
    await happens(token);
    expect(await confirm(token)).toMatchObject(spent);
  });

  it('is changed by one of several concurrent confirmations', async () => {
    const token = await link();
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
