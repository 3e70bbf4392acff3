import type { Db } from './db/database.ts';

/** Stands for one request, or for all calls of one page. It holds nothing itself; what was read for it goes with it. */
export type Memo = Readonly<Record<never, never>>;

export function createMemo(): Memo {
  return {};
}

interface Reader {
  readonly db: Db;
  /** Null where nothing is remembered. */
  readonly memo: Memo | null;
}

/**
 * Wraps a read by id, so that the calls of one request or page that need the same row read it once. A request has one caller,
 * so the read may depend on who calls. A transaction reads for itself: what it depends on may have changed before it took its
 * locks. The read must not note cache tags, since only the first caller runs it.
 */
export function readOnce<C extends Reader, K extends string | { readonly id: string }, T>(
  read: (ctx: C, key: K) => Promise<T>,
) {
  const known = new WeakMap<Memo, Map<string, Promise<T>>>();
  return (ctx: C, key: K): Promise<T> => {
    if (!ctx.memo || ctx.db.isTransaction) return read(ctx, key);
    const id = typeof key === 'string' ? key : key.id;
    const rows = known.get(ctx.memo) ?? new Map<string, Promise<T>>();
    known.set(ctx.memo, rows);
    const row = rows.get(id) ?? read(ctx, key);
    rows.set(id, row);
    return row;
  };
}
