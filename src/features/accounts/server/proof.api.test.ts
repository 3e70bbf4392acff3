import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Endpoint, isRead } from '#core/endpoint.ts';
import { to } from '#core/pages.ts';
import { DAY, MINUTE, SECOND } from '#core/time.ts';
import { createCtx } from '#platform/context.ts';
import { createSecrets } from '#platform/secrets.ts';
import { ENDPOINTS } from '#testing/calls.ts';
import { buildMember, type Member, PASSWORD } from '#testing/factories.ts';
import { type PersonThere, startOpenidProvider } from '#testing/openid-provider.ts';
import { type Caller, SECRET_KEY, setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { ACCOUNT_CALLS, type ProvenCall } from '../contract-account-calls.ts';
import { accountDeletionApi } from '../contract-account-deletion.ts';
import { providerApi } from '../contract-providers.ts';
import { PROVIDER_PROOF_LASTS } from '../model/proof.ts';
import { requestReset } from './account.test-kit.ts';
import { findAccount } from './accounts.repo.ts';
import { lockProven } from './proof.service.ts';
import { type BroughtBack, visitGoogle } from './provider.test-kit.ts';
import { signProviderProof, spendProviderProof } from './provider-proof.ts';

const provider = await startOpenidProvider('http://localhost:3000');
afterAll(() => provider.stop());
const app = setUpTestApp(provider.env);
const NEW = 'Brand6NewDoor';
const proof = { password: PASSWORD };

let count = 0;
const newPerson = (): PersonThere => {
  count += 1;
  return { subject: `there-${count}`, email: `person${count}@gmail.test`, verified: true };
};
beforeEach(() => {
  provider.visitor = newPerson();
  // The provider’s clock isn’t moved by tests.
  provider.tamper = (claims) => ({ ...claims, auth_time: Math.ceil(app.clock.now().getTime() / 1000) });
});

it('a proof of a provider stays valid while the key of the site is changed', async () => {
  const { id: accountId } = await buildMember(app);
  const about = { accountId, act: 'user/delete_account', provider: 'google' } as const;
  const token = await signProviderProof(app.deps, about);
  const during = { secretKey: 'a new secret of tests, long enough', previousSecretKey: SECRET_KEY };
  const ctx = { ...createCtx(app.deps, { language: 'en' }), secrets: createSecrets(during) };
  expect(await spendProviderProof(ctx, token, about)).toBe(true);
  expect(await spendProviderProof(ctx, token, about)).toBe(false);
});

it('a proof no longer holds once a second factor was removed', async () => {
  const account = (await findAccount(app.deps.db, { id: (await buildMember(app)).id }))!;
  const known = { ...account, identities: '[]', factors: [] };
  expect(await lockProven(app.deps.db, known)).toMatchObject({ id: account.id });
  await expect(lockProven(app.deps.db, { ...known, factors: ['passkey 1'] })).rejects.toMatchObject({
    code: 'conflict',
  });
});

const sent = (back: BroughtBack) => ({ headers: { cookie: back.cookie } });
const login = async () => {
  const back = await visitGoogle(app);
  return app.send(providerApi.loginWithGoogle, back.answer, {}, sent(back));
};
const accountOf = async (answer: { body: { data?: unknown } }) =>
  app.call(accountApi.info, {}, answer.body.data as { accessToken: string });
/** Someone who has only ever logged in with Google. */
const buildGoogleOnly = async () => {
  const tokens = (await login()).body.data as { accessToken: string };
  return { ...tokens, id: (await app.call(accountApi.info, {}, tokens)).id };
};
const connect = async (caller: Caller, given: object = { proof }) => {
  const back = await visitGoogle(app, { connect: '1', from: to.profile() });
  return app.send(providerApi.connectGoogle, { ...back.answer, ...given } as never, caller, sent(back));
};
const prove = async (act: string) => {
  const back = await visitGoogle(app, { prove: act, from: to.profile() });
  return app.send(providerApi.proveWithGoogle, back.answer, {}, sent(back));
};
const provenFor = async (act: ProvenCall) => {
  const { provider: given } = (await prove(act)).body.data as { provider: string };
  return { provider: given };
};
const reset = async ({ email }: { email: string }, keep?: 'google'[]) => {
  const token = await requestReset(app, email);
  const { connections } = await app.call(accountApi.checkResetLink, { token });
  const input = { email, password: NEW, ...(keep ? { keep } : {}) };
  await app.send(accountApi.resetPassword, input, {}, { query: { token } });
  await app.work();
  const mail = app.mails.findLast((found) => found.to === email)!;
  return { connections, mail };
};
const mailsTo = async (email: string) => {
  await app.work();
  return app.mails.filter((mail) => mail.to === email).map(({ subject }) => subject);
};

/** The contents of all contracts of accounts. */
const CONTRACTS = Object.fromEntries(
  Object.entries(import.meta.glob<Record<string, Record<string, unknown>>>('../contract*.ts', { eager: true })).flatMap(
    ([, module]) => Object.entries(module).filter(([name]) => name.endsWith('Api')),
  ),
);

/** What a call sends besides its proof. */
const INPUTS: Record<ProvenCall, object> = {
  'user/connect_google': { state: 'x', code: 'x' },
  'user/disconnect_google': {},
  'user/connect_openid': { state: 'x', code: 'x' },
  'user/disconnect_openid': {},
  'user/change_email': { email: 'another@skein.test' },
  'user/update_password': { newPassword: NEW },
  'user/delete_account': { texts: 'keep' },
  'user/export': {},
  'user/begin_totp': {},
  'user/remove_totp': {},
  'user/new_recovery_codes': {},
  'user/begin_passkey': {},
  'user/remove_passkey': { passkeyId: '1' },
  'moderation/remove_factors': { userId: '1', reason: 'They called from their phone.' },
};

describe('the table of account calls', () => {
  it('has every call of accounts that changes something', () => {
    const calls = Object.values(CONTRACTS).flatMap((contract) =>
      Object.values(contract).filter(
        (value): value is Endpoint => typeof value === 'object' && value !== null && 'path' in value,
      ),
    );
    const changing = calls.filter((endpoint) => !isRead(endpoint));
    expect(changing.length).toBeGreaterThan(20);
    expect(Object.keys(ACCOUNT_CALLS).toSorted()).toEqual(changing.map(({ path }) => path).toSorted());
  });
  it.each(Object.keys(INPUTS) as ProvenCall[])('%s is refused to a new session without proof', async (path) => {
    const member = await buildMember(app, path.startsWith('moderation/') ? { role: 'administrator' } : {});
    const endpoint = ENDPOINTS.find((found) => found.path === path)!;
    const caller = await app.call(accountApi.login, { email: member.email, password: PASSWORD });
    const other = await buildMember(app);
    const before = await app.database.db.selectFrom('accounts').selectAll().where('id', '=', member.id).execute();
    for (const given of [
      {},
      { proof: {} },
      { proof: { password: 'Wrong7Password' } },
      { proof: { provider: other.accessToken } },
      { proof: { password: PASSWORD, provider: 'x' } },
    ])
      expect((await app.send(endpoint, { ...INPUTS[path], ...given }, caller)).status).toBeGreaterThanOrEqual(400);
    const after = await app.database.db.selectFrom('accounts').selectAll().where('id', '=', member.id).execute();
    expect(after).toEqual(before);
    expect((await app.call(accountDeletionApi.preview, {}, caller)).export.state).toBe('none');
  });
});

describe('proof by password', () => {
  const disconnect = (caller: Caller, password: string) =>
    app.send(providerApi.disconnectGoogle, { proof: { password } }, caller);

  it('is still accepted as it was before, and no longer holds once the password has changed', async () => {
    const member = await buildMember(app);
    const email = `new-${member.email}`;
    expect((await app.send(accountApi.askEmailChange, { email, password: PASSWORD }, member)).status).toBe(200);
    expect((await app.send(accountApi.askEmailChange, { email, proof }, member)).status).toBe(200);
    await app.call(accountApi.updatePassword, { oldPassword: PASSWORD, newPassword: NEW }, member);
    expect(await disconnect(member, PASSWORD)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});

describe('proof by a login at Google', () => {
  it('deletes the account of a member without a password, once and within 5 minutes', async () => {
    const member = await buildGoogleOnly();
    expect(await app.call(accountApi.info, {}, member)).toMatchObject({ proofs: ['provider'] });
    const leave = (given: object) =>
      app.send(accountDeletionApi.deleteAccount, { texts: 'keep', ...given } as never, member);
    expect(await leave({})).toMatchObject({ status: 409, body: { code: 'sign_in_again' } });
    expect(await leave({ proof })).toMatchObject({ status: 409, body: { code: 'password_missing' } });
    const late = await provenFor('user/delete_account');
    await app.clock.advance(PROVIDER_PROOF_LASTS + SECOND);
    expect((await leave({ proof: late })).body.code).toBe('sign_in_again');
    const proven = await provenFor('user/delete_account');
    const answers = await Promise.all([leave({ proof: proven }), leave({ proof: proven })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('proves nothing for another call, nor for another member', async () => {
    const member = await buildGoogleOnly();
    const forExport = await provenFor('user/export');
    const leave = await app.send(accountDeletionApi.deleteAccount, { texts: 'keep', proof: forExport }, member);
    expect(leave).toMatchObject({ status: 409, body: { code: 'sign_in_again' } });
    const other = await buildMember(app);
    expect(await app.send(accountDeletionApi.export, { proof: forExport }, other)).toMatchObject({ status: 409 });
    expect((await app.send(accountDeletionApi.export, { proof: forExport }, member)).status).toBe(200);
    provider.visitor = newPerson();
    expect(await prove('user/export')).toMatchObject({ status: 409, body: { code: 'google_other' } });
  });

  it('asks Google for a new login, and refuses an older one or one without a time', async () => {
    await buildGoogleOnly();
    const start = await app.app.http.inject({ url: '/auth/google?prove=user/export' });
    expect(new URL(String(start.headers.location)).searchParams.get('max_age')).toBe('0');
    const times: unknown[] = [];
    const at = (time: number) => Math.floor((app.clock.now().getTime() + time) / 1000);
    provider.tamper = (claims) => {
      times.push(claims.auth_time);
      return { ...claims, auth_time: at(0) };
    };
    expect((await prove('user/export')).status).toBe(200);
    expect(times).toEqual([expect.any(Number)]);
    provider.tamper = (claims) => ({ ...claims, auth_time: at(-2 * MINUTE) });
    expect(await prove('user/export')).toMatchObject({ status: 400, body: { code: 'google_not_fresh' } });
    // In milliseconds, whenever it was.
    provider.tamper = (claims) => ({ ...claims, auth_time: at(-DAY) * 1000 });
    expect(await prove('user/export')).toMatchObject({ status: 400, body: { code: 'google_not_fresh' } });
    provider.tamper = ({ auth_time: _, ...claims }) => claims;
    expect(await prove('user/export')).toMatchObject({ status: 400, body: { code: 'google_not_fresh' } });
  });

  it('is not made by a login, nor for a call that needs no proof', async () => {
    await buildGoogleOnly();
    const back = await visitGoogle(app);
    expect(await app.send(providerApi.proveWithGoogle, back.answer, {}, sent(back))).toMatchObject({
      body: { code: 'google_state_lost' },
    });
    expect(await prove('user/update_info')).toMatchObject({ body: { code: 'google_state_lost' } });
    const proving = await visitGoogle(app, { prove: 'user/export' });
    expect(await app.send(providerApi.loginWithGoogle, proving.answer, {}, sent(proving))).toMatchObject({
      body: { code: 'google_state_lost' },
    });
  });
});

describe('a Google account', () => {
  it('is connected to the logged-in member, whatever its address', async () => {
    const member = await buildMember(app);
    app.mails.length = 0;
    expect(await connect(member)).toMatchObject({ status: 200, body: { data: { from: to.profile() } } });
    expect(await mailsTo(member.email)).toHaveLength(1);
    expect((await accountOf(await login())).id).toBe(member.id);
    // Another member’s Google account, or a second one.
    expect(await connect(await buildMember(app))).toMatchObject({ status: 409, body: { code: 'google_taken' } });
    provider.visitor = newPerson();
    expect(await connect(member)).toMatchObject({ status: 409, body: { code: 'google_taken' } });
  });

  it('isn’t connected with a stolen access token, and a wrong password can be corrected', async () => {
    const member = await buildMember(app);
    expect((await connect({ accessToken: member.accessToken }, {})).status).toBe(400);
    expect((await accountOf(await login())).id).not.toBe(member.id);
    provider.visitor = newPerson();
    const back = await visitGoogle(app, { connect: '1' });
    const finish = (password: string) =>
      app.send(providerApi.connectGoogle, { ...back.answer, proof: { password } }, member, sent(back));
    const wrong = await finish('Wrong7Password');
    expect(wrong).toMatchObject({ body: { fields: { password: expect.any(String) } } });
    // The browser keeps what the flow was started with, until it has ended.
    expect(wrong.headers['set-cookie']).toBeUndefined();
    const right = await finish(PASSWORD);
    expect(right.status).toBe(200);
    expect(String(right.headers['set-cookie'])).toMatch(/skein_google=; Path=\/api; Max-Age=0;/);
  });

  it('can be disconnected if there is a password, and the owner is notified', async () => {
    const member = await buildMember(app);
    await connect(member);
    await app.work();
    app.mails.length = 0;
    expect((await app.send(providerApi.disconnectGoogle, {} as never, member)).status).toBe(400);
    expect((await app.call(accountApi.info, {}, member)).google).toBe(true);
    await app.call(providerApi.disconnectGoogle, { proof }, member);
    expect((await app.call(accountApi.info, {}, member)).google).toBe(false);
    expect(await mailsTo(member.email)).toHaveLength(1);
    provider.visitor = newPerson();
    const googleOnly = await buildGoogleOnly();
    const given = { proof: await provenFor('user/disconnect_google') };
    expect(await app.send(providerApi.disconnectGoogle, given, googleOnly)).toMatchObject({
      status: 409,
      body: { code: 'password_missing' },
    });
  });
});

describe('a reset of the password', () => {
  const thiefLogin = async (member: Member) => (await accountOf(await login())).id === member.id;

  it('disconnects what was connected since the last change, without asking, and names it', async () => {
    const member = await buildMember(app);
    await connect(member);
    expect(await thiefLogin(member)).toBe(true);
    const { connections, mail } = await reset(member, ['google']);
    expect(connections).toMatchObject([{ provider: 'google', isCut: true, connectedAt: expect.any(String) }]);
    expect(mail.text).toContain('Disconnected: Google.');
    expect(await thiefLogin(member)).toBe(false);
  });

  it('leaves to the member what was connected before, disconnects it by default, and names it', async () => {
    const member = await buildMember(app);
    await connect(member);
    await app.clock.advance(MINUTE);
    await app.call(accountApi.updatePassword, { oldPassword: PASSWORD, newPassword: `${NEW}2` }, member);
    const kept = await reset(member, ['google']);
    expect(kept.connections).toMatchObject([{ provider: 'google', isCut: false }]);
    expect(kept.mail.text).toContain('Still connected: Google.');
    expect(await thiefLogin(member)).toBe(true);
    await app.clock.advance(DAY);
    const token = await requestReset(app, member.email);
    await app.send(accountApi.resetPassword, { email: member.email, password: PASSWORD }, {}, { query: { token } });
    expect(await mailsTo(member.email)).toContain('Your password on Skein was reset');
    expect(await thiefLogin(member)).toBe(false);
  });

  it('lets a member without a password keep what they log in with', async () => {
    const { email } = provider.visitor!;
    const member = await buildGoogleOnly();
    const { connections } = await reset({ email }, ['google']);
    expect(connections).toMatchObject([{ provider: 'google', isCut: false }]);
    expect(await accountOf(await login())).toMatchObject({ id: member.id, proofs: ['password', 'provider'] });
  });
});
