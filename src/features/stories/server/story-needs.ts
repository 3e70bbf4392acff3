import { sql } from 'kysely';
import { to } from '#core/pages.ts';
import { lastRejection, type MemberNeed, needOf } from './member-needs.ts';

/** A story of the member, or a change of it, that was returned. */
export const returnedStory: MemberNeed = {
  find: (_ctx, accountId) =>
    needOf(
      { key: sql`s.id`, storyId: sql`s.id`, since: sql`v.decided_at`, params: { reason: sql`v.reason` } },
      sql`from stories s join ${lastRejection('story', sql`s.id`)} on true
        where s.creator_id = ${accountId} and s.deleted_at is null and 'rejected' in (s.status, s.edit_status)`,
    ),
  target: ({ storyId }) => to.editStory({ storyId }),
};
