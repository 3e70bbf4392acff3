import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#core/time.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { createCtx } from '#platform/context.ts';
import { buildMember, type Member, outcome, PASSWORD } from '#testing/factories.ts';
import { HOSTILE_TEXTS } from '#testing/hostile-texts.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../../contract.ts';
import { factorHelpApi } from '../../contract-factor-help.ts';
import { factorApi } from '../../contract-factors.ts';
import { TOTP_STEP } from '../../model/second-factor.ts';
import { firstStep, setUpTotp, type TestTotp } from './factors.test-kit.ts';
import { moveFactorRemovals } from './remove-factors.ts';

const app = setUpTestApp();
const proof = { password: PASSWORD };
const reason = 'They showed us their passport in a call.';
let member: Member;
let totp: TestTotp;
let administrator: Member;
beforeEach(async () => {
  // At the start of a step, so that none ends during a test.
  await app.clock.advance(TOTP_STEP - (app.clock.now().getTime() % TOTP_STEP));
  member = await buildMember(app);
  administrator = await buildMember(app, { role: 'administrator' });
  totp = await setUpTotp(app, member);
});

const login = () => app.send(accountApi.login, { email: member.email, password: PASSWORD });
const plan = (userId = member.id, by = administrator, given: object = { proof }) =>
  app.send(factorHelpApi.remove, { userId, reason, ...given } as never, by);
const move = () => moveFactorRemovals(createCtx(app.deps, { language: 'en' }));
const mailsTo = async ({ email }: Member) => {
  await app.work();
  return app.mails.filter(({ to }) => to === email).map(({ text }) => text);
};
const isPlanned = async () =>
  (await app.database.pool.query('select 1 from factor_removals where account_id = $1', [member.id])).rows.length > 0;

