import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { SECOND } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { mailedToken, PASSWORD } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { startTurnstile, type TurnstileServer } from '#testing/turnstile.ts';

const turnstile = await startTurnstile();
afterAll(() => turnstile.stop());
const app = setUpTestApp({ HUMAN_CHECK: 'on', ...turnstile.env });
beforeEach(() => {
  turnstile.mood = 'answers';
});

let count = 0;
const newEmail = () => {
  count += 1;
  return `outside${count}@skein.test`;
};
const register = (cfTurnstileResponse?: string, email = newEmail()) =>
  app.send(accountApi.register, {
    email,
    password: PASSWORD,
    terms: true,
    ...(cfTurnstileResponse === undefined ? {} : { cfTurnstileResponse }),
  });
const written = async () => {
  const { rows } = await app.database.pool.query(
    'select (select count(*) from accounts)::int as accounts, (select count(*) from mail_links)::int as links, (select count(*) from spent_challenges)::int as spent',
  );
  return rows[0];
};
const refused = { status: 400, body: { code: 'please_complete_verification' } };
const unavailable = { status: 503, body: { code: 'verification_unavailable' } };

describe('the human check with Turnstile', () => {
  it('tells the browser its site key, without a proof of work', async () => {
    expect(await app.call(accountApi.challenge, { action: 'register' })).toEqual({
      challenge: null,
      turnstile: { siteKey: turnstile.env.TURNSTILE_SITE_KEY },
    });
  });

  it('allows a sign-up, and adds its origin to the policy of every response', async () => {
    const { status, headers } = await register(turnstile.issue('register'));
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self'[^;]* https:\/\/challenges\.cloudflare\.com;/);
    expect(policy).toContain('frame-src https://challenges.cloudflare.com;');
  });

  it.each<[string, () => string | undefined]>([
    ['a missing answer', () => undefined],
    ['an empty one', () => ''],
    ['one that was made up', () => '0.made-up'],
    ['one that is too long', () => '0'.repeat(2049)],
    ['one of another site', () => turnstile.issue('register', 'evil.example')],
    ['one for another purpose', () => turnstile.issue('login')],
  ])('refuses %s, and stores nothing', async (_name, response) => {
    const before = await written();
    expect(await register(response())).toMatchObject(refused);
    expect(await written()).toEqual(before);
  });

  it('does not ask the verifier about obviously invalid responses', async () => {
    const before = turnstile.asked;
    for (const response of [undefined, '', '0'.repeat(2049)]) await register(response);
    expect(turnstile.asked).toBe(before);
  });

  it('refuses a response that was used', async () => {
    const answer = turnstile.issue('register');
    expect((await register(answer)).status).toBe(200);
    const before = await written();
    expect(await register(answer)).toMatchObject(refused);
    expect(await written()).toEqual(before);
  });

  it('lets one of twenty concurrent calls with the same response through, whatever the verifier says', async () => {
    turnstile.mood = 'gives_twice';
    const answer = turnstile.issue('register');
    const { accounts } = await written();
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(answer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const other of answers.filter(({ status }) => status !== 200)) expect(other).toMatchObject(refused);
    expect((await written()).accounts).toBe(accounts + 1);
  });

  it.each<TurnstileServer['mood']>(['fails', 'babbles', 'doubts', 'does_not_know_us'])(
    'lets no one through if the verifier %s',
    async (mood) => {
      turnstile.mood = mood;
      const before = await written();
      const answer = turnstile.issue('register');
      expect(await register(answer)).toMatchObject(unavailable);
      expect(await written()).toEqual(before);
      // The response wasn’t used up: it is accepted once the verifier works again.
      turnstile.mood = 'answers';
      expect((await register(answer)).status).toBe(200);
    },
  );

  it('waits at most three seconds for a slow verifier', async () => {
    turnstile.mood = 'hangs';
    const before = await written();
    const begun = performance.now();
    expect(await register(turnstile.issue('register'))).toMatchObject(unavailable);
    expect(performance.now() - begun).toBeLessThan(4 * SECOND);
    expect(await written()).toEqual(before);
  });

  it('is required for every login', async () => {
    const email = newEmail();
    await register(turnstile.issue('register'), email);
    await app.work();
    await app.call(accountApi.verifyEmail, { token: mailedToken(app, email) });
    const login = (response?: string) =>
      app.send(accountApi.login, { email, password: PASSWORD, ...(response ? { cfTurnstileResponse: response } : {}) });
    expect(await login()).toMatchObject(refused);
    expect(await login(turnstile.issue('register'))).toMatchObject(refused);
    expect((await login(turnstile.issue('login'))).status).toBe(200);
  });
});
