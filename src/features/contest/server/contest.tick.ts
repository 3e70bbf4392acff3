import { sql } from 'kysely';
import type { ChapterCtx } from '#features/chapters/server/index.ts';
import { inTransaction } from '#platform/db/database.ts';
import { lockUpToDate } from './advance.ts';
import { notifyShort } from './contest-notices.ts';

const AT_ONCE = 500;

/**
 * Takes every step that is due. Under the locks of story and round the clock is asked again, so that any number of these
 * may run at once. A round that was due and has too few people is not asked again: whoever comes in moves it.
 */
export async function advanceRounds(ctx: ChapterCtx, atOnce = AT_ONCE): Promise<void> {
  for (let last: Due | null = null; ; ) {
    const due = await findDue(ctx, last, atOnce);
    for (const { id } of due) {
      await advanceDue(ctx, id).catch((err) =>
        ctx.log.error({ err, round: id }, 'A round that was due could not go on'),
      );
    }
    if (due.length < atOnce) return;
    last = due.at(-1)!;
  }
}

interface Due {
  id: string;
  at: Date;
}

/** The next rounds that are due, behind the last one: those that only wait keep nobody else waiting. */
async function findDue({ db }: Pick<ChapterCtx, 'db'>, last: Due | null, limit: number): Promise<Due[]> {
  const at = sql`(case r.status when 'scheduled' then r.starts_at when 'writing' then r.writing_ends_at else r.voting_ends_at end)`;
  const { rows } = await sql<Due>`select r.id::text as id, ${at} as at from rounds r
    where r.status <> 'completed' and ${at} <= (select db_clock())
      and (r.status <> 'scheduled' or r.told_short_at is null)
      ${last ? sql`and (${at}, r.id) > (${last.at}, ${last.id}::bigint)` : sql``}
    order by ${at}, r.id limit ${limit}`.execute(db);
  return rows;
}

/** Takes the steps of one round; where too few take part its creator hears of it, once. */
async function advanceDue(ctx: ChapterCtx, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const round = await lockUpToDate(inner, id);
    if (round?.times.status !== 'scheduled' || round.toldShort || !round.counts.isStoryOngoing) return;
    if (round.times.startsAt === null || round.times.startsAt > round.now) return;
    await inner.db.updateTable('rounds').set({ told_short_at: sql<Date>`db_clock()` }).where('id', '=', id).execute();
    await notifyShort(inner, round);
  });
}
