import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { AppError } from '#core/errors.ts';
import { type Notification, type NotificationBatch, notificationsOf } from './notifications.ts';
import { PREPARED, PreparingClient } from './prepared.ts';
import { PROBE, Room } from './room.ts';
import type { Row } from './rows.ts';
import type { DB } from './schema.ts';

// A date is a day, not a moment. As a Date it would shift with the time zone of the process.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

/** A connection pool or the open transaction. Queries work with both. */
export type Db = Kysely<DB> | Transaction<DB>;

/**
 * Throws if the caller may no longer act. Otherwise locks their account, so that this doesn’t change before the
 * transaction ends.
 */
export type Hold = (db: Db) => Promise<void>;

export interface ConnectionSettings {
  /** Either a URL, or the fields below for the socket folder of the embedded database. */
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  database?: string;
}

export interface Database {
  readonly db: Kysely<DB>;
  readonly pool: pg.Pool;
  /** Whether it can store anything. */
  readonly room: Room;
  close: () => Promise<void>;
}

/**
 * Connections of one process, two of which only listen for jobs. Queries wait at most 2 s for a free one, so that
 * overload leads to errors and not to a long queue.
 */
export const POOL_SIZE = 11;
const POOL_WAIT_MS = 2000;
const STATEMENT_TIMEOUT_MS = 5000;
const LOCK_TIMEOUT_MS = 2000;
const IDLE_IN_TRANSACTION_MS = 10_000;
/** Longer than the database itself lets a statement run. Ends the wait for one that hangs or can’t be reached. */
const ANSWER_GRACE_MS = 1000;
const KEEP_ALIVE_MS = 10_000;

export interface PoolOptions {
  max?: number;
  /** Milliseconds to wait for a free connection. */
  wait?: number;
  /** Milliseconds; 0 for none. */
  statementTimeout?: number;
  lockTimeout?: number;
  /** Class of the connections. */
  client?: typeof PreparingClient;
  /** True to refuse every change, also if the database would accept it. */
  isReadOnly?: boolean;
  /** Looks at each new connection. Throws to refuse it. */
  verify?: (client: pg.ClientBase) => Promise<void>;
}

