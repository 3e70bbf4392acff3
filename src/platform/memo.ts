import type { Db } from './db/database.ts';

/** Identifies one request, or all calls of one page. Results are stored by it, and freed with it. */
export type Memo = Readonly<Record<never, never>>;

export function createMemo(): Memo {
  return {};
}

interface Reader {
  readonly db: Db;
  /** Null if results aren’t shared. */
  readonly memo: Memo | null;
}

/**
 * Wraps a read by id, so that the calls of one request or page read the same row only once. A request has one caller,
 * so the result may depend on the caller. A transaction reads again, because rows may have changed before it took its
 * locks. The read must not add cache tags, because it only runs for the first call.
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
