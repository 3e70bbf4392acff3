import { sql } from 'kysely';
import { COUNTED_MAX } from '#features/stories/model/member-work.ts';
import { nextStep } from '#features/stories/server/index.ts';

/** Pending applications to a story of the member. */
export function applicationsWaiting(accountId: string) {
  const waiting = sql`select from participation_requests q
    where s.creator_id = ${accountId} and q.story_id = s.id and q.state = 'pending' and q.applied_at is not null
      and q.invited_at is null and q.expires_at > db_clock() limit ${COUNTED_MAX}`;
  return nextStep(
    { count: sql`asked.count` },
    sql`from (select count(*)::int as count from (${waiting}) waiting) asked where asked.count > 0`,
  );
}

/** Condition: the member writes in a story now. */
export const isJoinedSql = (accountId: string, storyId: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from participants p where p.account_id = ${accountId} and p.story_id = ${storyId} and p.left_at is null)`;

/** Applications, except to stories that the member has joined. */
export const applicationsMade = (
  accountId: string,
) => sql`select q.story_id, q.applied_at as at from participation_requests q
  where q.account_id = ${accountId} and q.applied_at is not null and q.state <> 'withdrawn'
    and not ${isJoinedSql(accountId, sql`q.story_id`)}`;
