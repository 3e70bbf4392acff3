import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { createTestDatabase } from '#testing/test-server.ts';
import {
  type ConnectionSettings,
  changed,
  inTransaction,
  isImpossibleValue,
  isUnavailable,
  isUniqueViolation,
  openDatabase,
} from './database.ts';
import { openGate } from './gate.test-kit.ts';
import { PATIENT } from './prepared.ts';

const app = setUpTestApp();
let copy: ConnectionSettings;
beforeAll(async () => {
  copy = await createTestDatabase(inject('postgres'));
});
const ctx = () => ({ db: app.database.db });
const role = (id: string) => sql`insert into rate_limits (key) values (${id})`;

describe('a transaction', () => {
  it('is committed completely or not at all', async () => {
    await inTransaction(ctx(), (inner) => role('kept').execute(inner.db));
    await expect(
      inTransaction(ctx(), async (inner) => {
        await role('lost').execute(inner.db);
        throw new AppError('forbidden');
      }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(app.database.db);
    expect(rows).toEqual([{ key: 'kept' }]);
  });
  it('continues the outer transaction if there is one', async () => {
    await expect(
      inTransaction(ctx(), async (outer) => {
        await inTransaction(outer, (inner) => role('inner').execute(inner.db));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const { rows } = await sql`select 1 from rate_limits where key = 'inner'`.execute(app.database.db);
    expect(rows).toEqual([]);
  });
  it('is run again after a deadlock', async () => {
    await sql`insert into rate_limits (key) values ('a'), ('b')`.execute(app.database.db);
    const bump = (key: string) => sql`update rate_limits set points = points + 1 where key = ${key}`;
    let tries = 0;
    // Each waits until the other has locked its first row, so that the first two attempts always deadlock.
    const holding = new Map<string, () => void>();
    const both = Promise.all(['a', 'b'].map((key) => new Promise<void>((resolve) => holding.set(key, resolve))));
    const swap = (first: string, second: string) =>
      inTransaction(ctx(), async (inner) => {
        tries += 1;
        await bump(first).execute(inner.db);
        holding.get(first)!();
        await both;
        await bump(second).execute(inner.db);
      });
    await Promise.all([swap('a', 'b'), swap('b', 'a')]);
    expect(tries).toBe(3);
    const { rows } = await sql<{ points: number }>`select points from rate_limits where key in ('a', 'b')`.execute(
      app.database.db,
    );
    expect(rows.map(({ points }) => points)).toEqual([2, 2]);
  });
  it('fails with a conflict after three tries', async () => {
    let tries = 0;
    const work = inTransaction(ctx(), async (inner) => {
      tries += 1;
      await sql`do $$ begin raise exception using errcode = 'serialization_failure'; end $$`.execute(inner.db);
    });
    await expect(work).rejects.toMatchObject({ code: 'conflict' });
    expect(tries).toBe(3);
  });
});

describe('database errors', () => {
  const failure = (statement: string) =>
    sql
      .raw(statement)
      .execute(app.database.db)
      .catch((error: unknown) => error);
  it.each([
    ["select 'x'::bigint", 'impossible'],
    ["select '99999999999999999999'::bigint", 'impossible'],
    ["select 'abc'::timestamptz", 'impossible'],
    ["select '1e999'::double precision", 'impossible'],
    ["select convert_from('\\xff', 'UTF8')", 'impossible'],
    ['select \'"\\u0000"\'::jsonb ->> 0', 'impossible'],
    ['select pg_sleep(1)', 'unavailable'],
    ['select pg_terminate_backend(pg_backend_pid())', 'unavailable'],
    ["insert into rate_limits (key) values ('kept')", 'unique'],
    ['select 1/0', 'other'],
    ['select no_such_column', 'other'],
  ])('%s is %s', async (statement, kind) => {
    const database = openDatabase(copy, () => {}, { max: 1, statementTimeout: 50 });
    const error = statement.startsWith('insert')
      ? await failure(statement)
      : await sql
          .raw(statement)
          .execute(database.db)
          .catch((thrown: unknown) => thrown);
    await database.close();
    expect({
      impossible: isImpossibleValue(error),
      unavailable: isUnavailable(error),
      unique: isUniqueViolation(error),
    }).toEqual({ impossible: false, unavailable: false, unique: false, ...(kind === 'other' ? {} : { [kind]: true }) });
  });
  it('name the violated index', async () => {
    const error = await failure("insert into rate_limits (key) values ('kept')");
    expect(isUniqueViolation(error, 'rate_limits_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'accounts_email')).toBe(false);
  });
  it('mean unavailable if the server cannot be reached', async () => {
    for (const settings of [{ host: '/nowhere/at/all' }, { host: '127.0.0.1', port: 1 }]) {
      const database = openDatabase(settings, () => {}, { max: 1 });
      const error = await sql`select 1`.execute(database.db).catch((thrown: unknown) => thrown);
      await database.close();
      expect(isUnavailable(error)).toBe(true);
    }
  });
  it('are a conflict if another request changed the row first', () => {
    expect(changed(1)).toBe(1);
    expect(() => changed(undefined)).toThrow(expect.objectContaining({ code: 'conflict' }));
  });
});

describe('a database that doesn’t answer', () => {
  it('ends the wait of a statement, and the next one gets a new connection', async () => {
    const gate = await openGate(copy);
    const database = openDatabase(gate.settings, () => {}, { max: 1, statementTimeout: 200 });
    const ask = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);
    const before = await ask();
    gate.freeze();
    expect(isUnavailable(await ask().catch((thrown: unknown) => thrown))).toBe(true);
    expect((await ask()).rows).not.toEqual(before.rows);
    gate.freeze();
    const failed = await inTransaction({ db: database.db }, (inner) => role('silent').execute(inner.db)).catch(
      (thrown: unknown) => thrown,
    );
    expect(isUnavailable(failed)).toBe(true);
    expect((await ask()).rows).toHaveLength(1);
    await database.close();
    await gate.close();
  });
  it('is waited for longer by a statement that says so', async () => {
    const database = openDatabase(copy, () => {}, { max: 1, statementTimeout: 200 });
    const slow = inTransaction({ db: database.db }, async (inner) => {
      await sql`set local statement_timeout = 0`.execute(inner.db);
      await sql`select pg_sleep(1.3) ${PATIENT}`.execute(inner.db);
    });
    await expect(slow).resolves.toBeUndefined();
    await database.close();
  });
  it.each(['53100', '53200', '25006', 'ENOSPC'])('or can’t store anything means unavailable: %s', (code) => {
    expect(isUnavailable(Object.assign(new Error('No space left on device'), { code }))).toBe(true);
  });
});

describe('a pool with one connection', () => {
  it('waits at most two seconds for it', async () => {
    const database = openDatabase(copy, () => {}, { max: 1 });
    const held = await database.pool.connect();
    const error = await sql`select 1`.execute(database.db).catch((thrown: unknown) => thrown);
    held.release();
    expect(isUnavailable(error)).toBe(true);
    await sql`select 1`.execute(database.db);
    await database.close();
  });
});

it('PostgreSQL agrees with our lowercase letters, so that no email violates its CHECK', async () => {
  const letters: string[] = [];
  for (let code = 0x21; code < 0x30000; code += 1) {
    const letter = String.fromCodePoint(code).normalize('NFC').toLowerCase();
    if (/^[\p{L}\p{N}\p{M}]+$/u.test(letter)) letters.push(letter);
  }
  const { rows } = await sql<{ letter: string }>`
    select letter from unnest(${letters}::text[]) as letter where lower(letter) <> letter`.execute(app.database.db);
  expect(rows).toEqual([]);
});
