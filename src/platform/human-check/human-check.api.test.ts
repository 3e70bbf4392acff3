import { type Challenge, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { describe, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { MINUTE } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { loginApi } from '#features/accounts/contract-logins.ts';
import { deviceHeaders, setFailuresToday } from '#features/accounts/server/account.test-kit.ts';
import { publicReportApi } from '#features/moderation/contract-public-reports.ts';
import { errorStatuses } from '#server/model.ts';
import { buildMember, mailedToken, PASSWORD } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { openDatabase } from '../db/database.ts';
import { asAppError } from '../http/wire-errors.ts';
import { type CheckedAction, createProofOfWork, noHumanCheck } from './human-check.ts';

const app = setUpTestApp({ HUMAN_CHECK: 'on' });
let count = 0;
const newEmail = () => {
  count += 1;
  return `human${count}@skein.test`;
};

interface Answer {
  challenge: Challenge;
  solution: Solution;
}
const encode = (answer: unknown) => Buffer.from(JSON.stringify(answer)).toString('base64');
async function solved(action: CheckedAction): Promise<Answer> {
  const { challenge } = (await app.call(accountApi.challenge, { action })) as { challenge: Challenge };
  const solution = await solveChallenge({ challenge, deriveKey });
  return { challenge, solution: solution! };
}
const solve = async (action: CheckedAction) => encode(await solved(action));

const register = (email: string, cfTurnstileResponse?: string) =>
  app.send(accountApi.register, {
    email,
    password: PASSWORD,
    terms: true,
    ...(cfTurnstileResponse === undefined ? {} : { cfTurnstileResponse }),
  });
const login = (email: string, password: string, address: string, cfTurnstileResponse?: string, headers = {}) =>
  app.send(
    accountApi.login,
    { email, password, ...(cfTurnstileResponse === undefined ? {} : { cfTurnstileResponse }) },
    { address },
    { headers },
  );
const accounts = async () => Number((await app.database.pool.query('select count(*) as n from accounts')).rows[0].n);
const refused = {
  status: 400,
  body: { code: 'please_complete_verification', error: 'Please complete the verification' },
};

describe('the human check', () => {
  it('allows a sign-up once it is solved', async () => {
    const email = newEmail();
    expect((await register(email, await solve('register'))).status).toBe(200);
    await app.work();
    expect((await app.send(accountApi.verifyEmail, { token: mailedToken(app, email) })).status).toBe(200);
  });

  const changes: [string, (answer: Answer) => unknown][] = [
    ['nothing', () => undefined],
    ['an empty one', () => ''],
    ['no base64', () => '%%%'],
    ['no JSON', () => Buffer.from('{').toString('base64')],
    ['null', () => encode(null)],
    ['the challenge alone', ({ challenge }) => encode({ challenge })],
    ['the solution alone', ({ solution }) => encode({ solution })],
    [
      'another number',
      ({ challenge, solution }) => encode({ challenge, solution: { ...solution, counter: solution.counter + 1 } }),
    ],
    [
      'a key that was not derived',
      ({ challenge, solution }) => encode({ challenge, solution: { ...solution, derivedKey: `00${'a'.repeat(62)}` } }),
    ],
    [
      'a signature that is not ours',
      ({ challenge, solution }) => encode({ challenge: { ...challenge, signature: 'a'.repeat(64) }, solution }),
    ],
    [
      'an easier task',
      ({ challenge, solution }) =>
        encode({ challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }, solution }),
    ],
    [
      'no prefix to find',
      ({ challenge, solution }) =>
        encode({ challenge: { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '' } }, solution }),
    ],
    [
      'another algorithm',
      ({ challenge, solution }) =>
        encode({
          challenge: { ...challenge, parameters: { ...challenge.parameters, algorithm: 'SHA-256' } },
          solution,
        }),
    ],
    [
      'another salt',
      ({ challenge, solution }) =>
        encode({
          challenge: { ...challenge, parameters: { ...challenge.parameters, salt: 'ab'.repeat(16) } },
          solution,
        }),
    ],
    [
      'a later end',
      ({ challenge, solution }) =>
        encode({
          challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 99_999_999_999 } },
          solution,
        }),
    ],
    [
      'another purpose written in',
      ({ challenge, solution }) =>
        encode({
          challenge: { ...challenge, parameters: { ...challenge.parameters, data: { action: 'register' } } },
          solution,
        }),
    ],
  ];
  it('refuses missing, forged and easier solutions, and stores nothing', async () => {
    const right = await solved('register');
    const forLogin = await solved('login');
    const before = await accounts();
    for (const [what, change] of changes) {
      const answer = change(what === 'another purpose written in' ? forLogin : right) as string | undefined;
      expect(await register(newEmail(), answer), what).toMatchObject(refused);
    }
    expect(await register(newEmail(), 'x'.repeat(4001))).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
    expect(await accounts()).toBe(before);
    // None of them has used it up.
    expect((await register(newEmail(), encode(right))).status).toBe(200);
  });
  it('keeps visitors who haven’t solved it from sending a report', async () => {
    const { slug } = await buildMember(app);
    const report = {
      url: to.user({ userSlug: slug }),
      ground: 'rule',
      rule: 'spam',
      detail: 'The same advertisement again.',
    };
    const send = async (cfTurnstileResponse?: string) => {
      const sender = { name: 'Ana', email: newEmail(), accurate: true };
      const answer = cfTurnstileResponse === undefined ? {} : { cfTurnstileResponse };
      return app.send(publicReportApi.send, { ...report, ...sender, ...answer });
    };
    expect(await send()).toMatchObject(refused);
    expect(await send(await solve('register'))).toMatchObject(refused);
    expect((await send(await solve('report'))).status).toBe(200);
  });
  it('refuses a solution from another site', async () => {
    const theirs = createProofOfWork([new Uint8Array(32).fill(7)], () => app.clock.now());
    const challenge = (await theirs.challenge('register')).challenge!;
    const solution = await solveChallenge({ challenge, deriveKey });
    expect(await register(newEmail(), encode({ challenge, solution }))).toMatchObject(refused);
  });
  it('accepts a solution of a task from before the secret was changed', async () => {
    const [earlier, now] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(8)];
    const before = createProofOfWork([earlier], () => app.clock.now());
    const challenge = (await before.challenge('register')).challenge!;
    const answer = encode({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
    const verifiedWith = (keys: Uint8Array[]) =>
      createProofOfWork(keys, () => app.clock.now()).verify(app.deps, 'register', answer);
    await expect(verifiedWith([now])).rejects.toMatchObject({ code: 'please_complete_verification' });
    await verifiedWith([now, earlier]);
  });
  it('accepts a solution once, even for concurrent calls', async () => {
    const answer = await solve('register');
    const before = await accounts();
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(newEmail(), answer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const other of answers.filter(({ status }) => status !== 200)) expect(other).toMatchObject(refused);
    expect(await accounts()).toBe(before + 1);
    expect(await register(newEmail(), answer)).toMatchObject(refused);
    // Written differently, it is still the same solution.
    const { challenge, solution } = JSON.parse(Buffer.from(answer, 'base64').toString()) as Answer;
    const signature = challenge.signature!.toUpperCase();
    for (const disguise of [
      { solution, challenge },
      { challenge: { ...challenge, signature }, solution },
      { challenge, solution: { ...solution, time: 5 } },
    ])
      expect(await register(newEmail(), encode(disguise))).toMatchObject(refused);
  });
  it('accepts a solution only for its own action', async () => {
    for (const action of ['login', 'reset', 'resend'] as const)
      expect(await register(newEmail(), await solve(action))).toMatchObject(refused);
    const email = newEmail();
    expect(
      await app.send(accountApi.requestReset, { email, cfTurnstileResponse: await solve('register') }),
    ).toMatchObject(refused);
    expect((await app.send(accountApi.requestReset, { email, cfTurnstileResponse: await solve('reset') })).status).toBe(
      200,
    );
    expect(await app.send(accountApi.requestReset, { email })).toMatchObject(refused);
    expect(
      (await app.send(accountApi.resendVerification, { email, cfTurnstileResponse: await solve('resend') })).status,
    ).toBe(200);
    expect(await app.send(accountApi.resendVerification, { email })).toMatchObject(refused);
  });
  it('accepts a solution for ten minutes', async () => {
    const [inTime, late] = [await solve('register'), await solve('register')];
    await app.clock.advance(9 * MINUTE);
    expect((await register(newEmail(), inTime)).status).toBe(200);
    await app.clock.advance(MINUTE);
    expect(await register(newEmail(), late)).toMatchObject(refused);
  });
  it('lets no one through while used solutions cannot be stored', async () => {
    const check = createProofOfWork(app.deps.secrets.keys('human-check'), () => app.clock.now());
    const database = openDatabase({ host: '/nowhere' }, () => {}, { max: 1 });
    const failure = await check
      .verify({ db: database.db }, 'register', await solve('register'))
      .catch((error: unknown) => error);
    await database.close();
    expect(errorStatuses[asAppError(failure).code]).toBe(503);
  });
  it('can be disabled to try out a site', async () => {
    expect(await noHumanCheck.challenge('login')).toEqual({ challenge: null, turnstile: null });
    await noHumanCheck.verify({ db: null as never }, 'login', undefined);
  });
  it('knows only its own actions', async () => {
    expect(await app.send(accountApi.challenge, { action: 'vote' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
  });
});

describe('the human check at login', () => {
  const active = async () => {
    const email = newEmail();
    await register(email, await solve('register'));
    await app.work();
    await app.call(accountApi.verifyEmail, { token: mailedToken(app, email) });
    return email;
  };
  const fail = async (email: string, address: (i: number) => string, times = 3) => {
    for (let i = 0; i < times; i += 1)
      expect((await login(email, 'Wrong7Password', address(i))).body.code).toBe('wrong_credentials');
  };
  it('is required after three failures of the account, from any address', async () => {
    const email = await active();
    expect((await login(email, PASSWORD, '10.2.0.9')).status).toBe(200);
    await fail(email, (i) => `10.2.0.${i}`);
    expect(await login(email, PASSWORD, '10.2.0.10')).toMatchObject(refused);
    expect(await login(email, 'Wrong7Password', '10.2.0.10')).toMatchObject(refused);
    const answer = await login(email, PASSWORD, '10.2.0.10', await solve('login'));
    expect(answer.status).toBe(200);
    // From now on, only devices that have never logged in are asked.
    expect((await login(email, PASSWORD, '10.2.0.11', undefined, deviceHeaders(answer))).status).toBe(200);
    expect(await login(email, PASSWORD, '10.2.0.11')).toMatchObject(refused);
  });
  it('is required after three failures of a known device, and no longer once it has logged in', async () => {
    const email = await active();
    const device = deviceHeaders(await login(email, PASSWORD, '10.2.4.1'));
    for (let i = 0; i < 3; i += 1)
      expect((await login(email, 'Wrong7Password', '10.2.4.1', undefined, device)).body.code).toBe('wrong_credentials');
    expect(await login(email, PASSWORD, '10.2.4.1', undefined, device)).toMatchObject(refused);
    expect((await login(email, PASSWORD, '10.2.4.1', await solve('login'), device)).status).toBe(200);
    expect((await login(email, PASSWORD, '10.2.4.1', undefined, device)).status).toBe(200);
  });
  it('is all that an unknown device needs after a hundred failures, and a known one doesn’t need it', async () => {
    const email = await active();
    const device = deviceHeaders(await login(email, PASSWORD, '10.2.5.1'));
    await fail(email, () => '10.2.5.2', 1);
    await setFailuresToday(app, email, 500);
    expect((await login(email, PASSWORD, '10.2.5.1', undefined, device)).status).toBe(200);
    for (let i = 0; i < 2; i += 1) {
      expect(await login(email, PASSWORD, '10.2.5.3')).toMatchObject(refused);
      expect((await login(email, PASSWORD, '10.2.5.3', await solve('login'))).status).toBe(200);
    }
    expect(await app.send(loginApi.requestLink, { email })).toMatchObject(refused);
    const asked = { email, cfTurnstileResponse: await solve('login') };
    expect((await app.send(loginApi.requestLink, asked)).status).toBe(200);
  });
  it('is required after three failures of the address, for any account', async () => {
    const email = await active();
    for (const who of ['a@x.test', 'b@x.test', 'c@x.test']) await fail(who, () => '10.2.1.1', 1);
    expect(await login(email, PASSWORD, '10.2.1.1')).toMatchObject(refused);
    expect((await login(email, PASSWORD, '10.2.1.2')).status).toBe(200);
    expect((await login(email, PASSWORD, '10.2.1.1', await solve('login'))).status).toBe(200);
  });
  it('is required for an unknown account as for an existing one', async () => {
    await fail('nobody@x.test', (i) => `10.2.2.${i}`);
    expect(await login('nobody@x.test', PASSWORD, '10.2.2.9')).toMatchObject(refused);
  });
  it('is verified whenever it is sent', async () => {
    const email = await active();
    expect(await login(email, PASSWORD, '10.2.3.1', 'x')).toMatchObject(refused);
    const answer = await solve('login');
    expect((await login(email, PASSWORD, '10.2.3.1', answer)).status).toBe(200);
    expect(await login(email, PASSWORD, '10.2.3.1', answer)).toMatchObject(refused);
  });
});
