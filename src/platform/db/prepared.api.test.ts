import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { sentStatements } from '#testing/statements.ts';
import { createTestDatabase } from '#testing/test-server.ts';
import { type Database, type Db, inTransaction, openDatabase } from './database.ts';
import { prepared } from './prepared.ts';

let database: Database;
beforeAll(async () => {
  database = openDatabase(await createTestDatabase(inject('postgres')), () => {}, { max: 1 });
});
afterAll(() => database.close());

const readSlug = (id: string) =>
  database.db.selectFrom('accounts').select('slug').where('id', '=', id).$call(prepared).executeTakeFirst();

async function statements(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_prepared_statements where statement like '%"slug"%'`.execute(database.db);
  return rows[0]!.count;
}

it('a marked statement is planned once for a connection, others each time', async () => {
  for (const id of ['1', '2', '3']) expect(await readSlug(id)).toBeUndefined();
  expect(await statements()).toBe(1);
  await database.db.selectFrom('accounts').select('slug').where('id', '=', '1').execute();
  expect(await statements()).toBe(1);
});

it('a failure is told as any other', async () => {
  await expect(readSlug('not a number')).rejects.toMatchObject({ code: '22P02' });
});

it('what another version changed in a table fails once and is then prepared anew', async () => {
  await readSlug('1');
  await sql`alter table accounts alter column slug type varchar(100)`.execute(database.db);
  await expect(readSlug('1')).rejects.toMatchObject({ code: '0A000' });
  expect(await readSlug('1')).toBeUndefined();
});

const inOne = (work: (db: Db) => Promise<unknown>) =>
  inTransaction({ db: database.db }, ({ db }) => work(db)).catch((error: unknown) => error);

it('a BEGIN goes with the first statement where that has no values', async () => {
  const sent = await sentStatements(() =>
    inOne(async (db) => {
      const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
      expect(rows).toEqual([{ one: 1 }]);
      await sql`select 2`.execute(db);
    }),
  );
  expect(sent).toEqual(['begin; select 1 as one', 'select 2', 'commit']);
});

it('before a statement with values it is sent alone', async () => {
  const sent = await sentStatements(() => inOne((db) => sql`select ${'a'}::text`.execute(db)));
  expect(sent).toEqual(['begin', 'select $1::text', 'commit']);
});

it('a transaction without statements is no transaction', async () => {
  expect(await sentStatements(() => inOne(async () => {}))).toEqual([]);
  expect(await sentStatements(() => sql`select 1`.execute(database.db))).toEqual(['select 1']);
});

it('a first statement that fails is rolled back', async () => {
  const sent = await sentStatements(async () =>
    expect(await inOne((db) => sql`select 1/0`.execute(db))).toMatchObject({ code: '22012' }),
  );
  expect(sent).toEqual(['begin; select 1/0', 'rollback']);
  await sql`select 1`.execute(database.db);
  const lost = inOne(async (db) => {
    await sql`insert into rate_limits (key) values ('lost')`.execute(db);
    throw new Error('no');
  });
  expect(await lost).toMatchObject({ message: 'no' });
  const { rows } = await sql`select 1 from rate_limits where key = 'lost'`.execute(database.db);
  expect(rows).toEqual([]);
});

it('a rollback that is asked for while the first statement is under way comes after it', async () => {
  await inOne((db) =>
    Promise.all([
      sql`insert into rate_limits (key) values (${'overtaken'})`.execute(db),
      Promise.reject(new Error('no')),
    ]),
  );
  const { rows } = await sql`select 1 from rate_limits where key = 'overtaken'`.execute(database.db);
  expect(rows).toEqual([]);
});
