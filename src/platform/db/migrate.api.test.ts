import { sql } from 'kysely';
import { beforeEach, expect, inject, it, vi } from 'vitest';
import { type ConnectionSettings, openDatabase } from './database.ts';
import { migrate, migrations } from './migrate.ts';

let settings: ConnectionSettings;
let count = 0;
beforeEach(async () => {
  count += 1;
  settings = { ...inject('postgres'), database: `empty_${process.pid}_${count}` };
  const root = openDatabase({ ...settings, database: 'postgres' }, () => {}, { max: 1, statementTimeout: 0 });
  await sql`create database ${sql.id(settings.database!)} template template0`.execute(root.db);
  await root.close();
});

it('migrates the database once, even if several processes start at the same time', async () => {
  const applied = await Promise.all([migrate(settings), migrate(settings), migrate(settings)]);
  expect(applied.flat()).toEqual(await migrations());
});

it('does not block the site if a table is in use, and tries again', async () => {
  const [first, ...later] = await migrations();
  await migrate(settings, first);
  const database = openDatabase(settings, () => {}, { max: 4, lockTimeout: 10_000 });
  const writer = await database.db.startTransaction().execute();
  await sql`lock table stories in row exclusive mode`.execute(writer);
  const migrating = migrate(settings);
  const waits = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%create index%'`.execute(database.db)
    ).rows.length > 0;
  for (let tries = 0; tries < 2; tries += 1) {
    await vi.waitFor(async () => expect(await waits()).toBe(true), { timeout: 10_000, interval: 20 });
    // Queued behind the migration, which gives up after 2 s.
    const begun = performance.now();
    const other = await database.db.startTransaction().execute();
    await sql`lock table stories in row exclusive mode`.execute(other);
    expect(performance.now() - begun).toBeLessThan(3000);
    await other.rollback().execute();
  }
  await writer.rollback().execute();
  expect(await migrating).toEqual(later);
  await database.close();
});
