import { sql } from 'kysely';
import { NEXT_KINDS } from '#features/stories/model/member-work.ts';
import type { Ctx } from '#platform/context.ts';
import type { Next, StoryActivity } from '../contract.ts';

interface ActivityRow {
  id: string;
  participants: number;
  participant_limit: number | null;
  writer_id: string | null;
  writer: string | null;
  /** Index of its kind. Null if there is nothing to do. The other columns of the next step are null, too. */
  place: number | null;
  chapter_id: string | null;
  round_id: string | null;
  until: Date | null;
  count: number | null;
}

function nextOf({ place, chapter_id, round_id, until, count }: ActivityRow): Next | null {
  const kind = place === null ? undefined : NEXT_KINDS[place];
  if (kind === undefined) return null;
  return { kind, chapterId: chapter_id, roundId: round_id, until: until?.toISOString() ?? null, count: count ?? 0 };
}

/**
 * Returns the participant count and current writer of these stories, and the most urgent thing that a participant can
 * do in each. One statement for a whole page of a list.
 */
export async function findCompany(
  ctx: Pick<Ctx, 'db' | 'modeModels' | 'nextSteps' | 'turnHolderSql'>,
  accountId: string,
  storyIds: readonly string[],
): Promise<Map<string, StoryActivity>> {
  if (storyIds.length === 0) return new Map();
  const steps = NEXT_KINDS.map(
    (kind, place) => sql`select ${sql.lit(place)} as place, n.*
      from (${ctx.nextSteps[kind](ctx, accountId)}) n`,
  );
  const { rows } = await sql<ActivityRow>`
    select s.id, s.participant_limit, st.participants, w.id as writer_id, w.username as writer,
      step.place, step.chapter_id, step.round_id, step.until, step.count
    from stories s
    join story_stats st on st.story_id = s.id
    left join accounts w on w.id = ${ctx.turnHolderSql}
    left join lateral (select * from (${sql.join(steps, sql` union all `)}) steps order by place limit 1) step on true
    where s.id = any(${storyIds}::bigint[])`.execute(ctx.db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        next: nextOf(row),
        participantCount: row.participants,
        participantLimit: row.participant_limit,
        writer: row.writer_id === accountId ? null : row.writer,
      },
    ]),
  );
}
