import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { DAY } from '#core/time.ts';
import { accountDeletionApi } from '#features/accounts/contract-account-deletion.ts';
import { findAccount, restrictAccount, setRole } from '#features/accounts/server/index.ts';
import { notify } from '#features/messages/server/index.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { publicReportApi } from '#features/moderation/contract-public-reports.ts';
import { participationApi } from '#features/participation/contract.ts';
import { logStatus } from '#platform/db/status-log.ts';
import { memberColumnsOf } from '#platform/db/tables.ts';
import { buildMember, buildPublishedStory, type Member, PASSWORD } from '#testing/factories.ts';
import { rounds } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { ctxOf, letTheDayCome, plan } from './erasure.test-kit.ts';

const app = setUpTestApp();
beforeAll(() => app.app.cache.setListening(false));

/** Adds a row to the log, like a moderator’s decision. Returns a function that reads its reason. */
async function logged(kind: string, id: string, reason: string): Promise<() => Promise<string | null>> {
  const { db } = app.database;
  await logStatus(
    db,
    { kind, id, storyId: null },
    { action: 'reject', from: null, to: 'rejected', actorId: null, reason },
  );
  const row = await db.selectFrom('status_log').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  return async () =>
    (await db.selectFrom('status_log').select('reason').where('id', '=', row.id).executeTakeFirstOrThrow()).reason;
}

async function reviewOf(member: Member): Promise<string> {
  const row = await app.database.db
    .selectFrom('reviews')
    .select('id')
    .where('author_id', '=', member.id)
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.id;
}

it('a name is removed from decisions about its member, even inside running text, and from no others', {
  timeout: 60_000,
}, async () => {
  const [deletingMember, common, other] = [
    await buildMember(app, { username: '小明明' }),
    await buildMember(app, { username: 'spam' }),
    await buildMember(app),
  ];
  for (const member of [deletingMember, common, other]) await buildPublishedStory(app, member, { mode: 'solo' });
  const inText = await logged('review', await reviewOf(deletingMember), '请小明明的文章再改一改，谢谢。');
  const ofCommon = await logged('review', await reviewOf(common), 'Spam again; ask them.');
  const ofOther = await logged('review', await reviewOf(other), 'This is spam, by 小明明 or not.');
  await plan(app, deletingMember, 'keep');
  await plan(app, common, 'delete');
  await letTheDayCome(app, 14 * DAY + 1000);
  expect(await inText()).toBe(`请~${deletingMember.id}的文章再改一改，谢谢。`);
  expect(await ofCommon()).toBe(`~${common.id} again; ask them.`);
  expect(await ofOther()).toBe('This is spam, by 小明明 or not.');
});

it('what others reported about an erased member no longer names them', { timeout: 60_000 }, async () => {
  const [deletingMember, reporter] = [await buildMember(app, { username: 'Zedekiah' }), await buildMember(app)];
  await app.call(
    caseApi.report,
    { kind: 'member', targetId: deletingMember.id, reason: 'spam', detail: `Zedekiah again, ${deletingMember.email}` },
    reporter,
  );
  await plan(app, deletingMember, 'keep');
  await letTheDayCome(app, 14 * DAY + 1000);
  const { rows } = await sql<{ detail: string }>`select detail from reports
    where reporter_id = ${reporter.id}`.execute(app.database.db);
  const gone = `~${deletingMember.id}`;
  expect(rows).toEqual([{ detail: `${gone} again, ${gone}` }]);
});

it('nothing is kept of what is said about an erased member when a case is closed later', {
  timeout: 60_000,
}, async () => {
  const [deletingMember, reporter] = [await buildMember(app), await buildMember(app)];
  const { story } = await buildPublishedStory(app, deletingMember, { mode: 'solo' });
  const { caseId } = await app.call(
    caseApi.report,
    { kind: 'story', targetId: story.id, reason: 'spam', detail: 'They live in Riverside 14.' },
    reporter,
  );
  await app.send(publicReportApi.send, {
    ...{ url: to.story({ storyId: story.id }), ground: 'rule', rule: 'spam', accurate: true, passage: 'Riverside 14' },
    ...{ name: 'Ana', email: 'ana@posta.example', detail: 'They live in Riverside 14.' },
  });
  await plan(app, deletingMember, 'keep');
  await letTheDayCome(app, 14 * DAY + 1000);
  const moderator = await buildMember(app, { role: 'moderator' });
  await app.call(caseApi.closeReport, { caseId, answer: 'They no longer live in Riverside 14.' }, moderator);
  const { rows } = await sql<{ words: string | null }>`
    select answer as words from report_cases where id = ${caseId}
    union all select detail from reports where case_id = ${caseId}
    union all select detail || passage from public_reports where case_id = ${caseId}
    union all select reason from status_log where subject_kind = 'report' and subject_id = ${caseId}`.execute(
    app.database.db,
  );
  expect(rows.length).toBeGreaterThanOrEqual(4);
  expect(rows.filter(({ words }) => words)).toEqual([]);
});

