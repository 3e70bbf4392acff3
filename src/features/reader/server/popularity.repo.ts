import { sql } from 'kysely';
import { dayOf } from '#core/time.ts';
import { addReadersSql, setTrends } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { HALF_LIFE_DAYS, READERS_PER_TRANSLATION, READERS_PER_VOTE, WINDOW_DAYS } from '../model/popularity.ts';
import { KEPT_DAYS, LONG_AGO_DAYS } from '../model/statistics-limits.ts';

/**
 * Adds new reads to the counters for the lists and for the authors’ statistics, so that reading the lists computes
 * nothing: each list is an index. A story that is no longer read loses rank in `weighTrends`.
 */
export async function countReads(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    await sql`with fresh as (
        update daily_reads set counted = true where not counted
        returning story_id, chapter_id, day, reader, language, to_end, days_since
      ), known as (
        select f.* from fresh f join stories s on s.id = f.story_id
      ), opened as (
        select * from known where not to_end
      ), by_day as (
        insert into story_days (story_id, day, readers)
        select story_id, day, count(*)::int from opened group by 1, 2
        on conflict (story_id, day) do update set readers = story_days.readers + excluded.readers
      ), by_chapter as (
        select story_id, day, chapter_id, count(*) filter (where not to_end)::int as opened,
          count(*) filter (where to_end)::int as ended
        from known group by 1, 2, 3
      ), chapters_by_day as (
        insert into chapter_days (story_id, day, chapter_id, opened, ended)
        select * from by_chapter
        on conflict (story_id, day, chapter_id) do update
          set opened = chapter_days.opened + excluded.opened, ended = chapter_days.ended + excluded.ended
      ), chapters_in_all as (
        insert into chapter_sums (story_id, chapter_id, opened, ended)
        select story_id, chapter_id, sum(opened), sum(ended) from by_chapter group by 1, 2
        on conflict (story_id, chapter_id) do update
          set opened = chapter_sums.opened + excluded.opened, ended = chapter_sums.ended + excluded.ended
      ), seen as (
        -- A reader known only to have read earlier on the same day counts like one from the day before.
        select story_id, day, reader, coalesce(max(days_since), 1) as days_since,
          mode() within group (order by language) as language
        from opened group by 1, 2, 3
      ), new_today as (
        insert into daily_readers (day, story_id, reader)
        select day, story_id, reader from seen order by 1, 2, 3
        on conflict do nothing returning day, story_id, reader
      ), readers_by_day as (
        insert into reader_days (story_id, day, days_since, language, readers)
        select story_id, day, least(days_since, ${LONG_AGO_DAYS}::int), language, count(*)
        from seen join new_today using (day, story_id, reader) group by 1, 2, 3, 4
        on conflict (story_id, day, days_since, language) do update
          set readers = reader_days.readers + excluded.readers
      )
      ${addReadersSql(sql`select story_id, count(*) as readers from opened group by 1`)}`.execute(db);
  });
}

/**
 * Recomputes the weight of the last days from scratch, so that nothing counts twice. Votes only count once their round
 * is completed: before that their number is secret, and the rank of a story would reveal it. The entries that they were
 * for don’t matter.
 */
export async function weighTrends(ctx: Ctx): Promise<void> {
  const today = dayOf(ctx.clock.now());
  const since = sql`((${today}::date - ${WINDOW_DAYS - 1}::int)::timestamp at time zone 'UTC')`;
  await setTrends(
    ctx.db,
    sql`select story_id, sum(readers * power(0.5, (${today}::date - day)::float / ${HALF_LIFE_DAYS})) as trend
      from (
        select story_id, day, readers from story_days where day > ${today}::date - ${WINDOW_DAYS}::int
        union all
        select story_id, (completed_at at time zone 'UTC')::date, votes * ${READERS_PER_VOTE}::int
        from rounds where completed_at >= ${since} and votes > 0
        union all
        select story_id, (approved_at at time zone 'UTC')::date, ${READERS_PER_TRANSLATION}::int
        from translations where approved_at >= ${since} and status in ('approved', 'superseded')
      ) by_day group by 1`,
  );
}

/** Deletes reads older than two days, whose sums are stored, and sums that no statistics show any more. */
export async function dropOldReads(ctx: Ctx): Promise<void> {
  const today = dayOf(ctx.clock.now());
  await sql`delete from daily_reads where counted and day < ${today}::date - 2`.execute(ctx.db);
  await sql`delete from daily_readers where day < ${today}::date - 2`.execute(ctx.db);
  const oldest = sql`${today}::date - ${KEPT_DAYS}::int`;
  await sql`delete from chapter_days where day < ${oldest}`.execute(ctx.db);
  await sql`delete from reader_days where day < ${oldest} and days_since > 0`.execute(ctx.db);
  // Last, because it fails if a table is in use.
  for (const table of ['daily_reads', 'daily_readers'])
    await sql`select drop_empty_months(${table}::regclass, ${today}::date - 2)`.execute(ctx.db);
}
