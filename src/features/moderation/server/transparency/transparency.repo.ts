import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { PATIENT } from '#platform/db/prepared.ts';

/** How many months are counted again: decisions about reports come later than the reports. */
const COUNTED_AGAIN = 6;

const monthOf = (column: string) => sql`date_trunc('month', ${sql.ref(column)} at time zone 'UTC')::date`;

/**
 * Counts the last months again. A count never shrinks, because rows may have been deleted since. A report counts in the
 * month in which it came. Call in a transaction.
 */
export async function countMonths(db: Db): Promise<void> {
  const since = sql`(date_trunc('month', db_clock() at time zone 'UTC') - make_interval(months => ${COUNTED_AGAIN}))`;
  // The log is large, and its rows never change. It is divided by month.
  const sinceLog = sql`(date_trunc('month', db_clock() at time zone 'UTC') - interval '1 month')`;
  // A large site has many rows to count.
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`
    with sent as (
      select r.created_at, r.reason as rule, null as law, false as is_visitor, c.state = 'upheld' as is_acted
        from reports r join report_cases c on c.id = r.case_id
        where r.created_at at time zone 'UTC' >= ${since}
      union all
      select p.created_at, p.reason, p.law, p.reporter_id is null, c.state = 'upheld'
        from public_reports p join report_cases c on c.id = p.case_id
        where p.created_at at time zone 'UTC' >= ${since}),
    counted as (
      select ${monthOf('created_at')} as month, name from sent, unnest(array_remove(array[
        'received', case when is_visitor then 'visitors' end, case when is_acted then 'acted' end,
        coalesce('rule.' || rule, 'law.' || law),
        case when is_acted then coalesce('acted.rule.' || rule, 'acted.law.' || law) end], null)) as name
      union all
      select ${monthOf('decided_at')}, 'action.' || action from restrictions where decided_at at time zone 'UTC' >= ${since}
      union all
      select ${monthOf('decided_at')}, 'lifted' from restrictions
        where decided_at at time zone 'UTC' >= ${since} and lifted_by is not null
      union all
      select ${monthOf('created_at')}, name from appeals,
        unnest(array_remove(array['appeals', case when state = 'granted' then 'granted' end], null)) as name
        where created_at at time zone 'UTC' >= ${since}
      union all
      select ${monthOf('at')}, case when action = 'escalate' then 'passed_on'
          when action = 'reject' then 'rejected' else 'passed' end from status_log
        where subject_kind = 'review' and at >= ${sinceLog} at time zone 'UTC'
          and (action in ('escalate', 'reject') or (action = 'approve' and actor_id is null)))
    insert into transparency_counts (month, name, count)
      select month, name, count(*) from counted where month is not null group by 1, 2
      union all select date_trunc('month', db_clock() at time zone 'UTC')::date, 'counted', 0
    on conflict (month, name) do update
      set count = greatest(transparency_counts.count, excluded.count), counted_at = db_clock() ${PATIENT}`.execute(db);
}

/** Returns whether the counts are of today (UTC). */
export async function isCountedToday(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from transparency_counts where name = 'counted'
    and counted_at >= date_trunc('day', db_clock(), 'UTC')) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Returns the years with counts, newest first. */
export async function countedYears(db: Db): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`select distinct extract(year from month)::int as year
    from transparency_counts order by 1 desc`.execute(db);
  return rows.map(({ year }) => year);
}

/** Returns the counts of a year, with the numbers of the months. */
export async function countsOf(db: Db, year: number): Promise<{ month: number; name: string; count: number }[]> {
  const { rows } = await sql<{ month: number; name: string; count: number }>`
    select extract(month from month)::int as month, name, count from transparency_counts
    where month >= make_date(${year}, 1, 1) and month < make_date(${year} + 1, 1, 1) order by month, name`.execute(db);
  return rows;
}
