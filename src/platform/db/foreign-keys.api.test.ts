import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase } from '#testing/test-server.ts';
import { type Database, openDatabase } from './database.ts';

let database: Database;
beforeAll(async () => {
  database = openDatabase(await createTestDatabase(inject('postgres')), () => {}, { max: 1 });
});
afterAll(() => database.close());

/** Accounts are erased, not deleted. Only unconfirmed ones are deleted, which nothing references. */
const NEVER_DELETED = 'accounts';

it('has an index for every foreign key to rows that can be deleted', async () => {
  const { rows } = await sql<{ key: string }>`
    select k.conrelid::regclass || '.' || a.attname as key
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid <> ${NEVER_DELETED}::regclass
      and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])
    order by key`.execute(database.db);
  expect(rows.map(({ key }) => key)).toEqual([]);
});

/** Judges are found by their round, of which there are few. */
const WITHOUT_STORY = ['round_judges'];

it('has a story_id in every table that belongs to a chapter, round, entry or translation', async () => {
  const { rows } = await sql<{ table: string }>`
    select distinct k.conrelid::regclass::text as table from pg_constraint k
    where k.contype = 'f' and k.confrelid in ('chapters'::regclass, 'rounds'::regclass, 'submissions'::regclass, 'translations'::regclass)
      and not exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'story_id')
    order by 1`.execute(database.db);
  expect(rows.map(({ table }) => table)).toEqual(WITHOUT_STORY);
});
