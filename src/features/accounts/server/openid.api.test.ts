import { describe, expect, it } from 'vitest';
import { MINUTE } from '#core/time.ts';
import { buildMember, mailedToken, PASSWORD, reportedLoginToken } from '#testing/factories.ts';
import type { PersonThere } from '#testing/openid-provider.ts';
import { accountApi } from '../contract.ts';
import { accountDeletionApi } from '../contract-account-deletion.ts';
import { loginApi } from '../contract-logins.ts';
import { providerApi } from '../contract-providers.ts';
import { buildUnverified } from './account.test-kit.ts';
import { visitProvider } from './provider.test-kit.ts';
import { codeOf, LOGIN, setUpProviderLogins } from './provider-logins.test-kit.ts';

const { app, openid, newPerson, login, visitors } = await setUpProviderLogins();

const meOf = async (answer: { body: { data?: unknown } }) =>
  app.call(accountApi.info, {}, answer.body.data as { accessToken: string });
const mailTo = async (email: string) => {
  await app.work();
  return app.mails.filter(({ to }) => to === email);
};
const identities = async (accountId: string) =>
  await app.database.db
    .selectFrom('identities')
    .select(['provider', 'issuer', 'subject'])
    .where('account_id', '=', accountId)
    .orderBy('provider')
    .execute();

