import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { buildMember } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { sealLog } from './seal-log.ts';
import { forgetNames, forgetReasons, logStatus } from './status-log.ts';
import { type LogReport, verifyLog } from './verify-log.ts';

const app = setUpTestApp();

const log = (id: string, reason: string | null) =>
  logStatus(
    app.database.db,
    { kind: 'story', id, storyId: null },
    { action: 'reject', from: 'pending', to: 'rejected', actorId: '7', reason },
  );
const seal = () => sealLog({ db: app.database.db });
const verify = (): Promise<LogReport> => verifyLog(app.database.db);
/** The owner could change the log. Restores it afterwards. */
async function whileChanged(change: string): Promise<readonly string[]> {
  const held = await app.owner.db.startTransaction().execute();
  await sql`set local session_replication_role = replica`.execute(held);
  await sql.raw(change).execute(held);
  const { breaks } = await verifyLog(held);
  await held.rollback().execute();
  return breaks;
}
const ROW = "subject_kind = 'story' and subject_id = 7000";

it('verifies 10,000 rows, also after an erasure and after a month was dropped', async () => {
  const member = await buildMember(app, { username: 'Marlow_of_the_log' });
  await log('7000', 'The first reason, in full');
  await log('7001', 'Marlow_of_the_log copied this');
  await log('7002', null);
  await sql`insert into status_log (subject_kind, subject_id, action, from_status, to_status, at)
    select 'chapter', n, 'submit', 'draft', 'pending', '2024-02-01T00:00:00Z'::timestamptz + n * interval '5 minutes'
    from generate_series(1, 10000) n`.execute(app.owner.db);
  await sql`select make_months('status_log')`.execute(app.database.db);
  await seal();
  await log('7003', 'Not sealed yet, but will be');
  const before = await verify();
  expect(before).toMatchObject({ breaks: [], dropped: 0, erased: 0, unsealed: 1 });
  expect(before.rows).toBeGreaterThan(10_002);
  await seal();
  expect(await verify()).toMatchObject({ breaks: [], rows: before.rows + 1, unsealed: 0 });

  await forgetReasons(app.database.db, 'story', [{ id: '7000' }]);
  await app.database.db.updateTable('accounts').set({ status: 'erased' }).where('id', '=', member.id).execute();
  await forgetNames(app.database.db, { kind: 'story', subjects: sql`select 7001::bigint`, accountId: member.id });
  const { rows } = await sql<{ reason: string | null }>`select reason from status_log
    where subject_kind = 'story' and subject_id in (7000, 7001) order by id`.execute(app.database.db);
  expect(rows).toEqual([{ reason: null }, { reason: `~${member.id} copied this` }]);
  expect(await verify()).toMatchObject({ breaks: [], erased: 2 });

  await sql`drop table status_log_2024_02`.execute(app.owner.db);
  expect(await verify()).toMatchObject({ breaks: [], erased: 2, dropped: 8351 });
});

it('says where the log was changed', async () => {
  await log('7000', 'A reason that is changed');
  await seal();
  expect((await verify()).breaks).toEqual([]);
  const changes = {
    [`update status_log set to_status = 'approved' where ${ROW}`]: /a row was changed/,
    [`update status_log set actor_id = 8 where ${ROW}`]: /a row was changed/,
    [`update status_log set at = at - interval '1 second' where ${ROW}`]: /a row was changed/,
    "update status_log set reason = 'Another one' where reason_salt is not null": /^The reason of row \d+/,
    [`delete from status_log where ${ROW}`]: /rows were logged, and there are/,
    [`insert into status_log (id, subject_kind, subject_id, action, from_status, to_status) overriding system value
      select min(id) - 1, 'story', 1, '', '', '' from status_log`]: /1 rows were added before the first one/,
    'update status_log_seals set rows_hash = sha256(rows_hash) where id = 1': /does not continue|a row was changed/,
    'delete from status_log_seals where id = 1': /a seal is missing|does not continue/,
    [`update status_log set to_status = 'approved'; truncate status_log_seals restart identity;
      select seal_log(settled_log_id(null))`]: null,
  };
  for (const [change, expected] of Object.entries(changes)) {
    const breaks = await whileChanged(change);
    if (expected) expect(breaks.join('\n'), change).toMatch(expected);
    else expect(breaks, change).toEqual([]);
  }
  // Only what a backup noted shows that all seals were replaced.
  const noted = { sealId: '1', chainHash: '00' };
  expect((await verifyLog(app.database.db, [noted])).breaks).toEqual(['Seal 1 is not the one that a backup noted.']);
  expect((await verifyLog(app.database.db, [{ ...noted, sealId: '99' }])).breaks).toEqual([
    'Seal 99, which a backup noted, is missing.',
  ]);
});

it('nothing is sealed beside a row that may still appear', async () => {
  const open = await app.database.db.startTransaction().execute();
  await logStatus(
    open,
    { kind: 'story', id: '7100', storyId: null },
    { action: 'x', from: null, to: 'x', actorId: null },
  );
  await log('7101', null);
  await seal();
  expect((await verify()).unsealed).toBeGreaterThan(0);
  await open.commit().execute();
  await seal();
  expect(await verify()).toMatchObject({ breaks: [], unsealed: 0 });
});