describe('help by an administrator', () => {
  it('removes all factors after a week, with an email every day, in their language', async () => {
    await app.database.db
      .updateTable('accounts')
      .set({ preferred_language: 'de' })
      .where('id', '=', member.id)
      .execute();
    await mailsTo(member);
    expect((await plan()).status).toBe(200);
    const mails = async () => (await mailsTo(member)).filter((text) => text.includes('verloren hast')).length;
    expect(await mails()).toBe(1);
    for (let day = 1; day < 7; day++) {
      await app.clock.advance(DAY);
      await move();
      await move();
      expect(await mails()).toBe(1 + day);
    }
    expect((await login()).status).toBe(409);
    await app.clock.advance(DAY + MINUTE);
    await move();
    expect((await login()).status).toBe(200);
    expect(await mailsTo(member)).toContainEqual(expect.stringContaining('Die Administration hat alle Passkeys'));
    expect(await isPlanned()).toBe(false);
  });

  it('needs proof of the administrator, and is logged with their reason', async () => {
    expect((await plan(member.id, administrator, { proof: { password: 'Wrong7Password' } })).status).toBe(400);
    const removal = await app.call(factorHelpApi.remove, { userId: member.id, reason, proof }, administrator);
    expect(removal).toMatchObject({ member: { id: member.id }, by: { id: administrator.id } });
    const log = await app.call(caseApi.log, { limit: 5, mine: '1' }, administrator);
    expect(log.items).toEqual([
      expect.objectContaining({ kind: 'factors', action: 'ask_removal', reason, title: member.username }),
    ]);
    const { rows } = await app.database.pool.query('select event from security_log where account_id = $1 order by id', [
      member.id,
    ]);
    expect(rows.at(-1).event).toBe('removal_asked');
    expect(outcome(await plan())).toBe('409 already_asked');
  });

  it('is planned once, whoever of two administrators asks first', async () => {
    const other = await buildMember(app, { role: 'administrator' });
    const outcomes = (await Promise.all([plan(), plan(member.id, other)])).map(outcome);
    expect(outcomes.toSorted()).toEqual(['200', '409 already_asked']);
  });

  it('is for others who have factors, and not for administrators', async () => {
    const moderator = await buildMember(app, { role: 'moderator' });
    const other = await buildMember(app, { role: 'administrator' });
    for (const who of [moderator, other, administrator]) await setUpTotp(app, who);
    expect(outcome(await plan(other.id))).toBe('403 not_over_administrators');
    expect(outcome(await plan(administrator.id))).toBe('403 own_factors');
    expect(outcome(await plan((await buildMember(app)).id))).toBe('409 no_factors');
    expect(outcome(await plan(moderator.id))).toBe('200');
    expect(outcome(await plan(member.id, moderator))).toBe('403 forbidden');
    const find = async (username: string) =>
      (await app.send(factorHelpApi.find, { username }, administrator)).body.data;
    expect(await find(member.username.toUpperCase())).toEqual({
      member: expect.objectContaining({ id: member.id }),
      hasApp: true,
      passkeys: 0,
      blocker: null,
    });
    expect(await find(other.username)).toMatchObject({ blocker: 'not_over_administrators' });
    expect(outcome(await app.send(factorHelpApi.find, { username: member.email }, administrator))).toBe(
      '404 user_not_found',
    );
  });

  it('goes on for the others if that of one member fails', async () => {
    const other = await buildMember(app);
    await setUpTotp(app, other);
    await plan();
    await plan(other.id);
    await app.clock.advance(8 * DAY);
    await app.owner.pool.query(`create function refuse_removal() returns trigger language plpgsql as $$ begin
      if old.account_id = ${member.id} then raise exception 'stuck'; end if; return old; end $$`);
    await app.owner.pool.query(
      'create trigger stuck before delete on factor_removals for each row execute function refuse_removal()',
    );
    await move();
    await app.owner.pool.query('drop function refuse_removal cascade');
    expect((await app.send(accountApi.login, { email: other.email, password: PASSWORD })).status).toBe(200);
    expect([await isPlanned(), (await login()).status]).toEqual([true, 409]);
    await move();
    expect((await login()).status).toBe(200);
  });

  it('is stopped if the member has become an administrator since', async () => {
    await plan();
    await app.database.db
      .insertInto('account_roles')
      .values({ account_id: member.id, role: 'administrator' })
      .execute();
    await app.clock.advance(8 * DAY);
    await move();
    expect(await isPlanned()).toBe(false);
    expect((await login()).status).toBe(409);
    expect(await mailsTo(member)).toContainEqual(expect.stringContaining('Nothing has changed.'));
  });

  it('is stopped by a login with the second step, by the member, and by an administrator', async () => {
    await plan();
    expect((await app.call(factorApi.factors, {}, member)).removedAt).toEqual(expect.any(String));
    const given = { token: await firstStep(app, member), code: totp.code(1) };
    expect((await app.send(factorHelpApi.removals, {}, administrator)).body.data).toContainEqual(
      expect.objectContaining({ member: expect.objectContaining({ id: member.id }) }),
    );
    expect((await app.send(factorApi.secondStep, given)).status).toBe(200);
    expect(await isPlanned()).toBe(false);
    expect(await mailsTo(member)).toContainEqual(expect.stringContaining('Nothing has changed.'));
    await plan();
    await app.call(factorHelpApi.keep, {}, member);
    expect(await isPlanned()).toBe(false);
    await plan();
    await app.call(factorHelpApi.stopRemoval, { userId: member.id }, administrator);
    expect(await isPlanned()).toBe(false);
    expect(outcome(await app.send(factorHelpApi.stopRemoval, { userId: member.id }, administrator))).toBe(
      '409 wrong_state',
    );
    await app.clock.advance(8 * DAY);
    await move();
    expect((await login()).status).toBe(409);
  });

  it('takes hostile names and reasons as text', async () => {
    for (const text of HOSTILE_TEXTS) {
      expect([400, 404]).toContain((await app.send(factorHelpApi.find, { username: text }, administrator)).status);
      const target = await buildMember(app);
      expect([400, 409]).toContain(
        (await app.send(factorHelpApi.remove, { userId: target.id, reason: text, proof }, administrator)).status,
      );
    }
  });
});
