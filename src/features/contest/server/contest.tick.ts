import { sql } from 'kysely';
import type { ChapterCtx } from '#features/chapters/server/index.ts';
import { inTransaction } from '#platform/db/database.ts';
import { lockUpToDate } from './advance.ts';
import { tellShort } from './contest-notices.ts';

const AT_ONCE = 500;

/**
 * Takes every step that is due. Under the locks of story and round the clock is asked again, so that any number of these
 * may run at once. A round that was due and has too few people is not asked again: whoever comes in moves it.
 */
export async function advanceRounds(ctx: ChapterCtx): Promise<void> {
  const due = await ctx.db
    .selectFrom('rounds')
    .where('status', '<>', 'completed')
    .where(
      sql<boolean>`(case status when 'scheduled' then starts_at when 'writing' then writing_ends_at else voting_ends_at end) <= db_clock()`,
    )
    .where((eb) => eb.or([eb('status', '<>', 'scheduled'), eb('told_short_at', 'is', null)]))
    .orderBy(
      sql`(case status when 'scheduled' then starts_at when 'writing' then writing_ends_at else voting_ends_at end)`,
    )
    .limit(AT_ONCE)
    .select('id')
    .execute();
  for (const { id } of due) {
    await inTransaction(ctx, async (inner) => {
      const round = await lockUpToDate(inner, id);
      if (round?.times.status !== 'scheduled' || round.toldShort || !round.counts.storyGoesOn) return;
      if (round.times.startsAt === null || round.times.startsAt > round.now) return;
      await inner.db.updateTable('rounds').set({ told_short_at: sql<Date>`db_clock()` }).where('id', '=', id).execute();
      await tellShort(inner, round);
    }).catch((err) => ctx.log.error({ err, round: id }, 'A round that was due could not go on'));
  }
}
