import { once } from 'node:events';
import { type Expression, sql } from 'kysely';
import pg from 'pg';

const MARK = '/* prepared */';

const PATIENT_MARK = '/* patient */';

/** Marks a raw SQL statement that may take as long as the database lets it. Others fail without an answer in time. */
export const PATIENT = sql.raw(PATIENT_MARK);
/** Longest timeout of Node, in milliseconds: 25 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** The marker that `prepared` adds, to append to a raw SQL statement. */
export const PREPARED = sql.raw(MARK);

/**
 * Lets the database plan this statement only once per connection. Planning costs more than running it if a few rows are
 * found by their keys. Not for searches, whose best plan depends on the search terms. Use as `query.$call(prepared)`.
 */
export function prepared<Q>(query: Q & { modifyEnd: (modifier: Expression<unknown>) => Q }): Q {
  return query.modifyEnd(PREPARED);
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

/** Error code if another version of Skein has changed a table of the statement. It must be prepared again. */
const CHANGED = '0A000';

/** Message of the error for a statement that wasn’t answered within `query_timeout`. */
const SILENT = 'Query read timeout';

/** Returns the result for a BEGIN, COMMIT or ROLLBACK that was not sent. */
const unsent = (command: string) => Promise.resolve({ command, rowCount: null, rows: [] });

/**
 * Connection that sends marked statements as named prepared statements. It holds back a BEGIN and sends it together
 * with the next statement, in one message if that has no values. A transaction without statements sends nothing.
 */
export class PreparingClient extends pg.Client {
  #isBeginHeld = false;
  /** Called with the error of each statement that fails. */
  heedFailure: (error: unknown) => void = () => {};

  protected isPrepared(text: string, _values: readonly unknown[]): boolean {
    return text.endsWith(MARK);
  }

  // biome-ignore lint/suspicious/noExplicitAny: covers all forms of the method
  override query(...args: any[]): any {
    const [text, values] = args;
    if (typeof text !== 'string' || !Array.isArray(values) || args.length > 2) {
      // A cursor or a named statement is part of the transaction too.
      if (this.#isBeginHeld) this.#pass(['begin']).catch(() => {});
      this.#isBeginHeld = false;
      return this.#pass(args);
    }
    if (text === 'begin') {
      this.#isBeginHeld = true;
      return unsent('BEGIN');
    }
    if (!this.#isBeginHeld) return this.#send(text, values);
    this.#isBeginHeld = false;
    if (text === 'commit' || text === 'rollback') return unsent(text.toUpperCase());
    if (values.length === 0)
      return this.#pass([`begin; ${text}`]).then((results) => (Array.isArray(results) ? results.at(-1) : results));
    // Queue both at once. Otherwise a rollback requested in the meantime could run between them.
    const begun = this.#pass(['begin']);
    const answer = this.#send(text, values);
    answer.catch(() => {});
    return begun.then(() => answer);
  }

  #pass(args: unknown[]) {
    const answer = (super.query as (...all: unknown[]) => Promise<unknown>).apply(this, args);
    // Callbacks and cursors get their errors themselves.
    return answer instanceof Promise ? answer.catch((error) => this.#failed(error)) : answer;
  }

  #send(text: string, values: unknown[]) {
    if (text.endsWith(PATIENT_MARK)) return this.#pass([{ text, values, query_timeout: LONGEST_MS }]);
    if (!this.isPrepared(text, values)) return this.#pass([text, values]);
    return this.#pass([{ name: nameOf(text), text, values }]).catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === CHANGED) names.delete(text);
      throw error;
    });
  }

  /** Closes a connection that doesn’t answer, instead of letting later statements wait behind the silent one. */
  async #failed(error: unknown): Promise<never> {
    this.heedFailure(error);
    if (error instanceof Error && error.message === SILENT) {
      // The pool would use it again before it has ended.
      const ended = once(this, 'end');
      this.connection.stream.destroy();
      await ended;
    }
    throw error;
  }
}
