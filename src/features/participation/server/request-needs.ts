import { sql } from 'kysely';
import { to } from '#core/pages.ts';
import { type MemberNeed, needOf } from '#features/stories/server/index.ts';

const OPEN = sql`q.state = 'pending' and q.expires_at > db_clock()`;
const target: MemberNeed['target'] = ({ params: { requestId } }) =>
  `${to.messages({ tab: 'pending' })}#request-${requestId}`;

/** An application to a story of the member. */
export const application: MemberNeed = {
  find: (_ctx, accountId) =>
    needOf(
      {
        key: sql`q.id`,
        storyId: sql`q.story_id`,
        since: sql`q.applied_at`,
        until: sql`q.expires_at`,
        params: { requestId: sql`q.id::text`, user: sql`a.username`, note: sql`q.note` },
      },
      sql`from stories s join participation_requests q on q.story_id = s.id join accounts a on a.id = q.account_id
        where s.creator_id = ${accountId} and s.deleted_at is null and ${OPEN}
          and q.applied_at is not null and q.invited_at is null`,
    ),
  target,
};

/** An invitation of the member. */
export const invitation: MemberNeed = {
  find: (_ctx, accountId) =>
    needOf(
      {
        key: sql`q.id`,
        storyId: sql`q.story_id`,
        since: sql`q.invited_at`,
        until: sql`q.expires_at`,
        params: { requestId: sql`q.id::text`, user: sql`a.username` },
      },
      sql`from participation_requests q join stories s on s.id = q.story_id join accounts a on a.id = s.creator_id
        where q.account_id = ${accountId} and ${OPEN} and q.invited_at is not null and q.applied_at is null`,
    ),
  target,
};
