import { describe, expect, it } from 'vitest';
import type { Db } from './db/database.ts';
import { createMemo, readOnce } from './memo.ts';

const db = { isTransaction: false } as Db;
const transaction = { isTransaction: true } as Db;

function counted() {
  const reads: string[] = [];
  const read = readOnce(async (_ctx: { db: Db; memo: ReturnType<typeof createMemo> | null }, id: string) => {
    reads.push(id);
    return `row ${id}`;
  });
  return { reads, read };
}

describe('a read that the calls of a page share', () => {
  it('runs once per id, even if the calls are concurrent', async () => {
    const { reads, read } = counted();
    const ctx = { db, memo: createMemo() };
    expect(await Promise.all([read(ctx, '1'), read(ctx, '1'), read(ctx, '2')])).toEqual(['row 1', 'row 1', 'row 2']);
    expect(reads).toEqual(['1', '2']);
  });

  it('runs again for another request', async () => {
    const { reads, read } = counted();
    await read({ db, memo: createMemo() }, '1');
    await read({ db, memo: createMemo() }, '1');
    expect(reads).toEqual(['1', '1']);
  });

  it('runs each time in a transaction, and if nothing is shared', async () => {
    const { reads, read } = counted();
    const memo = createMemo();
    await read({ db, memo }, '1');
    await read({ db: transaction, memo }, '1');
    await read({ db, memo: null }, '1');
    expect(reads).toEqual(['1', '1', '1']);
  });
});
