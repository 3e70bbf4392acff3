import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, it, vi } from 'vitest';
import { describeTables, quoted } from '#server/backup/tables.ts';
import { createPreviousVersion } from '#testing/previous-version.ts';
import { type ConnectionSettings, openDatabase } from './database.ts';
import { migrate, migrations } from './migrate.ts';
import { withClient } from './with-client.ts';

const named = (name: string): ConnectionSettings => {
  return { ...inject('postgres'), database: `killed_${process.pid}_${name}` };
};

/** Returns every row of every table, every column and every index, as text. */
async function everythingIn(settings: ConnectionSettings): Promise<Record<string, unknown[]>> {
  return withClient(settings, 'skein tests', async (client) => {
    const texts = async (query: string) => (await client.query<{ text: string }>(query)).rows.map(({ text }) => text);
    const found: Record<string, unknown[]> = {
      columns:
        await texts(`select concat_ws(' ', table_name, column_name, data_type, domain_name, is_nullable, column_default) as text
        from information_schema.columns where table_schema = 'public' order by 1`),
      indexes: await texts(`select indexdef as text from pg_indexes where schemaname = 'public' order by 1`),
      constraints: await texts(
        `select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as text from pg_constraint order by 1`,
      ),
      sequences: await texts(
        // Its rows wait to be indexed and are deleted then. A step that is repeated takes further numbers, as any transaction.
        `select sequencename || ' ' || coalesce(last_value, 0) as text from pg_sequences
          where schemaname = 'public' and sequencename <> 'search_pending_id_seq' order by 1`,
      ),
    };
    for (const { name, columns } of await describeTables(client))
      found[name] = await texts(
        `select row(${columns.filter(isSame).map(quoted).join(', ')})::text as text from ${quoted(name)} order by 1`,
      );
    return found;
  });
}

/** Each migration takes other salts for the hashes of reasons. */
const isSame = (column: string) => !['reason_salt', 'reason_hash'].includes(column);

async function copyDatabase(from: ConnectionSettings, to: ConnectionSettings): Promise<void> {
  const root = openDatabase({ ...from, database: 'postgres' }, () => {}, { max: 1, statementTimeout: 0 });
  await sql`create database ${sql.id(to.database!)} template ${sql.id(from.database!)}`.execute(root.db);
  await root.close();
}

function startMigration(settings: ConnectionSettings): ChildProcess {
  const child = fork(join(import.meta.dirname, 'migrate.test-child.ts'));
  child.send(settings);
  return child;
}

/** Kills a migration after its next step. Returns the last step that is done, or null if nothing was left to do. */
async function killAfterStep(settings: ConnectionSettings): Promise<string | null> {
  const child = startMigration(settings);
  let last: string | null = null;
  child.on('message', ({ name, done }: { name: string; done: number }) => {
    last = `${name} ${done}`;
    child.kill('SIGKILL');
  });
  await once(child, 'exit');
  return last;
}

it('loses nothing if it is killed after each step', { timeout: 120_000 }, async () => {
  const [straight, killed] = [named('straight'), named('killed')];
  await createPreviousVersion(straight);
  await copyDatabase(straight, killed);
  await migrate(straight);
  const ends: string[] = [];
  for (let end = await killAfterStep(killed); end; end = await killAfterStep(killed)) ends.push(end);
  expect(new Set(ends).size).toBe(ends.length);
  expect(ends.length).toBeGreaterThan(5);
  expect(await migrate(killed)).toEqual([]);
  expect(await everythingIn(killed)).toEqual(await everythingIn(straight));
});

it('rolls back a step during which it is killed', { timeout: 60_000 }, async () => {
  const settings = named('within');
  await createPreviousVersion(settings);
  const database = openDatabase(settings, () => {}, { max: 2 });
  const before = await sql`select * from status_log order by id`.execute(database.db);
  // The step that splits the log has renamed it when it has to wait for this table.
  const holder = await database.db.startTransaction().execute();
  await sql`lock table report_cases in access exclusive mode`.execute(holder);
  const child = startMigration(settings);
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%status_log_before%'`.execute(database.db);
      expect(rows).toHaveLength(1);
    },
    { timeout: 20_000, interval: 20 },
  );
  child.kill('SIGKILL');
  await once(child, 'exit');
  await holder.rollback().execute();
  // The database notices the lost connection when it wants to answer.
  await vi.waitFor(async () => {
    const { rows } =
      await sql`select from pg_stat_activity where datname = current_database() and query like '%status_log_before%'
      and state = 'active' and pid <> pg_backend_pid()`.execute(database.db);
    expect(rows).toHaveLength(0);
  }, 10_000);
  expect((await sql`select * from status_log order by id`.execute(database.db)).rows).toEqual(before.rows);
  expect(await migrate(settings)).toEqual((await migrations()).filter((name) => name > '0019-the-gate'));
  await database.close();
});
