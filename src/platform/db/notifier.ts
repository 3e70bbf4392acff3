import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { MINUTE, SECOND } from '#core/time.ts';
import type { Db } from './database.ts';
import { readLogPosition } from './log-position.ts';
import { CHANNEL, NOTIFICATION_BYTES } from './notifications.ts';

/** Milliseconds. */
export const NOTIFIER_TIMES = {
  /** Minimum between two sends, so that a busy process sends batches. */
  gap: 10,
  /**
   * Between two looks at the outbox and, for the other processes, at the notifier. Only needed if a process has died,
   * because otherwise the notifier is woken after each commit.
   */
  look: 500,
  /** The same for the notifier, if no other process has woken it for `alone`: there probably is none that could die. */
  calmLook: 2 * SECOND,
  alone: MINUTE,
};

/** PostgreSQL channel on which other processes wake the notifier. */
const WAKE_CHANNEL = 'skein_wake';

/** Greater than every transaction id. */
const ALL = '18446744073709551615';
/** Maximum rows of one transaction that sends. After an outage there may be very many. */
const ROWS_AT_ONCE = 500;
/** Limit of PostgreSQL for one NOTIFY. */
const NOTIFY_BYTES = 7999;
const LSN_BYTES = 18;
/** A line break, `<` and the longest id of a transaction. */
const HORIZON_BYTES = 22;
/** A part ends with the notification that exceeds this. */
const PART_BYTES = NOTIFY_BYTES - LSN_BYTES - HORIZON_BYTES - NOTIFICATION_BYTES;

const LOCK = "hashtextextended('notifier', 0)";
/** Whether there are rows of transactions in a range of ids. */
const WAITING = `exists (select from outbox where transaction_id >= $1::xid8 and transaction_id < $2::xid8) as "isWaiting",
  pg_snapshot_xmin(pg_current_snapshot())::text as horizon`;
const LOOK = `select ${WAITING}`;
const ELECT = `select pg_try_advisory_lock(${LOCK}) as "isElected", ${WAITING}`;
/** Outside of all other transactions, so it writes nothing that the commit would have to wait for. */
const WAKE = `select pg_notify('${WAKE_CHANNEL}', '')`;
/** An empty message asks the others to elect a new notifier. */
const RESIGN = `select pg_advisory_unlock(${LOCK}), pg_notify('${CHANNEL}', '')`;

/**
 * Deletes the first rows that are visible and sends them, in one transaction, so each is sent exactly once, whatever
 * happens to this process. The first line of a NOTIFY is the position of the write-ahead log at which the rows can be read: not
 * what was written to the disk so far, because a row can be visible before that.
 * The rows are sent in the order of their ids, which is that of commits if one transaction saw the other. The last line of a
 * row is the id of its transaction. The last line of all says that nothing of smaller transactions is left. Returns how
 * many rows it found, also those that another process has sent in the meantime. The number of parts is only selected
 * because PostgreSQL leaves out what nothing refers to.
 */
const SEND = `
  with found as materialized (
    select transaction_id, id from outbox where transaction_id >= $1::xid8 and transaction_id < $2::xid8
    order by id limit ${ROWS_AT_ONCE}
  ), sent as (
    delete from outbox o using found f where o.transaction_id = f.transaction_id and o.id = f.id
    returning o.id, o.notifications || o.transaction_id::text as told
  ), lines as (
    select id, n, line, sum(octet_length(line) + 1) over (order by id, n) - octet_length(line) as starts
    from sent cross join unnest(told) with ordinality as u (line, n)
  ), parts as (
    select starts / ${PART_BYTES} as part, string_agg(line, E'\\n' order by id, n) as text from lines group by 1 order by 1
  ), told as (
    select pg_notify('${CHANNEL}', pg_current_wal_insert_lsn() || E'\\n' || text || case
      when (select count(*) from found) < ${ROWS_AT_ONCE} and part = (select max(part) from parts)
      then E'\\n<' || least(pg_snapshot_xmin(pg_current_snapshot()), $2::xid8) else '' end) from parts
  )
  select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, (select count(*) from told) as parts,
    (select count(*)::integer from found) as rows`;

/** What a look finds. `horizon`: all transactions with smaller ids have ended. */
interface Look {
  isWaiting: boolean;
  horizon: string;
}

/** Makes the notifier of the running site send what a command has committed. */
export async function wakeNotifier(db: Db): Promise<void> {
  await sql.raw(WAKE).execute(db);
}

