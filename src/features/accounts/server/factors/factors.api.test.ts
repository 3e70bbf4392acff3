import { Secret, URI } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#core/time.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { createCtx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { createSecrets } from '#platform/secrets.ts';
import { buildMember, type Member, PASSWORD } from '#testing/factories.ts';
import { HOSTILE_TEXTS } from '#testing/hostile-texts.ts';
import { raceInOrder } from '#testing/race.ts';
import { SECRET_KEY, setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../../contract.ts';
import { factorApi } from '../../contract-factors.ts';
import { TOTP_STEP } from '../../model/second-factor.ts';
import { deviceHeaders } from '../account.test-kit.ts';
import { lockAccount, logSecurity, writeRole } from '../accounts.repo.ts';
import { restrictAccount } from '../restriction.service.ts';
import { findTotp } from './factors.queries.ts';
import { activateRecoveryCodes, insertPasskey } from './factors.repo.ts';
import { firstStep, setUpTotp, type TestTotp } from './factors.test-kit.ts';
import { makeRecoveryCodes, markOldRecoveryCodes } from './recovery-codes.ts';
import { removeFactors } from './remove-factors.ts';
import { countOldTotpSecrets, openTotpSecret, resealTotpSecrets } from './totp-secret.ts';

const app = setUpTestApp();
const proof = { password: PASSWORD };
const ctx = () => createCtx(app.deps, { language: 'en' });
let member: Member;
beforeEach(async () => {
  member = await buildMember(app);
  // At the start of a step, so that none ends during a test.
  await app.clock.advance(TOTP_STEP - (app.clock.now().getTime() % TOTP_STEP));
});

const finish = (token: string, given: object) => app.send(factorApi.secondStep, { token, ...given });
const mailsTo = async ({ email }: Member) => {
  await app.work();
  return app.mails.filter(({ to }) => to === email).map(({ text }) => text);
};
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('an authenticator app', () => {
  it('is asked for after the password, and each of its codes counts once', async () => {
    const totp = await setUpTotp(app, member);
    expect(await mailsTo(member)).toEqual([expect.stringContaining('An authenticator app was just set up')]);
    const { status, body } = await app.send(accountApi.login, { email: member.email, password: PASSWORD });
    expect([status, body.code]).toEqual([409, 'second_step']);
    expect(body.details).toEqual({
      token: expect.any(String),
      totp: true,
      passkey: false,
      recoveryCode: true,
      offersTrust: true,
    });
    const token = body.details!.token as string;
    const code = totp.code(1);
    expect((await finish(token, { code: wrong(code) })).body.fields).toHaveProperty('code');
    // The code with which it was set up counts as used.
    expect((await finish(token, { code: totp.code() })).status).toBe(400);
    const { accessToken } = (await finish(token, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` })).body
      .data as Member;
    expect((await app.send(accountApi.info, {}, { accessToken })).status).toBe(200);
    expect((await finish(await firstStep(app, member), { code })).status).toBe(400);
  });

  it('takes codes that are a step early or late, no others', async () => {
    const totp = await setUpTotp(app, member);
    await app.clock.advance(10 * MINUTE);
    for (const steps of [-2, 2])
      expect((await finish(await firstStep(app, member), { code: totp.code(steps) })).status).toBe(400);
    for (const steps of [-1, 0, 1])
      expect((await finish(await firstStep(app, member), { code: totp.code(steps) })).status).toBe(200);
  });

  it('lets only one of several logins with the same code in', async () => {
    const totp = await setUpTotp(app, member);
    const token = await firstStep(app, member);
    const code = totp.code(1);
    const results = await Promise.all([1, 2, 3, 4].map(() => finish(token, { code })));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('stores no secret in plain, and exports none', async () => {
    const { uri, key } = await app.call(factorApi.beginTotp, { proof }, member);
    const { rows } = await app.database.pool.query('select pending_secret from totp_factors where account_id = $1', [
      member.id,
    ]);
    expect(uri).toContain(key);
    expect(rows[0].pending_secret.includes(Buffer.from(Secret.fromBase32(key).buffer))).toBe(false);
  });

  it('changes nothing before it is turned on, and needs proof', async () => {
    expect((await app.send(factorApi.beginTotp, {}, member)).status).toBe(400);
    expect(
      (await app.send(factorApi.beginTotp, { proof: { password: 'Wrong7Password' } }, member)).body.fields,
    ).toHaveProperty('password');
    expect((await app.send(factorApi.turnOnTotp, {}, member)).body.code).toBe('setup_expired');
    await app.call(factorApi.beginTotp, { proof }, member);
    expect((await app.send(factorApi.turnOnTotp, {}, member)).body.code).toBe('setup_expired');
    expect((await app.send(accountApi.login, { email: member.email, password: PASSWORD })).status).toBe(200);
  });

  it('ends all other sessions with the first factor, not with another one', async () => {
    const other = await app.call(accountApi.login, { email: member.email, password: PASSWORD });
    await setUpTotp(app, member);
    expect((await app.send(accountApi.info, {}, other)).body.code).toBe('login_required');
    expect((await app.send(accountApi.info, {}, member)).status).toBe(200);
    const ended = () =>
      app.database.pool.query("select 1 from security_log where account_id = $1 and event = 'other_sessions_ended'", [
        member.id,
      ]);
    expect((await ended()).rows).toHaveLength(1);
    await setUpTotp(app, member);
    expect((await ended()).rows).toHaveLength(1);
  });

  it('is sealed again after a change of the key, and opens without the old one', async () => {
    await setUpTotp(app, member);
    const [secretKey, previousSecretKey] = ['a new secret of tests, long enough', SECRET_KEY];
    const during = { ...ctx(), secrets: createSecrets({ secretKey, previousSecretKey }) };
    const after = createSecrets({ secretKey });
    const opens = async () =>
      openTotpSecret(after, member.id, (await findTotp(app.database.db, member.id))!.secret!) !== null;
    expect([await opens(), (await countOldTotpSecrets(during)).previous > 0]).toEqual([false, true]);
    await resealTotpSecrets(during);
    expect([await opens(), (await countOldTotpSecrets(during)).previous]).toEqual([true, 0]);
    // Back to the key of this site, for the other tests.
    await resealTotpSecrets({
      ...ctx(),
      secrets: createSecrets({ secretKey: SECRET_KEY, previousSecretKey: secretKey }),
    });
  });

  it('proves the owner, with a code that then is used', async () => {
    const totp = await setUpTotp(app, member);
    expect((await app.call(accountApi.info, {}, member)).proofs).toEqual(['password', 'totp']);
    const code = totp.code(1);
    await app.call(factorApi.newRecoveryCodes, { proof: { totp: code } }, member);
    const again = await app.send(factorApi.removeTotp, { proof: { totp: code } }, member);
    expect(again.body.fields).toHaveProperty('totp');
    await app.call(factorApi.removeTotp, { proof }, member);
    expect(await app.call(factorApi.factors, {}, member)).toMatchObject({ totp: null, recoveryCodesLeft: null });
    expect(await mailsTo(member)).toContainEqual(expect.stringContaining('app was just removed'));
  });
});

describe('the second step', () => {
  it('expires after 5 minutes, and with a new password', async () => {
    const totp = await setUpTotp(app, member);
    const late = await firstStep(app, member);
    await app.clock.advance(5 * MINUTE + 1000);
    expect((await finish(late, { code: totp.code() })).body.code).toBe('second_step_expired');
    const old = await firstStep(app, member);
    const caller = {
      accessToken: ((await finish(await firstStep(app, member), { code: totp.code() })).body.data as Member)
        .accessToken,
    };
    await app.call(accountApi.updatePassword, { oldPassword: PASSWORD, newPassword: 'Fresh7Morning' }, caller);
    expect((await finish(old, { recoveryCode: totp.recoveryCodes[0] })).body.code).toBe('second_step_expired');
    expect((await finish('x', { code: '123456' })).body.code).toBe('second_step_expired');
  });

  it('stays after a reset by email', async () => {
    await setUpTotp(app, member);
    await app.call(accountApi.requestReset, { email: member.email });
    const link = (await mailsTo(member))
      .map((text) => /reset_password\?token=([\w.-]+)/.exec(text)?.[1])
      .find(Boolean)!;
    await app.send(
      accountApi.resetPassword,
      { email: member.email, password: 'Fresh7Morning' },
      {},
      { query: { token: link } },
    );
    const { body } = await app.send(accountApi.login, { email: member.email, password: 'Fresh7Morning' });
    expect(body.code).toBe('second_step');
  });

  it('comes before anything is said about a restricted account', async () => {
    const totp = await setUpTotp(app, member);
    await restrictAccount(ctx(), member.id, { action: 'ban', reason: 'Spam in ten stories.' });
    const token = await firstStep(app, member);
    expect((await finish(token, { code: totp.code(1) })).body).toMatchObject({
      code: 'banned',
      details: { appealToken: expect.any(String) },
    });
    const { rows } = await app.database.pool.query(
      "select 1 from security_log where account_id = $1 and event = 'login_refused'",
      [member.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('is asked for if the first factor is added while the login waits', async () => {
    const passkey = { credentialId: Buffer.from(`race ${member.id}`), publicKey: Buffer.from('key'), counter: 0 };
    const addPasskey = async (db: Db) => {
      await lockAccount(db, member.id);
      await insertPasskey(db, member.id, { ...passkey, transports: [], name: 'Phone' });
    };
    const [login] = await raceInOrder(app, addPasskey, [
      () => app.send(accountApi.login, { email: member.email, password: PASSWORD }),
    ]);
    expect(login!.body.code).toBe('second_step');
  });

  it('tells the member once that someone knows their password', async () => {
    const totp = await setUpTotp(app, member);
    const token = await firstStep(app, member);
    await Promise.all(Array.from({ length: 12 }, () => finish(token, { code: wrong(totp.code(1)) })));
    expect((await mailsTo(member)).filter((text) => text.includes('10 wrong codes'))).toHaveLength(1);
    expect((await finish(token, { code: totp.code(1) })).status).toBe(200);
  });
});

describe('recovery codes', () => {
  it('let in once each, however they are typed', async () => {
    const { recoveryCodes } = await setUpTotp(app, member);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first, second] = recoveryCodes as [string, string];
    const token = await firstStep(app, member);
    const results = await Promise.all([1, 2, 3].map(() => finish(token, { recoveryCode: first })));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await finish(token, { recoveryCode: second.toUpperCase().replace('-', ' ') })).status).toBe(200);
    expect((await finish(token, { recoveryCode: second })).body.fields).toHaveProperty('recoveryCode');
    expect((await app.call(factorApi.factors, {}, member)).recoveryCodesLeft).toBe(8);
  });

  it('stay when an app is set up in one tab and new codes are made in another', async () => {
    const { recoveryCodes: first } = await setUpTotp(app, member);
    const shown = await makeRecoveryCodes(ctx(), member.id, false);
    await makeRecoveryCodes(ctx(), member.id, true);
    await activateRecoveryCodes(app.database.db, member.id);
    // Without any that were shown, those that count stay.
    await activateRecoveryCodes(app.database.db, member.id);
    const token = await firstStep(app, member);
    expect((await finish(token, { recoveryCode: first[0] })).status).toBe(400);
    expect((await finish(token, { recoveryCode: shown[0] })).status).toBe(200);
  });

  it('are replaced by new ones, and belong to one account', async () => {
    const { recoveryCodes } = await setUpTotp(app, member);
    const other = await buildMember(app);
    await setUpTotp(app, other);
    expect((await finish(await firstStep(app, other), { recoveryCode: recoveryCodes[0] })).status).toBe(400);
    const made = await app.call(factorApi.newRecoveryCodes, { proof }, member);
    const token = await firstStep(app, member);
    expect((await finish(token, { recoveryCode: recoveryCodes[0] })).status).toBe(400);
    expect((await finish(token, { recoveryCode: made.recoveryCodes[9] })).status).toBe(200);
    const without = await buildMember(app);
    expect((await app.send(factorApi.newRecoveryCodes, { proof }, without)).body.code).toBe('wrong_state');
  });
});

describe('moderators', () => {
  const queue = (caller: { accessToken: string }) => app.send(moderationApi.queue, {}, caller);
  const fresh = ({ email }: Member) => app.call(accountApi.login, { email, password: PASSWORD });

  it('have a week for a second factor, then their rights rest until they set one up by a mailed link', async () => {
    const moderator = await buildMember(app, { role: 'moderator', graceBegins: 'now' });
    expect((await queue(moderator)).status).toBe(200);
    const { rightsRestAt } = await app.call(accountApi.info, {}, moderator);
    expect(new Date(rightsRestAt!).getTime() - app.clock.now().getTime()).toBeGreaterThan(6.9 * DAY);
    await app.clock.advance(7 * DAY);
    const caller = await fresh(moderator);
    const refused = await queue(caller);
    expect([refused.status, refused.body.code]).toEqual([409, 'second_factor_required']);
    expect((await app.call(accountApi.info, {}, caller)).roles).toEqual(['moderator']);

    const without = await app.send(factorApi.beginTotp, { proof }, caller);
    expect(without.body.code).toBe('enrolment_link_required');
    expect((await app.send(factorApi.beginPasskey, { proof }, caller)).body.code).toBe('enrolment_link_required');
    await app.call(factorApi.askEnrolment, {}, caller);
    const mails = await mailsTo(moderator);
    const enrolment = mails.map((text) => /security\?enrol=([\w.-]+)/.exec(text)?.[1]).find(Boolean)!;
    const stranger = await buildMember(app);
    await app.call(factorApi.askEnrolment, {}, stranger);
    expect(await mailsTo(stranger)).toEqual([]);

    const { uri } = await app.call(factorApi.beginTotp, { proof, enrolment }, caller);
    const code = URI.parse(uri).generate({ timestamp: app.clock.now().getTime() } as never);
    await app.call(factorApi.checkTotp, { code }, caller);
    expect((await queue(caller)).status).toBe(409);
    await app.call(factorApi.turnOnTotp, {}, caller);
    expect((await queue(caller)).status).toBe(200);
    expect((await app.call(accountApi.info, {}, caller)).rightsRestAt).toBeNull();
  });

  it('get no link if the email was changed since, until they have the role again', async () => {
    const moderator = await buildMember(app, { role: 'moderator', graceBegins: 'now' });
    await app.clock.advance(8 * DAY);
    const caller = await fresh(moderator);
    await logSecurity(app.database.db, moderator.id, 'email_changed');
    await app.call(factorApi.askEnrolment, {}, caller);
    expect(await mailsTo(moderator)).not.toContainEqual(expect.stringContaining('enrol='));
    await app.clock.advance(10 * DAY);
    const later = await fresh(moderator);
    await app.call(factorApi.askEnrolment, {}, later);
    expect(await mailsTo(moderator)).not.toContainEqual(expect.stringContaining('enrol='));
    for (const granted of [false, true]) await writeRole(app.database.db, moderator.id, 'moderator', granted);
    expect((await app.send(factorApi.beginTotp, { proof }, later)).status).toBe(200);
  });

  it('keep one factor, unless it is removed on the command line, which they are told', async () => {
    const moderator = await buildMember(app, { role: 'moderator' });
    await setUpTotp(app, moderator);
    const kept = await app.send(factorApi.removeTotp, { proof }, moderator);
    expect([kept.status, kept.body.code]).toEqual([409, 'second_factor_kept']);
    expect((await app.call(factorApi.factors, {}, moderator)).totp).not.toBeNull();
    await removeFactors(ctx(), moderator.email);
    expect(await app.call(factorApi.factors, {}, moderator)).toMatchObject({ totp: null, recoveryCodesLeft: null });
    expect(await mailsTo(moderator)).toContainEqual(expect.stringContaining('An administrator removed all passkeys'));
    expect((await app.send(accountApi.login, { email: moderator.email, password: PASSWORD })).status).toBe(200);
    const { rows } = await app.database.pool.query(
      "select 1 from security_log where account_id = $1 and event = 'all_removed'",
      [moderator.id],
    );
    expect(rows).toHaveLength(1);
  });
});

it('takes hostile codes as wrong ones', async () => {
  await setUpTotp(app, member);
  const token = await firstStep(app, member);
  for (const text of HOSTILE_TEXTS) {
    expect((await finish(token, { code: text })).status).toBe(400);
    expect((await finish(token, { recoveryCode: text })).status).toBe(400);
  }
});

it('says that recovery codes ended with the key that they were made with', async () => {
  await setUpTotp(app, member);
  const codes = async () => {
    const { recoveryCodesLeft, hasEndedCodes } = await app.call(factorApi.factors, {}, member);
    return [recoveryCodesLeft, hasEndedCodes];
  };
  const before = createSecrets({ secretKey: 'the secret of tests before this one' });
  expect(await codes()).toEqual([10, false]);
  await makeRecoveryCodes({ ...app.deps, secrets: before }, member.id, true);
  expect(await codes()).toEqual([0, true]);
  // Codes of an earlier version have no mark. Nothing says that they have ended.
  await app.database.pool.query('update recovery_codes set key_mark = null where account_id = $1', [member.id]);
  expect(await codes()).toEqual([10, false]);
  await markOldRecoveryCodes(app.deps);
  await app.call(factorApi.newRecoveryCodes, { proof }, member);
  expect(await codes()).toEqual([10, false]);
});

describe('a device that takes no second step for 30 days', () => {
  const enter = (of: Member, headers = {}) =>
    app.send(accountApi.login, { email: of.email, password: PASSWORD }, {}, { headers });
  /** Logs in with both steps, and returns the cookie of the device that is now trusted. */
  const trust = async (totp: TestTotp, steps = 1, trustDevice = true) => {
    const token = await firstStep(app, member);
    const entered = await app.send(factorApi.secondStep, { token, code: totp.code(steps), trustDevice });
    return deviceHeaders(entered);
  };
  const isAsked = async (headers: object, of = member) => (await enter(of, headers)).status === 409;

  it('is chosen at the second step, listed, and ends with a press or after 30 days', async () => {
    const totp = await setUpTotp(app, member);
    expect(await isAsked(await trust(totp, 1, false))).toBe(true);
    await app.clock.advance(TOTP_STEP);
    const headers = await trust(totp);
    const entered = await enter(member, headers);
    expect(entered.status).toBe(200);
    // Nor does it for another member who uses the browser.
    const other = await buildMember(app);
    await setUpTotp(app, other);
    expect(await isAsked(headers, other)).toBe(true);
    const { trustedDevices } = await app.call(factorApi.factors, {}, entered.body.data as { accessToken: string });
    expect(trustedDevices).toHaveLength(1);
    expect((await app.call(factorApi.factors, {}, other)).trustedDevices).toEqual([]);
    const deviceId = trustedDevices[0]!.id;
    expect((await app.send(factorApi.distrustDevice, { deviceId }, other)).body.code).toBe('device_not_found');
    expect((await app.send(factorApi.distrustDevice, { deviceId }, member)).status).toBe(200);
    expect(await isAsked(headers)).toBe(true);
    await app.clock.advance(MINUTE);
    const again = await trust(totp);
    expect(await isAsked(again)).toBe(false);
    await app.clock.advance(30 * DAY);
    expect(await isAsked(again)).toBe(true);
  });

  const NEW = `${PASSWORD}9`;
  const endings: [string, string, () => Promise<unknown>][] = [
    [
      'a new password',
      NEW,
      () => app.call(accountApi.updatePassword, { oldPassword: PASSWORD, newPassword: NEW }, member),
    ],
    ['a change of factors', PASSWORD, () => app.call(factorApi.newRecoveryCodes, { proof }, member)],
    ['“Log out everywhere else”', PASSWORD, () => app.call(accountApi.endOtherSessions, {}, member)],
  ];
  it.each(endings)('ends with %s', async (_name, password, end) => {
    const totp = await setUpTotp(app, member);
    const headers = await trust(totp);
    await end();
    const { body } = await app.send(accountApi.login, { email: member.email, password }, {}, { headers });
    expect(body.code).toBe('second_step');
  });

  it('is offered to no moderator, not even one who chose it before', async () => {
    const totp = await setUpTotp(app, member);
    const headers = await trust(totp);
    await writeRole(app.deps.db, member.id, 'moderator', true);
    const asked = await enter(member, headers);
    expect(asked.body).toMatchObject({ code: 'second_step', details: { offersTrust: false } });
  });
});
