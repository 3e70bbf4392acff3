import { describe, expect, it } from 'vitest';
import { matrix } from '#core/machine.ts';
import { DAY } from '#core/time.ts';
import { messageApi } from '#features/messages/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildMember, type Member, PASSWORD } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { type AccountAction, accountMachine } from '../model/account-status.ts';
import { restrictAccount, setRole } from './restriction.service.ts';

const app = setUpTestApp();
const ctx = (actor: Member | null = null) =>
  ({
    ...app.deps,
    actor: actor && { id: actor.id, roles: [] },
    language: 'en',
    address: '',
    shown: { tags: new Set(), until: null },
  }) as never;
const inSevenDays = () => new Date(app.clock.now().getTime() + 7 * DAY);
const restrict = (member: Member, action: Exclude<AccountAction, 'verify'>, by: Member | null = null) =>
  restrictAccount(ctx(by), member.id, {
    action,
    reason: `Because of ${action}.`,
    ...(action === 'suspend' ? { until: inSevenDays() } : {}),
  });
const row = (member: { id: string }) =>
  app.database.db.selectFrom('accounts').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow();
const info = (member: Member) => app.send(accountApi.info, {}, member);

describe('every restriction in every state', () => {
  const acts = matrix(accountMachine).filter(([, action]) => action !== 'verify');
  it.each(acts)('%s: %s → %s', async (from, action, to) => {
    const member = await buildMember(app);
    const until = from === 'suspended' ? inSevenDays() : null;
    await app.database.db
      .updateTable('accounts')
      .set({ status: from, suspended_until: until })
      .where('id', '=', member.id)
      .execute();
    const before = await row(member);
    const done = restrict(member, action as Exclude<AccountAction, 'verify'>);
    if (to === null) {
      await expect(done).rejects.toMatchObject({ code: 'wrong_state' });
      expect(await row(member)).toEqual(before);
      const { rows } = await app.database.pool.query(
        "select 1 from status_log where subject_kind = 'account' and subject_id = $1 and action <> 'verify'",
        [member.id],
      );
      expect(rows).toEqual([]);
      return;
    }
    await done;
    const after = await row(member);
    expect(after.status).toBe(to);
    expect(after.suspended_until !== null).toBe(to === 'suspended');
    expect(after.status_reason).toBe(to === 'active' ? null : `Because of ${action}.`);
    const { rows } = await app.database.pool.query(
      "select action, from_status, to_status, reason from status_log where subject_kind = 'account' and subject_id = $1 order by id",
      [member.id],
    );
    expect(rows[0]).toEqual({ action: 'verify', from_status: 'unverified', to_status: 'active', reason: null });
    expect(rows.slice(1)).toEqual([{ action, from_status: from, to_status: to, reason: `Because of ${action}.` }]);
  });
});