describe('login with the provider of the operator', () => {
  it('recognizes a member by issuer and subject, and keeps those of two providers apart', async () => {
    const person = newPerson();
    const first = await login('openid', person);
    const { id, openid: isConnected, email } = await meOf(first);
    expect([isConnected, email]).toEqual([true, person.email]);
    expect((await meOf(await login('openid', { ...person, email: 'moved@there.test' }))).id).toBe(id);
    // The same subject at Google is someone else.
    const there = await meOf(await login('google', newPerson({ subject: person.subject })));
    expect(there.id).not.toBe(id);
    expect(await identities(id)).toEqual([{ provider: 'openid', issuer: openid.issuer, subject: person.subject }]);
  });

  it('connects a confirmed account with the same verified address, and names the provider to its owner', async () => {
    const member = await buildMember(app);
    app.mails.length = 0;
    expect((await meOf(await login('openid', newPerson({ email: member.email })))).id).toBe(member.id);
    const subjects = (await mailTo(member.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Harbour is now connected to your account on Skein');
  });

  it.each(['google', 'openid'] as const)(
    'of an account that is being erased is to be started again: %s',
    async (provider) => {
      const person = newPerson();
      const { id } = await meOf(await login(provider, person));
      await app.database.pool.query("update accounts set status = 'erased' where id = $1", [id]);
      const refused = await login(provider, person);
      expect(refused).toMatchObject({ status: 400, body: { code: codeOf(provider, 'refused') } });
      expect(LOGIN[provider].errors).toContain(refused.body.code);
      // The erasure is done.
      await app.database.pool.query('update accounts set email = $2, google_subject = null where id = $1', [
        id,
        `erased-${id}`,
      ]);
      expect((await meOf(await login(provider, person))).id).not.toBe(id);
    },
  );

  it('asks again for keys that the provider has changed', async () => {
    await login('openid');
    await openid.rotateKeys();
    expect((await login('openid', newPerson())).status).toBe(200);
  });

  it('connects, proves and disconnects, but not the last way in', async () => {
    const member = await buildMember(app);
    const person = newPerson({ email: 'elsewhere@there.test', verified: false });
    openid.visitor = person;
    const back = await visitProvider(app, 'openid', { connect: '1' });
    const proven = { ...back.answer, proof: { password: PASSWORD } };
    await app.send(providerApi.connectOpenid, proven, member, { headers: { cookie: back.cookie } });
    expect(await app.call(accountApi.info, {}, member)).toMatchObject({ openid: true, proofs: ['password', 'openid'] });
    const again = await visitProvider(app, 'openid', { prove: 'user/disconnect_openid' });
    const { body } = await app.send(
      providerApi.proveWithOpenid,
      again.answer,
      {},
      { headers: { cookie: again.cookie } },
    );
    const { provider: token } = body.data as { provider: string };
    const act = { proof: { openid: token } };
    // A proof of one provider is none of another.
    expect((await app.send(providerApi.disconnectOpenid, { proof: { provider: token } }, member)).status).toBe(409);
    expect((await app.send(providerApi.disconnectOpenid, act, member)).status).toBe(200);
    expect((await app.call(accountApi.info, {}, member)).openid).toBe(false);
    // Nor is it one once its provider is disconnected: the thief may have it.
    const stolen = await visitProvider(app, 'openid', { connect: '1' });
    const once = { ...stolen.answer, proof: { password: PASSWORD } };
    await app.send(providerApi.connectOpenid, once, member, { headers: { cookie: stolen.cookie } });
    const late = await visitProvider(app, 'openid', { prove: 'user/export' });
    const kept = await app.send(providerApi.proveWithOpenid, late.answer, {}, { headers: { cookie: late.cookie } });
    const openidProof = (kept.body.data as { provider: string }).provider;
    await app.call(providerApi.disconnectOpenid, { proof: { password: PASSWORD } }, member);
    const exporting = await app.send(accountDeletionApi.export, { proof: { openid: openidProof } }, member);
    expect(exporting).toMatchObject({ status: 409, body: { code: 'prove_again' } });
    const alone = await login('openid', newPerson());
    const { accessToken } = alone.body.data as { accessToken: string };
    const prove = await visitProvider(app, 'openid', { prove: 'user/disconnect_openid' });
    const proof = await app.send(providerApi.proveWithOpenid, prove.answer, {}, { headers: { cookie: prove.cookie } });
    const last = { proof: { openid: (proof.body.data as { provider: string }).provider } };
    expect(await app.send(providerApi.disconnectOpenid, last, { accessToken })).toMatchObject({
      body: { code: 'password_missing' },
    });
  });
});

describe('a provider that vouches for no address', () => {
  const arrive = async (of: Partial<PersonThere> = {}) => {
    const refused = await login('openid', newPerson({ verified: false, ...of }));
    expect(refused).toMatchObject({ status: 409, body: { code: 'address_needed' } });
    return refused.body.details as { token: string; email: string; from: string };
  };
  const ask = async (token: string, email: string) => (await app.call(providerApi.askAddress, { token, email })).token;
  const codeFor = async (email: string) => {
    const mails = await mailTo(email);
    return /code is (\d{8})/.exec(mails.at(-1)?.text ?? '')?.[1];
  };

  it('keeps the code of a member if a stranger types the same address', async () => {
    const typed = `shared${visitors()}@skein.test`;
    const codeToken = await ask((await arrive()).token, typed);
    const code = (await codeFor(typed))!;
    // A minute later
    await app.database.pool.query('delete from rate_limits');
    const theirs = await ask((await arrive()).token, typed);
    expect((await app.send(providerApi.confirmAddress, { token: codeToken, code })).status).toBe(200);
    // The stranger’s is over with that.
    const late = (await codeFor(typed))!;
    expect((await app.send(providerApi.confirmAddress, { token: theirs, code: late })).status).toBe(400);
  });

  it('has the member type one, and creates the account with the emailed code', async () => {
    const person = newPerson({ verified: false });
    const { token, email } = await arrive(person);
    expect(email).toBe(person.email);
    const typed = `typed${visitors()}@skein.test`;
    const codeToken = await ask(token, typed);
    const code = (await codeFor(typed))!;
    const wrong = code === '00000000' ? '11111111' : '00000000';
    expect(await app.send(providerApi.confirmAddress, { token: codeToken, code: wrong })).toMatchObject({
      status: 400,
    });
    const entered = await app.send(providerApi.confirmAddress, { token: codeToken, code });
    expect(await meOf(entered)).toMatchObject({ email: typed, openid: true, hasPassword: false });
    // The code works once, and from now on the identity is known.
    expect((await app.send(providerApi.confirmAddress, { token: codeToken, code })).status).toBe(400);
    expect((await meOf(await login('openid', person))).email).toBe(typed);
  });

  it('never connects an account by it, and tells the owner of a typed one to log in', async () => {
    const member = await buildMember(app);
    app.mails.length = 0;
    const { token } = await arrive({ email: member.email });
    const codeToken = await ask(token, member.email);
    expect((await mailTo(member.email)).map(({ subject }) => subject)).toEqual([
      'You already have an account on Skein',
    ]);
    expect((await app.send(providerApi.confirmAddress, { token: codeToken, code: '12345678' })).status).toBe(400);
    expect(await identities(member.id)).toEqual([]);
  });

  it('discards a sign-up that a stranger started with the typed address', async () => {
    const typed = `squatted${visitors()}@skein.test`;
    const theirs = await buildUnverified(app, typed);
    const { token } = await arrive();
    const codeToken = await ask(token, typed);
    const entered = await app.send(providerApi.confirmAddress, { token: codeToken, code: (await codeFor(typed))! });
    expect(await meOf(entered)).toMatchObject({ email: typed, hasPassword: false });
    expect(await app.send(accountApi.login, { email: typed, password: PASSWORD })).toMatchObject({
      body: { code: 'wrong_credentials' },
    });
    expect(await app.send(accountApi.verifyEmail, { token: theirs })).toMatchObject({ body: { code: 'link_invalid' } });
  });

  it('has half an hour to type one, however often another is typed, and then half an hour for the code', async () => {
    const { token } = await arrive();
    const typed = (nth: string) => `late${nth}-${visitors()}@skein.test`;
    await app.clock.advance(20 * MINUTE);
    const second = await ask(token, typed('one'));
    await app.clock.advance(9 * MINUTE);
    const third = await ask(second, typed('two'));
    const code = (await codeFor(typed('two')))!;
    await app.clock.advance(2 * MINUTE);
    for (const old of [token, second, third])
      expect(await app.send(providerApi.askAddress, { token: old, email: typed('three') })).toMatchObject({
        status: 400,
        body: { code: 'provider_state_lost' },
      });
    await app.clock.advance(27 * MINUTE);
    expect((await app.send(providerApi.confirmAddress, { token: third, code })).status).toBe(200);
  });

  it('takes five codes, and none of another browser', async () => {
    const { token } = await arrive();
    const typed = `guessed${visitors()}@skein.test`;
    const codeToken = await ask(token, typed);
    const code = (await codeFor(typed))!;
    const wrong = code === '00000000' ? '11111111' : '00000000';
    for (let i = 0; i < 5; i += 1) await app.send(providerApi.confirmAddress, { token: codeToken, code: wrong });
    expect((await app.send(providerApi.confirmAddress, { token: codeToken, code })).status).toBe(429);
    // The token of another login has no code.
    const { token: stranger } = await arrive();
    expect((await app.send(providerApi.confirmAddress, { token: stranger, code })).status).toBe(400);
  });
});

describe('a disowned login', () => {
  it('loses the provider that it came in with, however long ago it was connected', async () => {
    const person = newPerson();
    const member = await buildMember(app, { email: person.email });
    await login('openid', person);
    // Long before the login that the owner disowns.
    await app.clock.advance(MINUTE);
    await app.work();
    app.mails.length = 0;
    await app.send(LOGIN.openid, ...(await returnFrom(person)));
    await app.work();
    await app.call(loginApi.disownLogin, { token: reportedLoginToken(app, member.email) });
    await app.work();
    const link = await app.call(accountApi.checkResetLink, { token: mailedToken(app, member.email) });
    expect(link.connections).toEqual([]);
    // The thief still has the address there. Only the member can connect it again.
    expect(await login('openid', person)).toMatchObject({ status: 409, body: { code: 'provider_other' } });
    expect(await identities(member.id)).toEqual([]);
    const { accessToken } = await resetAndLogin(member.email);
    openid.visitor = person;
    const { answer, cookie } = await visitProvider(app, 'openid', { connect: '1' });
    const proven = { ...answer, proof: { password: NEW } };
    expect((await app.send(providerApi.connectOpenid, proven, { accessToken }, { headers: { cookie } })).status).toBe(
      200,
    );
    expect((await meOf(await login('openid', person))).id).toBe(member.id);
  });

  const NEW = `${PASSWORD}9`;
  const resetAndLogin = async (email: string) => {
    const set = { email, password: NEW };
    await app.send(accountApi.resetPassword, set, {}, { query: { token: mailedToken(app, email) } });
    return app.call(accountApi.login, { email, password: NEW });
  };

  /** What a thief’s browser sends after it has logged in there. */
  const returnFrom = async (person: PersonThere) => {
    openid.visitor = person;
    const { answer, cookie } = await visitProvider(app, 'openid');
    return [answer, { address: '10.9.1.1' }, { headers: { cookie } }] as const;
  };
});

describe('the columns of the version before', () => {
  it('stay the same as the rows that replace them', async () => {
    const { id } = await meOf(await login('google'));
    const column = async () =>
      (await app.database.pool.query('select google_subject as s from accounts where id = $1', [id])).rows[0].s;
    const [{ subject } = { subject: '' }] = await identities(id);
    expect(await column()).toBe(subject);
    // A process of that version connects another Google account.
    await app.database.pool.query("update accounts set google_subject = 'of-before' where id = $1", [id]);
    expect(await identities(id)).toEqual([
      { provider: 'google', issuer: 'https://accounts.google.com', subject: 'of-before' },
    ]);
    await app.database.pool.query('delete from identities where account_id = $1', [id]);
    expect(await column()).toBe(null);
  });

  it('leave no row of a member whom such a process erases', async () => {
    const { id } = await meOf(await login('openid'));
    expect(await identities(id)).toHaveLength(1);
    await app.database.pool.query("update accounts set status = 'erased' where id = $1", [id]);
    expect(await identities(id)).toEqual([]);
  });
});
