import { describe, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { DAY, HOUR, SECOND } from '#core/time.ts';
import { mailedToken, PASSWORD } from '#testing/factories.ts';
import { setUpTestApp, type WireAnswer } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { UNVERIFIED_KEPT, VERIFY_LINK_LASTS } from '../model/account-limits.ts';
import { buildUnverified } from './account.test-kit.ts';
import { dropExpiredAccountRows } from './expiry.repo.ts';

const app = setUpTestApp();
let count = 0;
const newEmail = () => {
  count += 1;
  return `registering${count}@skein.test`;
};
const register = (email: string, password = PASSWORD, extra: object = {}) =>
  app.send(accountApi.register, { email, password, terms: true, ...extra });
const verify = (token: string) => app.send(accountApi.verifyEmail, { token });
const login = (email: string, password: string) => app.send(accountApi.login, { email, password });
const accountOf = (email: string) =>
  app.database.db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
const mailsTo = (email: string) => app.mails.filter(({ to }) => to === email);
/** Everything in a response that a caller sees, except the time, and the secret of the tab, of which only its length. */
const seen = ({ status, body, headers }: WireAnswer) => ({
  status,
  body: JSON.stringify(body).replace(/(?<="waiting":")[\w-]{24}(?=")/, 'secret'),
  headers: Object.keys(headers).sort(),
});

describe('signing up', () => {
  it('creates an unconfirmed account, which its link activates', async () => {
    const email = newEmail();
    expect(await register(email)).toMatchObject({ status: 200, body: { data: { ok: true } } });
    expect(await accountOf(email)).toMatchObject({
      status: 'unverified',
      password_hash: null,
      username: expect.stringMatching(/^writer_[a-z2-9]{6}$/),
      slug: expect.stringMatching(/^writer-[a-z2-9]{6}$/),
      preferred_language: 'en',
    });
    await app.work();
    expect(mailsTo(email)).toMatchObject([
      { subject: 'Confirm your email for Skein', link: expect.stringMatching(/^http:\/\/localhost:3000\/\?verify=/) },
    ]);

    const { status, body } = await verify(mailedToken(app, email));
    expect(status).toBe(200);
    const tokens = body.data as { accessToken: string };
    const me = await app.call(accountApi.info, {}, tokens);
    expect(me).toMatchObject({ email, bio: '', avatar: null, roles: [], slugFreeAt: null, preferred_language: 'en' });
    expect((await accountOf(email))?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it('is refused to those who do not agree to the terms', async () => {
    const email = newEmail();
    expect(await register(email, PASSWORD, { terms: false })).toMatchObject({
      status: 400,
      body: { fields: { terms: 'Please accept the user agreement first.' } },
    });
    expect(await accountOf(email)).toBeUndefined();
  });

  it('dates the account from its confirmation, however long ago the sign-up was', async () => {
    const email = newEmail();
    await register(email);
    await app.work();
    await app.clock.advance(HOUR);
    const confirmedAt = app.clock.now().getTime();
    await verify(mailedToken(app, email));
    expect((await accountOf(email))!.joined_at.getTime()).toBeGreaterThanOrEqual(confirmedAt - SECOND);
  });

  it('gives the same response for a new, unconfirmed or known address, with one email each', async () => {
    const [fresh, waiting, known] = [newEmail(), newEmail(), newEmail()];
    await buildUnverified(app, waiting);
    await buildUnverified(app, known);
    await verify(mailedToken(app, known));
    app.mails.length = 0;
    const answers = [await register(fresh), await register(waiting), await register(known)].map(seen);
    await app.work();
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect([fresh, waiting, known].map((email) => mailsTo(email).map(({ subject }) => subject))).toEqual([
      ['Confirm your email for Skein'],
      ['Confirm your email for Skein'],
      ['You already have an account on Skein'],
    ]);
    // Links to the page where the owner can log in, without a token.
    expect(mailsTo(known)[0]).toHaveProperty('link', `http://localhost:3000${to.profile()}`);
  });
  it('does not change an existing account', async () => {
    const email = newEmail();
    await buildUnverified(app, email);
    await verify(mailedToken(app, email));
    const before = await accountOf(email);
    await register(email, 'Another7Harbour');
    await app.work();
    expect(await accountOf(email)).toEqual(before);
    expect((await login(email, 'Another7Harbour')).body.code).toBe('wrong_credentials');
  });
  it('treats all spellings of an address as one, also concurrently', async () => {
    const email = 'bücher.leser@skein.test';
    const spellings = ['Bücher.Leser@Skein.test', ' BÜCHER.LESER@SKEIN.TEST ', 'bu\u0308cher.leser@skein.test', email];
    // A caller who waits two seconds for a password hash must retry, as happens on a busy machine.
    const retried = async (spelling: string) => {
      for (;;) {
        const answer = await register(spelling);
        if (answer.body.code !== 'unavailable') return answer;
      }
    };
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => retried(spellings[i % 4]!)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const rows = await app.database.db
      .selectFrom('accounts')
      .select('email')
      .where('email', 'like', '%leser@skein.test')
      .execute();
    expect(rows).toEqual([{ email }]);
  });
  it('stores the language of the form', async () => {
    const email = newEmail();
    await app.send(accountApi.register, { email, password: PASSWORD, terms: true }, {}, { language: 'ja' });
    expect((await accountOf(email))?.preferred_language).toBe('ja');
  });
  it.each([
    [{ terms: false }, { terms: 'Please accept the user agreement first.' }],
    [{ email: 'none' }, { email: 'Invalid email format!' }],
    [{ email: '' }, { email: 'Email cannot be empty!' }],
    [{ password: 'short1A' }, { password: 'Use at least 8 characters.' }],
    [{ password: 'quiet7harbour' }, { password: 'Add an uppercase letter.' }],
    [{ password: 'QUIET7HARBOUR' }, { password: 'Add a lowercase letter.' }],
    [{ password: 'QuietHarbour' }, { password: 'Add a number.' }],
    [
      { password: 'Mailcreated5240' },
      { password: 'This password is too common and easy to guess. Choose another one.' },
    ],
    [{ role: 'administrator' }, { role: 'This field doesn’t exist.' }],
    [{ status: 'active' }, { status: 'This field doesn’t exist.' }],
  ])('refuses %j and writes nothing', async (wrong, fields) => {
    const email = newEmail();
    expect(await register(email, PASSWORD, wrong)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields },
    });
    expect(await accountOf(email)).toBeUndefined();
  });
  it('accepts the payload of the spec', async () => {
    const payload = { email: newEmail(), password: PASSWORD, cfTurnstileResponse: 'x' };
    expect((await app.send(accountApi.register, payload)).status).toBe(200);
  });
});

describe('sign-up link', () => {
  it('confirms the password of its own sign-up and of no other', async () => {
    for (const used of [0, 1] as const) {
      const email = newEmail();
      const passwords = ['Attacker7Gate', 'Owner7Meadow'] as const;
      const tokens: string[] = [];
      for (const password of passwords) {
        await register(email, password);
        await app.work();
        tokens.push(mailedToken(app, email));
      }
      expect((await verify(tokens[used]!)).status).toBe(200);
      expect((await login(email, passwords[used])).status).toBe(200);
      expect((await login(email, passwords[1 - used]!)).body.code).toBe('wrong_credentials');
      // The other link is no longer valid.
      expect((await verify(tokens[1 - used]!)).body.code).toBe('link_invalid');
      expect((await login(email, passwords[1 - used]!)).body.code).toBe('wrong_credentials');
    }
  });
  it('is valid for 24 hours', async () => {
    const [inTime, late] = [newEmail(), newEmail()];
    const first = await buildUnverified(app, inTime);
    await app.clock.advance(VERIFY_LINK_LASTS - 20 * SECOND);
    expect((await verify(first)).status).toBe(200);
    const second = await buildUnverified(app, late);
    await app.clock.advance(24 * HOUR);
    expect(await verify(second)).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
    expect((await accountOf(late))?.status).toBe('unverified');
  });
  it('works once, even if it is used concurrently', async () => {
    const email = newEmail();
    const token = await buildUnverified(app, email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'link_invalid')).toHaveLength(19);
    expect((await verify(token)).body.code).toBe('link_invalid');
    const account = await accountOf(email);
    const sessions = await app.database.db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', account!.id)
      .execute();
    expect(sessions).toHaveLength(1);
  });
  it('is valid for nothing else, and no other token is valid for it', async () => {
    const email = newEmail();
    const token = await buildUnverified(app, email);
    const reset = await app.send(
      accountApi.resetPassword,
      { email, password: 'Another7Harbour' },
      {},
      { query: { token } },
    );
    expect(reset.body.code).toBe('link_invalid');
    expect((await app.send(accountApi.refresh, { token })).body.code).toBe('refresh_refused');
    const [id, generation, proof] = token.split('.') as [string, string, string];
    const forged = [
      'x',
      `${id}.${generation}`,
      `${id}.1.${proof}`,
      `${Number(id) + 1}.${generation}.${proof}`,
      `${id}.${generation}.${proof.slice(0, -1)}${proof.endsWith('A') ? 'B' : 'A'}`,
      `${id}.${generation}.${'A'.repeat(43)}`,
      `0${token}`,
      `${token} `,
      `9223372036854775808.0.${proof}`,
      `9999999999999999999.0.${proof}`,
      `${id}.9999999999.${proof}`,
      'x'.repeat(2000),
    ];
    for (const wrong of forged)
      expect(await verify(wrong), wrong).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
    expect(await verify('')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect((await verify(token)).status).toBe(200);
  });
  it('is sent again on request, only to unconfirmed accounts, always with the same response', async () => {
    const [waiting, active, unknown] = [newEmail(), newEmail(), newEmail()];
    const first = await buildUnverified(app, waiting);
    await verify(await buildUnverified(app, active));
    app.mails.length = 0;
    const answers: ReturnType<typeof seen>[] = [];
    for (const email of [waiting, active, unknown])
      answers.push(seen(await app.send(accountApi.resendVerification, { email })));
    await app.work();
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(app.mails.map(({ to }) => to)).toEqual([waiting]);
    const second = mailedToken(app, waiting);
    expect(second).not.toBe(first);
    expect((await verify(second)).status).toBe(200);
    expect((await login(waiting, PASSWORD)).status).toBe(200);
    expect((await verify(first)).body.code).toBe('link_invalid');
  });
  it('lets the owner set a password if it was requested again after a stranger’s sign-up', async () => {
    const email = newEmail();
    await buildUnverified(app, email);
    await buildUnverified(app, email, 'Strangers7Choice');
    app.mails.length = 0;
    await app.call(accountApi.resendVerification, { email });
    await app.work();
    expect(app.mails).toMatchObject([{ to: email, link: expect.stringMatching(/\/reset_password\?token=/) }]);
    const token = mailedToken(app, email);
    const choice = { email, password: 'Owners7Choice' };
    expect((await app.send(accountApi.resetPassword, choice, {}, { query: { token } })).status).toBe(200);
    expect((await login(email, 'Owners7Choice')).status).toBe(200);
    expect((await login(email, 'Strangers7Choice')).body.code).toBe('wrong_credentials');
  });
  it('is not sent if it has become invalid', async () => {
    const email = newEmail();
    const token = await buildUnverified(app, email);
    await app.send(accountApi.resendVerification, { email });
    await verify(token);
    app.mails.length = 0;
    await app.work();
    expect(mailsTo(email)).toEqual([]);
  });
});

describe('unconfirmed account', () => {
  it('is reported at login with its password, and with no other', async () => {
    const email = newEmail();
    await buildUnverified(app, email);
    expect(await login(email, PASSWORD)).toMatchObject({ status: 409, body: { code: 'email_not_verified' } });
    expect(await login(email, 'Wrong7Password')).toMatchObject({ status: 400, body: { code: 'wrong_credentials' } });
  });
  it('has no public profile', async () => {
    const email = newEmail();
    await buildUnverified(app, email);
    const { slug } = (await accountOf(email))!;
    expect((await app.send(accountApi.bySlug, { slug })).body.code).toBe('user_not_found');
  });
  it('is deleted after 7 days', async () => {
    const [old, young, active] = [newEmail(), newEmail(), newEmail()];
    await verify(await buildUnverified(app, active));
    await buildUnverified(app, old);
    await app.clock.advance(UNVERIFIED_KEPT - HOUR);
    await buildUnverified(app, young);
    const expire = () => dropExpiredAccountRows({ ...app.deps } as never);
    await expire();
    expect(await accountOf(old)).toBeDefined();
    await app.clock.advance(HOUR + SECOND);
    await expire();
    expect(await accountOf(old)).toBeUndefined();
    expect(await accountOf(young)).toBeDefined();
    expect(await accountOf(active)).toBeDefined();
    await app.clock.advance(DAY);
    expect((await register(old)).status).toBe(200);
  });
});
