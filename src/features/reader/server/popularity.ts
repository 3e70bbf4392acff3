import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';

/** Readers count for recent popularity for 14 days, with half the weight after 7 (product §9). */
const WINDOW_DAYS = 14;
const HALF_LIFE_DAYS = 7;

/**
 * Adds the reads since the last time to the counters. Popularity is kept and never computed at reading: the lists are an
 * index each. A story whose readers have gone quiet falls by itself, once a day.
 */
export async function countReads(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    await sql`with fresh as (
        update daily_reads set counted = true where not counted returning story_id, day
      ), by_day as (
        insert into story_days (story_id, day, readers)
        select f.story_id, f.day, count(*)::int from fresh f join stories s on s.id = f.story_id group by 1, 2
        on conflict (story_id, day) do update set readers = story_days.readers + excluded.readers
        returning story_id
      )
      update story_stats st set readers = st.readers + n.readers
      from (select story_id, count(*) as readers from fresh group by 1) n where n.story_id = st.story_id`.execute(db);
  });
}

/** Weighs the last 14 days anew. */
export async function weighTrends(ctx: Ctx): Promise<void> {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  await sql`update story_stats st set trend = coalesce(n.trend, 0)
    from story_stats old left join (
      select story_id, sum(readers * power(0.5, (${today}::date - day)::float / ${HALF_LIFE_DAYS})) as trend
      from story_days where day > ${today}::date - ${WINDOW_DAYS}::int group by 1
    ) n on n.story_id = old.story_id
    where st.story_id = old.story_id and st.trend is distinct from coalesce(n.trend, 0)
      and (old.trend > 0 or n.trend is not null)`.execute(ctx.db);
}

/** Reads older than the window are no longer needed: the days hold their sums. */
export async function dropOldReads(ctx: Ctx): Promise<void> {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  await sql`delete from daily_reads where counted and day < ${today}::date - 2`.execute(ctx.db);
}
