import { sql } from 'kysely';
import { READING_DAYS } from '../model/profile-lists.ts';

/**
 * Selects what a member did with stories without writing in them: `story_id`, `kinds`, and the last time (`at`).
 * Reading and applications don’t count in stories that they have joined. Each part uses an index on the member.
 */
export function interactionsOf(accountId: string) {
  const isJoined = sql`exists (select from participants p
    where p.account_id = ${accountId} and p.story_id = done.story_id and p.left_at is null)`;
  return sql<{ story_id: string; kinds: string[]; at: Date }>`(
    select done.story_id, array_agg(distinct done.kind) as kinds, max(done.at) as at
    from (
      select story_id, 'vote' as kind, cast_at as at from votes where account_id = ${accountId}
      union all
      select story_id, 'translation', saved_at from translations where translator_id = ${accountId} and deleted_at is null
      union all
      select story_id, 'application', applied_at from participation_requests
        where account_id = ${accountId} and applied_at is not null and state <> 'withdrawn'
      union all
      select story_id, 'reading', read_at from reading_positions
        where account_id = ${accountId} and read_at > db_clock() - make_interval(days => ${READING_DAYS})
    ) done
    where done.kind in ('vote', 'translation') or not ${isJoined}
    group by done.story_id)`;
}
