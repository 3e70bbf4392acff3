import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase } from '#testing/test-server.ts';
import { type Database, openDatabase } from './database.ts';
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