/**
 * Sends what transactions have stored in the outbox to all processes. One process is elected by a lock of its session;
 * when that ends, another one gets it. The others wake it after their commits. They also watch for rows that it has left
 * for too long, because a process can hang without losing its session.
 */
export class Notifier {
  readonly #client: pg.Client;
  readonly #times: typeof NOTIFIER_TIMES;
  #isElected = false;
  #isStopped = false;
  #isWoken = false;
  /** When to look next, as `performance.now()`. */
  #nextLook = 0;
  /** When another process last woke this one, as `performance.now()`. */
  #othersAt = Number.NEGATIVE_INFINITY;
  /** Ends the current pause early. */
  #endPause: (() => void) | null = null;
  #running: Promise<void> | null = null;

  constructor(client: pg.Client, times = NOTIFIER_TIMES) {
    this.#client = client;
    this.#times = times;
  }

  /** Runs until `stop`. Calls `onError` and ends if a query fails. */
  start(onError: (error: Error) => void): void {
    this.#running = this.#run().catch(onError);
  }

  /** Call after a commit of this process. */
  wake(): void {
    this.#isWoken = true;
    this.#endPause?.();
  }

  /** Passes on a message that the connection has received. Returns the notifications in it, and their log position. */
  receive(channel: string, message: string): { position: bigint | null; lines: string[] } {
    if (channel === WAKE_CHANNEL) {
      this.#othersAt = performance.now();
      this.#nextLook = Math.min(this.#nextLook, this.#othersAt + this.#times.look);
      this.wake();
    } else if (message === '') {
      this.#nextLook = 0;
      this.#endPause?.();
    }
    const [position, ...lines] = message.split('\n');
    return { position: readLogPosition(position!), lines };
  }

  /** Sends what is left, and ends. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endPause?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    // Transactions with smaller ids are done: committed and sent, or rolled back.
    let from = '0';
    let horizon = '0';
    for (;;) {
      const isDue = performance.now() >= this.#nextLook;
      if (isDue) this.#nextLook = performance.now() + this.#lookPause();
      const wasWoken = this.#isWoken;
      this.#isWoken = false;
      if (this.#isElected)
        from = wasWoken || this.#isStopped ? await this.#send(from, ALL) : await this.#sendIfAny(from);
      else {
        if (isDue) {
          // All transactions before the horizon of the last look had ended by then. If their rows are still there, the
          // notifier hangs.
          const { isElected, isWaiting, horizon: now } = await this.#elect(from, horizon);
          if (isElected) from = await this.#send('0', ALL);
          else [from, horizon] = [horizon, isWaiting ? await this.#send(from, horizon) : now];
        }
        if (wasWoken && !this.#isElected) await this.#client.query(WAKE);
      }
      if (this.#isStopped) break;
      await this.#pause();
    }
    if (this.#isElected) await this.#client.query(RESIGN);
  }

  #lookPause(): number {
    const { look, calmLook, alone } = this.#times;
    const isAlone = this.#isElected && performance.now() - this.#othersAt > alone;
    return isAlone ? Math.max(look, calmLook) : look;
  }

  async #elect(from: string, to: string): Promise<Look & { isElected: boolean }> {
    const found = await this.#ask<Look & { isElected: boolean }>('elect', ELECT, from, to);
    this.#isElected = found.isElected;
    // Before the rows are sent for the first time, so that none is missed.
    if (this.#isElected) await this.#client.query(`listen ${WAKE_CHANNEL}`);
    return found;
  }

  /** Sends the rows that there are, but looks first: that takes a fraction of the work, and nearly always finds none. */
  async #sendIfAny(from: string): Promise<string> {
    const { isWaiting, horizon } = await this.#ask<Look>('look', LOOK, from, ALL);
    return isWaiting ? this.#send(from, ALL) : horizon;
  }

  /** Sends the rows of transactions in this range of ids. Returns the horizon: all smaller transactions had ended. */
  async #send(from: string, to: string): Promise<string> {
    for (;;) {
      const { horizon, rows } = await this.#ask<{ horizon: string; rows: number }>('send', SEND, from, to);
      if (rows < ROWS_AT_ONCE) return horizon;
    }
  }

  async #ask<R extends pg.QueryResultRow>(name: string, text: string, from: string, to: string): Promise<R> {
    const { rows } = await this.#client.query<R>({ name, text, values: [from, to] });
    return rows[0]!;
  }

  /** Waits for the gap, and then until the next look, or until woken or stopped. */
  async #pause(): Promise<void> {
    await delay(this.#times.gap);
    const left = this.#nextLook - performance.now();
    if (this.#isWoken || this.#isStopped || left <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, left);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endPause = null;
  }
}
