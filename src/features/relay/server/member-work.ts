import { sql } from 'kysely';
import { nextStep } from '#features/stories/server/index.ts';

/** The member’s turn. */
export const turnToWrite = (_ctx: unknown, accountId: string) =>
  nextStep(
    { until: sql`t.deadline` },
    sql`from relay_turns t where t.story_id = s.id and t.phase = 'writing' and t.account_id = ${accountId}`,
  );

/** The current writer of the story `s`. */
export const turnHolderSql = sql<string | null>`(
  select t.account_id from relay_turns t where t.story_id = s.id and t.phase = 'writing')`;
