import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { matrix } from '#core/machine.ts';
import { DAY } from '#core/time.ts';
import { messageApi } from '#features/messages/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import type { Ctx } from '#platform/context.ts';
import { grantToSite } from '#platform/db/site-role.ts';
import { buildMember, type Member, PASSWORD } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { SITE_ROLE } from '#testing/test-server.ts';
import { accountApi } from '../contract.ts';
import { accountDeletionApi } from '../contract-account-deletion.ts';
import { accountMachine, type RestrictingAction } from '../model/account-status.ts';
import { endSuspensions, restrictAccount, setRole } from './restriction.service.ts';

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
const restrict = (member: Member, action: RestrictingAction, by: Member | null = null) =>
  restrictAccount(ctx(by), member.id, {
    action,
    reason: `Because of ${action}.`,
    ...(action === 'suspend' ? { until: inSevenDays() } : {}),
  });
const row = (member: { id: string }) =>
  app.database.db.selectFrom('accounts').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow();
const info = (member: Member) => app.send(accountApi.info, {}, member);

describe('every restriction in every state', () => {
  const acts = matrix(accountMachine).filter(([, action]) => ['suspend', 'ban', 'lift'].includes(action));
  it.each(acts)('%s: %s → %s', async (from, action, to) => {
    const member = await buildMember(app);
    const until = from === 'suspended' ? inSevenDays() : null;
    await app.database.db
      .updateTable('accounts')
      .set({ status: from, suspended_until: until })
      .where('id', '=', member.id)
      .execute();
    const before = await row(member);
    const done = restrict(member, action as RestrictingAction);
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

describe('ban', () => {
  it('applies to every request that starts after it, and to refreshing', async () => {
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
      // Requests before, around and after the commit.
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
  it('returns its reason and end from user/info', async () => {
    const member = await buildMember(app);
    const until = inSevenDays();
    await restrictAccount(ctx(), member.id, { action: 'suspend', reason: 'Spam in three chapters.', until });
    expect(await info(member)).toMatchObject({
      status: 403,
      body: {
        code: 'banned',
        error: 'This account is suspended or banned.',
        details: { reason: 'Spam in three chapters.', until: until.toISOString() },
      },
    });
    await restrictAccount(ctx(), member.id, { action: 'ban', reason: 'Again.' });
    expect((await info(member)).body.details).toEqual({
      reason: 'Again.',
      until: null,
      rule: null,
      restrictionId: null,
      appealToken: expect.any(String),
    });
  });
  it('keeps public content, and refuses every call of the member', async () => {
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
  it('lets its member log in again once it is lifted, without the old sessions', async () => {
    const member = await buildMember(app);
    await restrict(member, 'ban');
    await restrict(member, 'lift');
    expect((await info(member)).body.code).toBe('login_required');
    const tokens = await app.call(accountApi.login, { email: member.email, password: PASSWORD });
    expect((await app.send(accountApi.info, {}, tokens)).status).toBe(200);
  });
  it('is decided once by concurrent decisions', async () => {
    const member = await buildMember(app);
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => restrict(member, 'ban')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await app.work();
    expect(app.mails.filter(({ to, subject }) => to === member.email && /banned/.test(subject))).toHaveLength(1);
  });
  it('is reported to the sessions that it ended, and not to those that had ended before', async () => {
    const member = await buildMember(app);
    const other = await app.call(accountApi.login, { email: member.email, password: PASSWORD });
    await app.call(accountApi.logout, { token: other.refreshToken });
    await restrict(member, 'ban');
    expect((await info(member)).body.code).toBe('banned');
    expect(await app.send(accountApi.info, {}, other)).toMatchObject({ status: 401, body: { code: 'login_required' } });
  });
  it('can be appealed with a token that expires with it, and with the password', async () => {
    const member = await buildMember(app);
    await restrict(member, 'ban');
    const appealToken = async () => {
      const { details } = (await info(member)).body;
      return { accessToken: (details as { appealToken: string }).appealToken };
    };
    const reach = async (token: { accessToken: string }) =>
      (await app.send(accountDeletionApi.preview, {}, token)).status;
    const before = await appealToken();
    expect(await reach(before)).toBe(200);
    await app.database.db
      .updateTable('accounts')
      .set({ password_changed_at: app.clock.now() })
      .where('id', '=', member.id)
      .execute();
    expect(await reach(before)).toBe(401);
    const after = await appealToken();
    expect(await reach(after)).toBe(200);
    await restrict(member, 'lift');
    expect(await reach(after)).toBe(401);
  });
  it('is refused for an unknown account', async () => {
    await expect(restrictAccount(ctx(), '999999', { action: 'ban', reason: 'x' })).rejects.toMatchObject({
      code: 'user_not_found',
    });
  });
  it('notifies its member of the reason, the end and how to appeal', async () => {
    const member = await buildMember(app);
    await app.work();
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
    for (const text of [suspended, banned]) expect(text).toContain('appeal within 6 months');
    expect(lifted).toContain('has been lifted');
  });
});

describe('effects in other features', () => {
  const heard: string[] = [];
  const hearing = (fail: boolean | string = false) => ({
    ...(ctx() as Ctx),
    listeners: {
      'account.restricted': [
        async ({ db }: Pick<Ctx, 'db'>, { accountId }: { accountId: string }) => {
          heard.push(`restricted ${accountId} ${db.isTransaction}`);
          if (fail) throw new Error('A feature fails');
        },
      ],
      'account.lifted': [
        async ({ db }: Pick<Ctx, 'db'>, { accountId }: { accountId: string }) => {
          if (fail === accountId) throw new Error('A feature fails');
          heard.push(`lifted ${accountId} ${db.isTransaction}`);
        },
      ],
    },
  });

  it('run in the same transaction, and their failure cancels the restriction', async () => {
    const { id } = await buildMember(app);
    heard.length = 0;
    await restrictAccount(hearing(), id, { action: 'ban', reason: 'x' });
    await restrictAccount(hearing(), id, { action: 'lift', reason: 'x' });
    expect(heard).toEqual([`restricted ${id} true`, `lifted ${id} true`]);
    await expect(restrictAccount(hearing(true), id, { action: 'ban', reason: 'x' })).rejects.toThrow('A feature fails');
    expect((await row({ id })).status).toBe('active');
  });

  it('run once when a suspension ends, and not before', async () => {
    const member = await buildMember(app);
    await restrict(member, 'suspend');
    heard.length = 0;
    await endSuspensions(hearing());
    expect(heard).toEqual([]);
    await app.clock.advance(7 * DAY);
    await Promise.all([endSuspensions(hearing()), endSuspensions(hearing())]);
    expect(heard.filter((line) => line.includes(` ${member.id} `))).toEqual([`lifted ${member.id} true`]);
    expect(await row(member)).toMatchObject({ status: 'active', suspended_until: null, status_reason: null });
  });

  it('that fail for one member let the suspensions of the others end', async () => {
    const members = [await buildMember(app), await buildMember(app), await buildMember(app)];
    for (const member of members) await restrict(member, 'suspend');
    await app.clock.advance(7 * DAY);
    const statuses = () => Promise.all(members.map(async (member) => (await row(member)).status));
    await endSuspensions(hearing(members[1]!.id));
    expect(await statuses()).toEqual(['active', 'suspended', 'active']);
    await endSuspensions(hearing());
    expect(await statuses()).toEqual(['active', 'active', 'active']);
  });
});

describe('roles', () => {
  it('are granted and revoked by email address, apply right away, and are logged', async () => {
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

it('granting a role and logging in fail if they can’t be logged', async () => {
  const member = await buildMember(app);
  const { db } = app.owner;
  await sql`create function refuse_event() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`.execute(
    db,
  );
  await sql`create trigger full_log before insert on security_log for each row execute function refuse_event()`.execute(
    db,
  );
  await expect(setRole(ctx(), member.email, 'moderator', true)).rejects.toThrow('full');
  const { rows } = await sql`select from account_roles where account_id = ${member.id}`.execute(db);
  expect(rows).toEqual([]);
  const login = (password: string) => app.send(accountApi.login, { email: member.email, password });
  expect((await login('Wrong7Password')).status).toBe(500);
  expect((await login(PASSWORD)).status).toBe(500);
  expect(await app.call(accountApi.sessions, {}, member)).toHaveLength(1);
  await sql`drop trigger full_log on security_log`.execute(db);
  expect((await login('Wrong7Password')).body.code).toBe('wrong_credentials');
  expect((await login(PASSWORD)).status).toBe(200);
});

/** A function that says as whom it was called. */
const TAKING = `create function pg_temp.take() returns timestamptz language plpgsql as
  $$ begin raise exception 'called by %', current_user; end $$;`;

describe('logs', () => {
  it('are append-only, and their owner doesn’t change them by mistake', async () => {
    const member = await buildMember(app);
    await restrict(member, 'ban');
    for (const statement of [
      "update status_log set reason = ''",
      'delete from status_log',
      "update security_log set event = ''",
    ])
      for (const { pool } of [app.database, app.owner])
        await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  });

  it('can’t be rewritten by the role of the site', async () => {
    for (const statement of [
      "set skein.erasing = on; update status_log set reason = 'Another reason'",
      'truncate status_log',
      'truncate status_log_default',
      'drop table status_log',
      'alter table status_log disable trigger user',
      'alter table status_log drop column reason',
      'delete from security_log',
      'truncate security_log',
      'set session_replication_role = replica; delete from status_log',
      "insert into status_log_default (subject_kind, subject_id, action, from_status, to_status) values ('', 1, '', '', '')",
      "insert into status_log (subject_kind, subject_id, action, from_status, to_status, at) values ('', 1, '', '', '', '2020-01-01')",
      "insert into status_log (id, subject_kind, subject_id, action, from_status, to_status) overriding system value values (1, '', 1, '', '', '')",
      'update status_log_seals set rows = 1',
      "insert into status_log_seals (after_id, last_id, month, rows, rows_hash, chain_hash) values (1, 2, '2020-01-01', 1, '', '')",
      'delete from schema_migrations',
      'create or replace function db_clock() returns timestamptz language sql as $$ select now() $$',
      'create table public.anything (n integer)',
      'set role skein',
      // Functions of the owner, with tables, views and functions of the site’s role in front of the owner’s.
      `${TAKING} create temp table taken (at timestamptz) partition by range (at);
        create temp view taken_default as select pg_temp.take() as at; select make_months('pg_temp.taken')`,
      `${TAKING} create temp table taken (at timestamptz) partition by range (at);
        create temp view taken_default as select pg_temp.take() as at; select make_month('pg_temp.taken', '2020-01-01')`,
      `create temp table taken (at timestamptz) partition by range (at);
        select drop_empty_months('pg_temp.taken', '2020-01-01')`,
      "select forget_names('story', '{1}', (select min(id) from accounts where status <> 'erased'))",
      "select make_months('graphile_worker._private_jobs')",
    ]) {
      const client = await app.database.pool.connect();
      try {
        await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' });
      } finally {
        client.release(true);
      }
    }
  });

  it('are kept by functions that only the role of the site may call, without temporary tables', async () => {
    // A copy of a database has other access rules than the database.
    expect(await grantToSite(app.owner.db, SITE_ROLE)).toBe(true);
    expect(await grantToSite(app.owner.db, SITE_ROLE)).toBe(false);
    await expect(app.database.pool.query('create temp table anything (n integer)')).rejects.toMatchObject({
      code: '42501',
    });
    const { rows } = await sql`select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
      and (has_function_privilege('public', oid, 'execute') or not proconfig::text like '%pg_catalog, public, pg_temp%')`.execute(
      app.owner.db,
    );
    expect(rows).toEqual([]);
  });
});
