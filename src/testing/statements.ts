import pg from 'pg';
import { vi } from 'vitest';

/** Returns the SQL that this process sends to its database while `work` runs, BEGIN and COMMIT included. */
export async function sentStatements(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    sent.push(typeof first === 'string' ? first : String((first as { text?: unknown }).text));
    return Reflect.apply(query, this, args);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return sent;
}
