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

it('plans a marked statement once per connection, and others each time', async () => {
  for (const id of ['1', '2', '3']) expect(await readSlug(id)).toBeUndefined();
  expect(await statements()).toBe(1);
  await database.db.selectFrom('accounts').select('slug').where('id', '=', '1').execute();
  expect(await statements()).toBe(1);
});

it('reports errors like any other statement', async () => {
  await expect(readSlug('not a number')).rejects.toMatchObject({ code: '22P02' });
});

it('fails once if another version has changed a table, and is then prepared again', async () => {
  await readSlug('1');
  await sql`alter table accounts alter column slug type varchar(100)`.execute(database.db);
  await expect(readSlug('1')).rejects.toMatchObject({ code: '0A000' });
  expect(await readSlug('1')).toBeUndefined();
});

const inOne = (work: (db: Db) => Promise<unknown>) =>
  inTransaction({ db: database.db }, ({ db }) => work(db)).catch((error: unknown) => error);

it('sends BEGIN together with the first statement if that has no values', async () => {
  const sent = await sentStatements(() =>
    inOne(async (db) => {
      const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
      expect(rows).toEqual([{ one: 1 }]);
      await sql`select 2`.execute(db);
    }),
  );
  expect(sent).toEqual(['begin; select 1 as one', 'select 2', 'commit']);
});

it('sends BEGIN separately before a statement with values', async () => {
  const sent = await sentStatements(() => inOne((db) => sql`select ${'a'}::text`.execute(db)));
  expect(sent).toEqual(['begin', 'select $1::text', 'commit']);
});

it('sends nothing for a transaction without statements', async () => {
  expect(await sentStatements(() => inOne(async () => {}))).toEqual([]);
  expect(await sentStatements(() => sql`select 1`.execute(database.db))).toEqual(['select 1']);
});

it('rolls back if the first statement fails', async () => {
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

it('sends a rollback after the first statement, even if that is still running', async () => {
  await inOne((db) =>
    Promise.all([
      sql`insert into rate_limits (key) values (${'overtaken'})`.execute(db),
      Promise.reject(new Error('no')),
    ]),
  );
  const { rows } = await sql`select 1 from rate_limits where key = 'overtaken'`.execute(database.db);
  expect(rows).toEqual([]);
});
