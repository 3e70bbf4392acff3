import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '#core/time.ts';
import { buildMember, type Member, PASSWORD } from '#testing/factories.ts';
import { HOSTILE_TEXTS } from '#testing/hostile-texts.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../../contract.ts';
import { factorApi } from '../../contract-factors.ts';
import { passkeyName } from '../../model/second-factor.ts';
import { firstStep } from './factors.test-kit.ts';
import { createDevice } from './passkey.test-kit.ts';

const app = setUpTestApp();
const proof = { password: PASSWORD };
let member: Member;
beforeEach(async () => {
  member = await buildMember(app);
});

type Device = ReturnType<typeof createDevice>;
const begin = () => app.call(factorApi.beginPasskey, { proof }, member);
const add = async (device: Device, name = 'This laptop') => {
  const challenge = await begin();
  return app.send(factorApi.addPasskey, { token: challenge.token, name, answer: device.create(challenge) }, member);
};
const challengeOf = (secondStep?: string) =>
  app.call(factorApi.passkeyChallenge, secondStep === undefined ? {} : { secondStep });
const enter = async (device: Device, how = {}) => {
  const challenge = await challengeOf();
  const answered = { token: challenge.token, answer: device.answer(challenge, how) };
  return { answered, result: await app.send(factorApi.loginWithPasskey, answered) };
};
const listed = async () => (await app.call(factorApi.factors, {}, member)).passkeys;

