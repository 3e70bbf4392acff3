import pg from 'pg';

const WRITES = /\b(?:insert into|update|delete from) "?(\w+)/i;
const BEGINS = /^\s*(?:begin|start transaction)/i;
const ENDS = /^\s*(?:commit|rollback)(?! to)/i;
/** Rate limits are counted on separate connections, and a timer of their library deletes old counts at any time. */
const NEVER_HELD = 'rate_limits';

export interface WritesOutsideTransactions {
  /** Returns the tables written outside of transactions since the last call. */
  taken: () => string[];
}

/** Watches the statements of all connections of this process from now on. */
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
