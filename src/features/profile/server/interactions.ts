import { sql } from 'kysely';
import { INTERACTIONS } from '#features/stories/model/member-work.ts';
import type { Ctx } from '#platform/context.ts';

/** Selects what a member did with stories without writing in them: `story_id`, `kinds`, and the last time (`at`). */
export function interactionsOf({ interactions }: Pick<Ctx, 'interactions'>, accountId: string) {
  const done = INTERACTIONS.map(
    (kind) => sql`select ${sql.lit(kind)} as kind, i.* from (${interactions[kind](accountId)}) i`,
  );
  return sql<{ story_id: string; kinds: string[]; at: Date }>`(
    select done.story_id, array_agg(distinct done.kind) as kinds, max(done.at) as at
    from (${sql.join(done, sql` union all `)}) done group by done.story_id)`;
}
