import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import type { Row } from './rows.ts';

/** The last seal at some time. Each backup has one, so that replacing all seals is noticed, too. */
export interface LogAnchor {
  readonly sealId: string;
  readonly chainHash: string;
}

/** Reads the last seal. */
export const LAST_SEAL = `select id::text as "sealId", encode(chain_hash, 'hex') as "chainHash"
  from status_log_seals order by id desc limit 1`;

export interface LogReport {
  /** What doesn’t fit, in the order of the log. Empty if the log holds. */
  readonly breaks: readonly string[];
  readonly seals: number;
  /** Sealed rows that are there. */
  readonly rows: number;
  /** Sealed rows that are gone with their month. */
  readonly dropped: number;
  /** Reasons that were removed or changed by an erasure. */
  readonly erased: number;
  /** Rows that wait for the next seal. */
  readonly unsealed: number;
}

type Seal = Row<'status_log_seals'>;
type Logged = Row<'status_log'> & { readonly month: string; readonly logged_at: string };

const SEALS_READ = 500;

/**
 * Computes all hashes of the log again, outside the database, and compares them with the seals. Reasons that were erased
 * and months that were dropped don’t break it. `anchors`: seals that were noted elsewhere.
 */
export async function verifyLog(db: Db, anchors: readonly LogAnchor[] = []): Promise<LogReport> {
  const report = { breaks: [] as string[], seals: 0, rows: 0, dropped: 0, erased: 0, unsealed: 0 };
  const firstMonth = await findFirstMonth(db);
  const awaited = new Map(anchors.map((anchor) => [anchor.sealId, anchor]));
  let chain: Buffer = Buffer.alloc(0);
  let last = '0';
  for (let after = '0'; ; ) {
    const seals = await readSeals(db, after);
    if (seals.length === 0) break;
    for (const [, group] of Map.groupBy(seals, (seal) => seal.last_id)) {
      const { after_id, last_id } = group[0]!;
      if (after_id !== last) report.breaks.push(`Between the rows ${last} and ${after_id}, a seal is missing.`);
      const found = await readRows(db, sql`id > ${after_id}::bigint and id <= ${last_id}::bigint`);
      const months = Map.groupBy(found, (row) => row.month);
      for (const seal of group) {
        const rows = months.get(seal.month) ?? [];
        months.delete(seal.month);
        checkRows(seal, rows, firstMonth, report);
        chain = chainHash(chain, seal);
        if (!chain.equals(seal.chain_hash)) {
          report.breaks.push(`Seal ${seal.id} does not continue the one before it.`);
          chain = seal.chain_hash;
        }
        const anchor = awaited.get(seal.id);
        awaited.delete(seal.id);
        if (anchor && anchor.chainHash !== seal.chain_hash.toString('hex'))
          report.breaks.push(`Seal ${seal.id} is not the one that a backup noted.`);
      }
      for (const [month, rows] of months)
        report.breaks.push(
          `${rows.length} rows of ${month.slice(0, 7)}, such as ${rows[0]!.id}, were added after the seal.`,
        );
      last = last_id;
    }
    report.seals += seals.length;
    after = last;
  }
  for (const { sealId } of awaited.values()) report.breaks.push(`Seal ${sealId}, which a backup noted, is missing.`);
  const { rows: outside } = await sql<{ waiting: number; before: number }>`
    select count(*) filter (where id > 0)::int as waiting, count(*) filter (where id <= 0)::int as before
    from status_log where id > ${last}::bigint or id <= 0`.execute(db);
  const { waiting, before } = outside[0]!;
  if (before > 0) report.breaks.push(`${before} rows were added before the first one.`);
  return { ...report, unsealed: waiting };
}

/** What `checkRows` adds to. */
interface Findings {
  readonly breaks: string[];
  rows: number;
  dropped: number;
  erased: number;
}

function checkRows(seal: Seal, rows: readonly Logged[], firstMonth: string | null, report: Findings): void {
  // Months are only dropped whole, the oldest first.
  if (rows.length === 0 && (firstMonth === null || seal.month < firstMonth)) {
    report.dropped += seal.rows;
    return;
  }
  report.rows += rows.length;
  for (const row of rows) {
    const state = reasonState(row);
    if (state === 'erased') report.erased += 1;
    if (state === 'changed') report.breaks.push(`The reason of row ${row.id} is not the one that was logged.`);
  }
  const hash = createHash('sha256').update(rows.map(lineOf).join('\n')).digest();
  if (rows.length === seal.rows && hash.equals(seal.rows_hash)) return;
  const range = `After row ${seal.after_id}, up to ${seal.last_id}, in ${seal.month.slice(0, 7)}`;
  report.breaks.push(
    rows.length === seal.rows
      ? `${range}: a row was changed.`
      : `${range}: ${seal.rows} rows were logged, and there are ${rows.length}.`,
  );
}

function reasonState({ reason, reason_salt, reason_hash }: Logged): 'kept' | 'erased' | 'changed' {
  if (reason_hash === null) return reason === null ? 'kept' : 'changed';
  if (reason_salt === null) return 'erased';
  if (reason === null) return 'changed';
  return createHash('sha256').update(reason_salt).update(reason).digest().equals(reason_hash) ? 'kept' : 'changed';
}

/** The same as `log_part` in the database. */
const part = (value: string | null) => (value === null ? '-' : `${Buffer.byteLength(value)}:${value}`);

/** The same as `log_line` in the database. */
function lineOf(row: Logged): string {
  return [
    row.id,
    row.subject_kind,
    row.subject_id,
    row.action,
    row.from_status,
    row.to_status,
    row.actor_id,
    row.logged_at,
    row.story_id,
    row.reason_hash?.toString('hex') ?? null,
  ]
    .map(part)
    .join('');
}

function chainHash(before: Buffer, { after_id, last_id, month, rows, rows_hash }: Seal): Buffer {
  const facts = [after_id, last_id, month.slice(0, 7), String(rows)].map(part).join('');
  return createHash('sha256').update(before).update(facts).update(rows_hash).digest();
}

async function findFirstMonth(db: Db): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select date_trunc('month', min(at) at time zone 'UTC')::date as month from status_log`.execute(db);
  return rows[0]!.month;
}

async function readSeals(db: Db, after: string): Promise<Seal[]> {
  // Those of the same rows are read together.
  const { rows } = await sql<Seal>`select * from status_log_seals where last_id in
    (select distinct last_id from status_log_seals where last_id > ${after}::bigint order by 1 limit ${SEALS_READ})
    order by id`.execute(db);
  return rows;
}

async function readRows(db: Db, condition: RawBuilder<unknown>): Promise<Logged[]> {
  const { rows } = await sql<Logged>`select *, date_trunc('month', at at time zone 'UTC')::date as month,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as logged_at
    from status_log where ${condition} order by id`.execute(db);
  return rows;
}