it('messages lose the name of an erased member, but not the same name of another member', {
  timeout: 60_000,
}, async () => {
  const [deletingMember, other, reader] = [
    await buildMember(app, { username: 'Marlow' }),
    await buildMember(app),
    await buildMember(app),
  ];
  const { story } = await buildPublishedStory(app, reader, { mode: 'relay' });
  await app.call(participationApi.apply, { storyId: story.id, note: 'Marlow writes' }, deletingMember);
  for (const { id } of [deletingMember, other])
    await notify(app.deps, 'relay_your_turn', {
      to: reader.id,
      storyId: story.id,
      params: { story: 'A', number: 2, from: 'Marlow', from_id: id, deadline: 0 },
      eventKey: id,
    });
  await plan(app, deletingMember, 'keep');
  await letTheDayCome(app, 14 * DAY + 1000);
  const { rows } = await sql<{ params: Record<string, string> }>`select params from messages
    where account_id = ${reader.id} and (params ? 'from' or params ? 'user') order by id`.execute(app.database.db);
  const gone = `~${deletingMember.id}`;
  expect(rows.map(({ params }) => params)).toMatchObject([
    { user: gone, slug: gone, note: '' },
    { from: gone },
    { from: 'Marlow' },
  ]);
});

it('an erasure that fails waits for its retry, and does not delay others', async () => {
  const [stuck, next] = [await buildMember(app), await buildMember(app)];
  for (const member of [stuck, next]) await plan(app, member, 'keep');
  await sql`create function refuse_erasure() returns trigger language plpgsql as $$ begin
    if new.status = 'erased' and new.id = ${sql.lit(stuck.id)}::bigint then raise exception 'full'; end if; return new; end $$`.execute(
    app.owner.db,
  );
  await sql`create trigger stuck before update on accounts for each row execute function refuse_erasure()`.execute(
    app.owner.db,
  );
  const statusOf = async ({ id }: Member) => (await findAccount(app.database.db, { id }))?.status;
  const tries = () =>
    sql<{ attempts: number }>`select attempts from graphile_worker.jobs where key = ${`erase ${stuck.id}`}`
      .execute(app.database.db)
      .then(({ rows }) => rows.map(({ attempts }) => attempts));
  await letTheDayCome(app, 14 * DAY + 1000);
  expect(await statusOf(next)).toBe('erased');
  expect(await tries()).toEqual([1]);
  // The next minute, the job is still there with its try.
  await letTheDayCome(app, 0);
  expect(await tries()).toEqual([1]);
  await sql`drop trigger stuck on accounts`.execute(app.owner.db);
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.database.db);
  await app.work();
  expect(await statusOf(stuck)).toBe('erased');
});

it('rows of a member are found by an index in every table', async () => {
  const { rows } = await sql<{ key: string }>`
    select distinct i.indrelid::regclass::text || '.' || a.attname as key from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`.execute(app.database.db);
  const indexed = new Set(rows.map(({ key }) => key));
  const dropped = memberColumnsOf(app.deps.tables).filter(
    ({ fate }) => fate.erased === 'row' || fate.erased === 'null',
  );
  expect(dropped.map(({ table, column }) => `${table}.${column}`).filter((key) => !indexed.has(key))).toEqual([]);
});

it('the last administrator cannot leave, be banned or lose the role before there is another one', async () => {
  const [first, second] = [
    await buildMember(app, { role: 'administrator' }),
    await buildMember(app, { role: 'administrator' }),
  ];
  await plan(app, first, 'keep');
  // An administrator who is about to leave doesn’t count.
  const leave = await app.send(accountDeletionApi.deleteAccount, { password: PASSWORD, texts: 'keep' }, second);
  expect([leave.status, leave.body.code]).toEqual([409, 'last_administrator']);
  const refused = { code: 'last_administrator' };
  const ban = { action: 'ban', reason: 'Because of the spam.' } as const;
  await expect(restrictAccount(ctxOf(app), second.id, ban)).rejects.toMatchObject(refused);
  await expect(setRole(ctxOf(app), second.email, 'administrator', false)).rejects.toMatchObject(refused);
  await setRole(ctxOf(app), (await buildMember(app)).email, 'administrator', true);
  await plan(app, second, 'keep');
});

it('one of two concurrent demotions of the last administrators is refused', { timeout: 60_000 }, async () => {
  for (let i = 0; i < rounds(22, 'pairs of demotions'); i += 1) {
    await sql`delete from account_roles where role = 'administrator'`.execute(app.database.db);
    const pair = [await buildMember(app, { role: 'administrator' }), await buildMember(app, { role: 'administrator' })];
    const demotions = await Promise.allSettled(
      pair.map(({ email }) => setRole(ctxOf(app), email, 'administrator', false)),
    );
    const refused = demotions.flatMap((demotion) => (demotion.status === 'rejected' ? [demotion.reason] : []));
    expect(refused).toEqual([expect.objectContaining({ code: 'last_administrator' })]);
    const { rows } = await sql`select from account_roles where role = 'administrator'`.execute(app.database.db);
    expect(rows).toHaveLength(1);
  }
});