/** Opens the pool. The first query opens the first connection. */
export function openDatabase(
  settings: ConnectionSettings,
  onError: (error: Error) => void,
  {
    max = POOL_SIZE,
    wait = POOL_WAIT_MS,
    statementTimeout = STATEMENT_TIMEOUT_MS,
    lockTimeout = LOCK_TIMEOUT_MS,
    client = PreparingClient,
    isReadOnly = false,
    verify,
  }: PoolOptions = {},
): Database {
  const pool = new pg.Pool({
    ...settings,
    Client: client,
    max,
    connectionTimeoutMillis: wait,
    ...(statementTimeout > 0 ? { query_timeout: statementTimeout + ANSWER_GRACE_MS } : {}),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    idleTimeoutMillis: 60_000,
    application_name: 'skein',
    options: [
      `-c statement_timeout=${statementTimeout}`,
      `-c lock_timeout=${lockTimeout}`,
      `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
      '-c timezone=UTC',
      ...(isReadOnly ? ['-c default_transaction_read_only=on'] : []),
    ].join(' '),
    ...(verify ? { verify: (made, done) => void verify(made).then(() => done(), done) } : {}),
  });
  // The pool replaces a connection that breaks while idle, such as when the database restarts. Without a listener, the
  // error would end the process.
  let closing = false;
  const heard = (error: Error) => {
    // The pool doesn’t wait for its connections to close, so a database that stops right afterwards breaks some of
    // them.
    if (!closing) onError(error);
  };
  pool.on('error', heard);
  const room = new Room(() => pool.query(PROBE));
  pool.on('connect', (made) => {
    made.on('error', heard);
    if (made instanceof PreparingClient) made.heedFailure = (error) => room.failed(error);
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    room,
    close() {
      closing = true;
      return db.destroy();
    },
  };
}

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
/** The disk or the memory is full, or the database only answers reads, such as after a failover. */
const STORAGE_CODES = new Set(['53100', '53200', '53400', '58030', '25006', 'ENOSPC', 'EDQUOT', 'EROFS']);
const CONNECTION_TEXTS =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after/;
const TIMEOUT_CODES = new Set(['57014', '55P03']);

/**
 * True if the database couldn’t be reached, took too long or can’t store anything. The response is then 503 instead of
 * 500.
 */
export function isUnavailable(error: unknown): boolean {
  return isDown(error) || TIMEOUT_CODES.has(codeOf(error));
}

/** True if the database couldn’t be reached or can’t store anything, whichever statement it was sent. */
export function isDown(error: unknown): boolean {
  const code = codeOf(error);
  if (CONNECTION_CODES.has(code) || STORAGE_CODES.has(code)) return true;
  return error instanceof Error && CONNECTION_TEXTS.test(error.message);
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * Error codes for text that isn’t a valid number, time or UTF-8. Schemas refuse such values. If one of them lets a
 * value through, it is still the caller’s mistake.
 */
const VALUE_CODES = new Set(['22P02', '22P05', '22003', '22007', '22008', '22021']);

export function isImpossibleValue(error: unknown): boolean {
  return error instanceof pg.DatabaseError && VALUE_CODES.has(error.code ?? '');
}

/** True if an insert or update violated a unique index. With `index`, only that index counts. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '23505' && (index === undefined || error.constraint === index)
  );
}

/** What open transactions do in one statement at their end: queries in this order, and storing notifications. */
interface Ending {
  readonly batch: NotificationBatch;
  queries: RawBuilder<unknown>[];
}

type Stored = Pick<Row<'outbox'>, 'transaction_id'>;

const endings = new WeakMap<Db, Ending>();
/** A statement has at most 65,535 parameters. */
const QUERIES_MAX = 100;

/** Returns the position of the change if it tells others something, otherwise null. */
async function store(db: Db, { batch: { lines }, queries }: Ending): Promise<bigint | null> {
  const all = sql.join(queries, sql` union all `);
  if (lines.length === 0) {
    if (queries.length > 0) await all.execute(db);
    return null;
  }
  const insert =
    queries.length === 0
      ? sql<Stored>`insert into outbox (notifications) values (${lines}::text[]) returning transaction_id ${PREPARED}`
      : // The rows are counted because PostgreSQL leaves out what nothing refers to.
        sql<Stored>`with done as (${all}) insert into outbox (notifications)
          select ${lines}::text[] from (select count(*) from done) as counted returning transaction_id`;
  const { rows } = await insert.execute(db);
  return BigInt(rows[0]!.transaction_id);
}

/**
 * Runs a query right before the transaction commits, in the statement that stores its notifications, or right away outside
 * of a transaction. For functions with effects that the transaction itself doesn’t need, such as adding a job. The query
 * returns one column, which is ignored. Queries run in this order.
 */
export async function runAtEnd(db: Db, query: RawBuilder<unknown>): Promise<void> {
  const ending = endings.get(db);
  if (!ending) {
    await query.execute(db);
    return;
  }
  ending.queries.push(query);
  if (ending.queries.length < QUERIES_MAX) return;
  await sql.join(ending.queries, sql` union all `).execute(db);
  ending.queries = [];
}

/**
 * Notifies all processes when the transaction commits, or right away outside of one. Subscribers of this process
 * receive it right after the commit, others from the notifier (decision 044). Returns the position of the change outside
 * of a transaction, otherwise null.
 */
export async function notifyProcesses(db: Db, ...notifications: Notification[]): Promise<bigint | null> {
  const ofTransaction = endings.get(db);
  if (ofTransaction) {
    ofTransaction.batch.add(notifications);
    return null;
  }
  const batch = notificationsOf(db).begin();
  let position: bigint | null;
  try {
    batch.add(notifications);
    position = await store(db, { batch, queries: [] });
  } catch (error) {
    batch.failed();
    throw error;
  }
  batch.committed(position);
  return position;
}

/** What a transaction needs of a context. */
interface Transacting {
  readonly db: Db;
  readonly hold?: Hold | null;
  readonly cachePolicy?: { position: bigint | null };
}

const RETRIED = new Set(['40001', '40P01']);
const TRIES = 3;

/**
 * Runs a use case in one transaction, which locks the caller’s account first (`hold`). Inside an open transaction, it
 * just continues in that one. Retries deadlocks and serialization failures, because a failed transaction leaves nothing
 * behind. Throws `conflict` after the last try. If the change tells others something, its position is noted.
 */
export async function inTransaction<C extends Transacting, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  for (let attempt = 1; ; attempt += 1) {
    const batch = notificationsOf(ctx.db).begin();
    let result: T;
    let position: bigint | null = null;
    try {
      result = await ctx.db.transaction().execute(async (db) => {
        const ending = { batch, queries: [] };
        endings.set(db, ending);
        await ctx.hold?.(db);
        const done = await work({ ...ctx, db });
        position = await store(db, ending);
        return done;
      });
    } catch (error) {
      batch.failed();
      if (!(error instanceof pg.DatabaseError) || !RETRIED.has(error.code ?? '')) throw error;
      if (attempt === TRIES) throw new AppError('conflict', { cause: error });
      continue;
    }
    // Outside of the try: a failure here doesn’t undo what is committed.
    batch.committed(position);
    if (ctx.cachePolicy && position !== null) ctx.cachePolicy.position = position;
    return result;
  }
}

/**
 * Returns the row of an update that must match one row. Throws `conflict` if there is none, because another request was
 * faster.
 */
export function changed<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('conflict');
  return row;
}

/**
 * Reads in an open transaction so that a statement that fails doesn’t abort it. Whatever `work` changes is undone.
 */
export async function readApart<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint apart`.execute(db);
  try {
    return await work();
  } finally {
    await sql`rollback to savepoint apart`.execute(db);
  }
}
