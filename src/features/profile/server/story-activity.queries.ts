import { sql } from 'kysely';
import { NEXT_KINDS, type NextKind } from '#features/stories/model/member-work.ts';
import type { Ctx } from '#platform/context.ts';
import type { StoryActivity } from '../contract.ts';

interface ActivityRow {
  id: string;
  participants: number;
  participant_limit: number | null;
  writer_id: string | null;
  writer: string | null;
  /** Null if there is nothing to do. The other columns of the next step are null, too. */
  kind: NextKind | null;
  chapter_id: string | null;
  round_id: string | null;
  until: Date | null;
  count: number | null;
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
    (kind, place) => sql`select ${sql.lit(kind)} as kind, ${sql.lit(place)} as place, n.*
      from (${ctx.nextSteps[kind](ctx, accountId)}) n`,
  );
  const { rows } = await sql<ActivityRow>`
    select s.id, s.participant_limit, st.participants, w.id as writer_id, w.username as writer,
      step.kind, step.chapter_id, step.round_id, step.until, step.count
    from stories s
    join story_stats st on st.story_id = s.id
    left join accounts w on w.id = ${ctx.turnHolderSql}
    left join lateral (select * from (${sql.join(steps, sql` union all `)}) steps order by place limit 1) step on true
    where s.id = any(${storyIds}::bigint[])`.execute(ctx.db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        next: row.kind && {
          kind: row.kind,
          chapterId: row.chapter_id,
          roundId: row.round_id,
          until: row.until?.toISOString() ?? null,
          count: row.count ?? 0,
        },
        participantCount: row.participants,
        participantLimit: row.participant_limit,
        writer: row.writer_id === accountId ? null : row.writer,
      },
    ]),
  );
}