describe('a ban', () => {
  it('is there for every request that begins after it, and for refreshing', async () => {
    const moderator = await buildMember(app);
    for (const action of ['ban', 'suspend'] as const) {
      const member = await buildMember(app);
      let committed = false;
      const banning = restrict(member, action, moderator).then(() => {
        committed = true;
      });
      const ask = async (i: number) => {
        const afterwards = committed;
        const answer = i % 2 ? await info(member) : await app.send(messageApi.markAllRead, {}, member);
        return { afterwards, status: answer.status, code: answer.body.code };
      };
      // Spread over the time around the commit, and then once it is certain.
      const spread = Array.from({ length: 60 }, async (_, i) => {
        for (let turn = 0; turn < i; turn += 1) await new Promise(setImmediate);
        return ask(i);
      });
      await banning;
      const answers = await Promise.all([...spread, ...Array.from({ length: 40 }, (_, i) => ask(i))]);
      const late = answers.filter(({ afterwards }) => afterwards);
      expect(late.length).toBeGreaterThanOrEqual(40);
      for (const answer of late) expect(answer).toMatchObject({ status: 403, code: 'banned' });
      for (const { status } of answers) expect([200, 403]).toContain(status);
      expect(await app.send(accountApi.refresh, { token: member.refreshToken, rotate: true })).toMatchObject({
        status: 401,
        body: { code: 'refresh_refused' },
      });
      expect(await app.send(accountApi.login, { email: member.email, password: PASSWORD })).toMatchObject({
        status: 403,
        body: { code: 'banned' },
      });
    }
  });
  it('answers user/info with reason and end', async () => {
    const member = await buildMember(app);
    const until = inSevenDays();
    await restrictAccount(ctx(), member.id, { action: 'suspend', reason: 'Spam in three chapters.', until });
    expect(await info(member)).toMatchObject({
      status: 403,
      body: {
        code: 'banned',
        error: 'This account is banned or suspended.',
        details: { reason: 'Spam in three chapters.', until: until.toISOString() },
      },
    });
    await restrictAccount(ctx(), member.id, { action: 'ban', reason: 'Again.' });
    expect((await info(member)).body.details).toEqual({ reason: 'Again.', until: null });
  });
  it('leaves what is public as it is, and refuses every call of a member', async () => {
    const member = await buildMember(app);
    const story = await app.call(
      storyApi.create,
      { title: 'A', description: 'B', mode: 'solo', categories: ['drama'], language: 'en' },
      member,
    );
    await restrict(member, 'ban');
    for (const [endpoint, input] of [
      [storyApi.update, { storyId: story.id, title: 'B' }],
      [storyApi.draft, { storyId: story.id }],
      [storyApi.listOwn, {}],
      [accountApi.updateInfo, { bio: 'x' }],
      [messageApi.list, {}],
    ] as const)
      expect(await app.send(endpoint, input, member), endpoint.path).toMatchObject({
        status: 403,
        body: { code: 'banned' },
      });
  });
  it('once lifted lets its member sign in again, with the old sessions gone', async () => {
    const member = await buildMember(app);
    await restrict(member, 'ban');
    await restrict(member, 'lift');
    expect((await info(member)).body.code).toBe('login_required');
    const tokens = await app.call(accountApi.login, { email: member.email, password: PASSWORD });
    expect((await app.send(accountApi.info, {}, tokens)).status).toBe(200);
  });
  it('is decided once by those who decide at the same time', async () => {
    const member = await buildMember(app);
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => restrict(member, 'ban')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await app.work();
    expect(app.mails.filter(({ to, subject }) => to === member.email && /banned/.test(subject))).toHaveLength(1);
  });
  it('of nobody is refused', async () => {
    await expect(restrictAccount(ctx(), '999999', { action: 'ban', reason: 'x' })).rejects.toMatchObject({
      code: 'user_not_found',
    });
  });
  it('tells its member why, until when and how to object', async () => {
    const member = await buildMember(app);
    app.mails.length = 0;
    for (const action of ['suspend', 'ban', 'lift'] as const) {
      await restrict(member, action);
      await app.work();
    }
    const day = inSevenDays().toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
    const [suspended, banned, lifted] = app.mails.map(({ text }) => text);
    expect(suspended).toContain(`until ${day}`);
    expect(suspended).toContain('Because of suspend.');
    expect(banned).toContain('Because of ban.');
    for (const text of [suspended, banned]) expect(text).toContain('object within 6 months');
    expect(lifted).toContain('was lifted');
  });
});

describe('roles', () => {
  it('are given and taken by address, hold at once, and are logged', async () => {
    const member = await buildMember(app);
    const queue = async () => (await app.send(moderationApi.queue, {}, member)).status;
    expect(await queue()).toBe(403);
    await setRole(ctx(), member.email, 'moderator', true);
    await setRole(ctx(), member.email, 'moderator', true);
    expect(await queue()).toBe(200);
    await setRole(ctx(), member.email, 'moderator', false);
    expect(await queue()).toBe(403);
    await setRole(ctx(), member.email, 'administrator', true);
    expect(await queue()).toBe(200);
    const log = await app.database.db
      .selectFrom('security_log')
      .select(['event', 'facts'])
      .where('account_id', '=', member.id)
      .orderBy('id')
      .execute();
    expect(log.map(({ event, facts }) => `${event} ${(facts as { role?: string }).role ?? ''}`)).toEqual([
      'verified ',
      'role_granted moderator',
      'role_granted moderator',
      'role_revoked moderator',
      'role_granted administrator',
    ]);
    await expect(setRole(ctx(), 'nobody@skein.test', 'moderator', true)).rejects.toMatchObject({
      code: 'user_not_found',
    });
  });
});

describe('the logs', () => {
  it('are never rewritten', async () => {
    const member = await buildMember(app);
    await restrict(member, 'ban');
    for (const statement of [
      "update status_log set reason = ''",
      'delete from status_log',
      "update security_log set event = ''",
    ])
      await expect(app.database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});