describe('a passkey', () => {
  it('logs in alone, after which the password takes a second step', async () => {
    const device = createDevice();
    const added = await add(device);
    expect(added.body.data).toEqual({ recoveryCodes: expect.arrayContaining([expect.stringMatching(/^.{4}-.{4}$/)]) });
    await app.work();
    expect(app.mails.at(-1)).toMatchObject({
      to: member.email,
      text: expect.stringContaining('A passkey was just added'),
    });

    const { answered, result } = await enter(device);
    const caller = result.body.data as { accessToken: string };
    expect((await app.call(accountApi.info, {}, caller)).id).toBe(member.id);
    // The answer to a challenge counts once.
    expect((await app.send(factorApi.loginWithPasskey, answered)).body.code).toBe('passkey_refused');

    const token = await firstStep(app, member);
    const challenge = await challengeOf(token);
    expect(challenge.options).toMatchObject({ allowCredentials: [{ transports: ['internal'] }] });
    const passkey = { token: challenge.token, answer: device.answer(challenge, { isVerified: false }) };
    const results = await Promise.all([1, 2, 3].map(() => app.send(factorApi.secondStep, { token, passkey })));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await listed()).toEqual([
      { id: expect.any(String), name: 'This laptop', addedAt: expect.any(String), usedAt: expect.any(String) },
    ]);
  });

  it('is refused without a check of who uses the device, from another site, for another challenge, or late', async () => {
    const device = createDevice();
    await add(device);
    expect((await enter(device, { isVerified: false })).result.body.code).toBe('passkey_refused');
    expect((await enter(createDevice())).result.body.code).toBe('passkey_refused');
    const [one, two] = [await challengeOf(), await challengeOf()];
    const mixed = { token: one.token, answer: device.answer(two) };
    expect((await app.send(factorApi.loginWithPasskey, mixed)).body.code).toBe('passkey_refused');
    const late = await challengeOf();
    await app.clock.advance(5 * MINUTE + 1000);
    const answered = { token: late.token, answer: device.answer(late) };
    expect((await app.send(factorApi.loginWithPasskey, answered)).body.code).toBe('passkey_refused');
    const phishing = createDevice({ origin: 'http://localhost:4000' });
    member = await buildMember(app);
    expect((await add(phishing)).body.code).toBe('passkey_refused');
  });

  it('of an account that is being erased is refused, also as the second step of a login', async () => {
    const device = createDevice();
    await add(device);
    const token = await firstStep(app, member);
    const challenge = await challengeOf(token);
    const passkey = { token: challenge.token, answer: device.answer(challenge) };
    await app.database.pool.query("update accounts set status = 'erased' where id = $1", [member.id]);
    expect((await app.send(factorApi.secondStep, { token, passkey })).body.code).toBe('second_step_expired');
    expect((await enter(device)).result.body.code).toBe('passkey_refused');
  });

  it('of another member, or an answer for another purpose, is no second step and no proof', async () => {
    const [own, other] = [createDevice(), createDevice()];
    await add(own);
    const token = await firstStep(app, member);
    const owner = member;
    member = await buildMember(app);
    await add(other);
    const forLogin = await challengeOf();
    const forStep = await challengeOf(token);
    for (const passkey of [
      { token: forStep.token, answer: other.answer(forStep) },
      { token: forLogin.token, answer: own.answer(forLogin) },
    ])
      expect((await app.send(factorApi.secondStep, { token, passkey })).body.code).toBe('passkey_refused');
    const forProof = await app.call(factorApi.proofChallenge, { act: 'user/new_recovery_codes' }, owner);
    const passkey = { token: forProof.token, answer: own.answer(forProof) };
    expect((await app.send(factorApi.removeTotp, { proof: { passkey } }, owner)).body.code).toBe('passkey_refused');
    expect((await app.send(factorApi.proofChallenge, { act: 'user/info' }, owner)).body.code).toBe('not_found');
  });

  it('proves the owner for one call', async () => {
    const device = createDevice();
    await add(device);
    expect((await app.call(accountApi.info, {}, member)).proofs).toEqual(['password', 'passkey']);
    const challenge = await app.call(factorApi.proofChallenge, { act: 'user/new_recovery_codes' }, member);
    const given = { proof: { passkey: { token: challenge.token, answer: device.answer(challenge) } } };
    expect((await app.send(factorApi.newRecoveryCodes, given, member)).status).toBe(200);
    expect((await app.send(factorApi.newRecoveryCodes, given, member)).body.code).toBe('passkey_refused');
  });

  it('has any name of 1 to 40 characters, which stays text', async () => {
    await add(createDevice());
    const passkeyId = (await listed())[0]!.id;
    for (const typed of HOSTILE_TEXTS) {
      const name = passkeyName.tidy(typed);
      const { status } = await app.send(factorApi.renamePasskey, { passkeyId, name: typed }, member);
      if (passkeyName.problem(name)) expect(status).toBe(400);
      else expect((await listed())[0]!.name).toBe(name);
    }
    const other = await buildMember(app);
    for (const call of [factorApi.renamePasskey, factorApi.removePasskey]) {
      const input = call === factorApi.renamePasskey ? { passkeyId, name: 'x' } : { passkeyId, proof };
      expect((await app.send(call, input, other)).body.code).toBe('passkey_not_found');
    }
  });

  it('is removed with proof, but not if it is the only way in; there are at most 10', async () => {
    for (let i = 0; i < 9; i += 1) await add(createDevice(), `Device ${i}`);
    // Begun at the same time, only one of two is the tenth.
    const [one, two] = [await begin(), await begin()];
    const both = await Promise.all(
      [one, two].map((challenge) =>
        app.send(
          factorApi.addPasskey,
          { token: challenge.token, name: 'x', answer: createDevice().create(challenge) },
          member,
        ),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await app.send(factorApi.beginPasskey, { proof }, member)).body.code).toBe('too_many_passkeys');
    const keys = await listed();
    expect((await app.send(factorApi.removePasskey, { passkeyId: keys[0]!.id }, member)).status).toBe(400);
    for (const { id } of keys) await app.call(factorApi.removePasskey, { passkeyId: id, proof }, member);
    expect(await app.call(factorApi.factors, {}, member)).toMatchObject({ passkeys: [], recoveryCodesLeft: null });

    const device = createDevice();
    await add(device);
    await app.database.pool.query('update accounts set password_hash = null where id = $1', [member.id]);
    const passkeyId = (await listed())[0]!.id;
    const challenge = await app.call(factorApi.proofChallenge, { act: 'user/remove_passkey' }, member);
    const passkey = { token: challenge.token, answer: device.answer(challenge) };
    expect((await app.send(factorApi.removePasskey, { passkeyId, proof: { passkey } }, member)).body.code).toBe(
      'password_missing',
    );
  });
});
