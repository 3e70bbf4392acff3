import { modesThat } from '#features/stories/model/mode-model.ts';
import type { Ctx } from '#platform/context.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Standing } from '../contract.ts';

/** Returns what goes on in those of these stories in which several members can write, with one statement. */
export async function standingsOf(ctx: Ctx, storyIds: readonly string[]): Promise<Record<string, Standing>> {
  const rows = await ctx.db
    .selectFrom('stories as s')
    .innerJoin('story_stats as st', 'st.story_id', 's.id')
    .leftJoin('rounds as r', (join) => join.onRef('r.story_id', '=', 's.id').on('r.status', '<>', 'completed'))
    .where((eb) => eb('s.id', '=', eb.fn.any(eb.val([...new Set(storyIds)]))))
    .where(
      's.mode',
      'in',
      modesThat(ctx.modeModels, ({ isShared }) => isShared),
    )
    .select(['s.id', 's.participant_limit', 'st.participants', 'r.number', 'r.status'])
    .$call(prepared)
    .execute();
  return Object.fromEntries(
    rows.map(({ id, participants, participant_limit, number, status }) => [
      id,
      {
        writers: participants,
        places: participant_limit,
        round: number !== null && status !== null ? { number, status } : null,
      },
    ]),
  );
}
