import { type Expression, sql } from 'kysely';
import pg from 'pg';

const MARK = '/* prepared */';

/**
 * Lets the database plan this statement once for each connection; to plan one costs more than to run it where a few rows
 * are found by their keys. Not for searches, whose best plan depends on what is looked for. As `query.$call(prepared)`.
 */
export function prepared<Q>(query: Q & { modifyEnd: (modifier: Expression<unknown>) => Q }): Q {
  return query.modifyEnd(sql.raw(MARK));
}

const names = new Map<string, string>();
let count = 0;

function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    count += 1;
    name = `skein_${count}`;
    names.set(text, name);
  }
  return name;
}

/** What the database says when another version of Skein changed a table under a statement: it must be prepared anew. */
const CHANGED = '0A000';

/** A connection that sends marked statements under a name, which the database then knows. */
export class PreparingClient extends pg.Client {
  protected isPrepared(text: string, _values: readonly unknown[]): boolean {
    return text.endsWith(MARK);
  }

  // biome-ignore lint/suspicious/noExplicitAny: stands for each of the forms of the method
  override query(...args: any[]): any {
    const [text, values] = args;
    if (typeof text !== 'string' || !Array.isArray(values) || args.length > 2 || !this.isPrepared(text, values))
      return (super.query as (...all: unknown[]) => unknown)(...args);
    return super.query({ name: nameOf(text), text, values }).catch((error) => {
      if (error instanceof pg.DatabaseError && error.code === CHANGED) names.delete(text);
      throw error;
    });
  }
}
