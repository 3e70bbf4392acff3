import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { accountApi } from '#features/accounts/contract.ts';
import { type ConnectionSettings, type Database, openDatabase } from '#platform/db/database.ts';
import { openGate } from '#platform/db/gate.test-kit.ts';
import { createLog } from '#platform/log/log.ts';
import { unshared } from '#platform/processes/shared.ts';
import { buildMember, type Member } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { type App, createApp } from './app.ts';

// A site whose database stops answering without closing its connections, as after a lost network, or has a full disk.
const app = setUpTestApp();
let gate: Awaited<ReturnType<typeof openGate>>;
let database: Database;
let site: App;
let member: Member;
beforeAll(async () => {
  const { host, port, user, database: name } = app.database.pool.options;
  gate = await openGate({ host: host!, port: port!, user: user!, database: name! });
  // Shorter than on a site, so that the test needn’t wait as long. The limit of the response itself is 8 s.
  database = openDatabase(gate.settings, () => {}, { max: 10, statementTimeout: 2000 });
  site = await createApp({ ...app.deps, db: database.db }, database, createLog('silent'), {
    maxEventLoopDelay: Number.POSITIVE_INFINITY,
  });
  member = await buildMember(app);
});
afterAll(async () => {
  await site.http.close();
  await database.close();
  await gate.close();
});

const ask = async (url: string) => {
  const { statusCode, headers } = await site.http.inject({ url, headers: { authorization: member.accessToken } });
  return { status: statusCode, type: headers['content-type'] };
};
/** A different search each time, because responses to the same one are cached. */
const urls = (round: number) => [
  `/api/${accountApi.info.path}`,
  `/api/story/search?q=word${round}`,
  '/sitemap-stories-0.xml',
  '/api/ready',
];

it('answers 503 while its database is silent, and works again afterwards', { timeout: 30_000 }, async () => {
  for (const url of urls(1)) expect(await ask(url), url).toMatchObject({ status: 200 });
  gate.freeze();
  gate.hold();
  const type = 'application/json; charset=utf-8';
  for (const url of urls(2)) expect(await ask(url), url).toMatchObject({ status: 503, type });
  gate.release();
  for (const url of urls(3)) expect(await ask(url), url).toMatchObject({ status: 200 });
});

/**
 * Makes the database answer as on a full disk while the table `full_disk` exists: changes of accounts fail, and so does the
 * probe, which finds this function in front of PostgreSQL’s own.
 */
async function addDisk(): Promise<void> {
  const { db } = app.owner;
  await sql`create function check_disk() returns void language plpgsql as $$ begin
    if to_regclass('public.full_disk') is not null then
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end if; end $$`.execute(
    db,
  );
  await sql`create function on_disk() returns trigger language plpgsql as
    $$ begin perform check_disk(); return new; end $$`.execute(db);
  await sql`create trigger on_disk before update on accounts for each row execute function on_disk()`.execute(db);
  await sql`create function public.generate_series(int, int) returns setof int language plpgsql as
    $$ begin perform check_disk(); return query select pg_catalog.generate_series($1, $2); end $$`.execute(db);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  await sql`alter database ${sql.id(rows[0]!.name)} set search_path = public, pg_catalog`.execute(db);
}

it('is not ready while its disk is full, still reads, and is ready again by itself', { timeout: 30_000 }, async () => {
  await addDisk();
  const settings = app.database.pool.options as ConnectionSettings;
  const full = openDatabase({ ...settings }, () => {}, { max: 4 });
  const log: string[] = [];
  const told = vi.fn();
  const shared = { ...unshared, outOfRoom: () => told };
  const deps = { ...app.deps, db: full.db };
  const options = { maxEventLoopDelay: Number.POSITIVE_INFINITY, shared };
  const { http } = await createApp(
    deps,
    full,
    createLog('info', { write: (line) => log.push(JSON.parse(line).msg) }),
    options,
  );
  const headers = { authorization: member.accessToken };
  const get = async (url: string) => (await http.inject({ url, headers })).statusCode;
  const change = async (bio: string) =>
    http.inject({ method: 'POST', url: `/api/${accountApi.updateInfo.path}`, headers, payload: { bio } });
  const gauge = async () =>
    /^skein_database_out_of_room (\d)$/m.exec((await http.inject({ url: '/metrics' })).body)?.[1];

  expect([(await change('Before')).statusCode, await get('/api/ready'), await gauge()]).toEqual([200, 200, '0']);
  await sql`create table full_disk ()`.execute(app.owner.db);
  // Nothing has failed yet.
  expect(await get('/api/ready')).toBe(200);
  const refused = await change('While it is full');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, expect.any(String)]);
  expect([await get('/api/ready'), await gauge()]).toEqual([503, '1']);
  expect(told).toHaveBeenCalled();
  expect(await get(`/api/${accountApi.info.path}`)).toBe(200);
  expect(await get('/api/story/search?q=other')).toBe(200);
  expect(await get('/api/health')).toBe(200);
  await sql`drop table full_disk`.execute(app.owner.db);
  await vi.waitFor(async () => expect(await get('/api/ready')).toBe(200), { timeout: 5000, interval: 50 });
  expect([(await change('After')).statusCode, await gauge()]).toEqual([200, '0']);
  expect(log.filter((line) => line.includes('room'))).toEqual([
    expect.stringContaining('has no room left'),
    'The database has room again',
  ]);
  await http.close();
  await full.close();
});
