import pg from 'pg';

const WRITES = /\b(?:insert into|update|delete from) "?(\w+)/i;
const BEGINS = /^\s*(?:begin|start transaction)/i;
const ENDS = /^\s*(?:commit|rollback)(?! to)/i;
/** Limits count on connections of their own, and a timer of their library clears old counts at any moment. */
const NEVER_HELD = 'rate_limits';

export interface WritesOutsideTransactions {
  /** The tables that were written outside of transactions since it was asked last. */
  taken: () => string[];
}

/** Watches what all connections of this process send, from now on. */
export function watchWritesOutsideTransactions(): WritesOutsideTransactions {
  const open = new WeakSet<pg.Client>();
  let loose: string[] = [];
  const send = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
    if (BEGINS.test(text)) open.add(this);
    else if (ENDS.test(text)) open.delete(this);
    else if (!open.has(this)) {
      const table = WRITES.exec(text)?.[1];
      if (table && table !== NEVER_HELD) loose.push(table);
    }
    return send.apply(this, args);
  } as typeof pg.Client.prototype.query;
  return {
    taken() {
      const taken = loose;
      loose = [];
      return taken;
    },
  };
}
