import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { memberColumnsOf } from '#platform/db/tables.ts';
import { setUpTestApp } from '#testing/test-app.ts';

const app = setUpTestApp();

/** Names of columns with the id of an account, with or without a foreign key. */
const NAMES = '(account|actor|author|owner|member|user|creator|reader|reporter|reviewer|translator|voter)_id$|_by$';

it('every column that references a member has rules for erasure and export', async () => {
  const { rows } = await sql<{ key: string }>`
    select distinct c.table_name || '.' || c.column_name as key from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    left join (select k.conrelid::regclass::text as table_name, a.attname::text as column_name from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
      where k.contype = 'f' and k.confrelid = 'accounts'::regclass) f
      on f.table_name = c.table_name and f.column_name = c.column_name
    where c.table_schema = 'public' and to_regclass(format('%I.%I', c.table_schema, c.table_name)) not in (select inhrelid from pg_inherits)
      and (f.column_name is not null or (c.data_type = 'bigint' and c.column_name ~ ${NAMES}))
    order by key`.execute(app.database.db);
  expect(rows.map(({ key }) => key)).toEqual(
    memberColumnsOf(app.deps.tables)
      .map(({ table, column }) => `${table}.${column}`)
      .sort(),
  );
});
