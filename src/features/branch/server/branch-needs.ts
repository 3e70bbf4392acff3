import { sql } from 'kysely';
import { to } from '#core/pages.ts';
import { isContinuable } from '#features/chapters/server/index.ts';
import { type MemberNeed, needOf } from '#features/stories/server/index.ts';
import { IS_LIVING } from './reservations.repo.ts';

/** A continuation that the member has reserved, and the draft that they have started there. */
export const reservation: MemberNeed = {
  find: (_ctx, accountId) =>
    needOf(
      {
        key: sql`r.parent_id`,
        storyId: sql`r.story_id`,
        since: sql`r.reserved_at`,
        until: sql`r.expires_at`,
        params: {
          parentId: sql`r.parent_id::text`,
          // The title of a chapter that was taken down is for its author only.
          title: sql`case when p.is_readable then p.title else '' end`,
          number: sql`p.number`,
          down: sql`case when p.is_readable then 'no' else 'yes' end`,
          chapterId: sql`coalesce(draft.id::text, '')`,
          drafts: sql`(draft.id is not null)::int`,
        },
      },
      sql`from branch_reservations r join chapters p on p.id = r.parent_id
        left join lateral (select c.id from chapters c
          where c.author_id = ${accountId} and c.parent_id = r.parent_id and c.story_id = r.story_id
            and c.deleted_at is null and c.status in ('draft', 'rejected') order by c.id desc limit 1) draft on true
        where r.account_id = ${accountId} and ${IS_LIVING} and ${isContinuable('p')}`,
    ),
  target: ({ storyId, params: { parentId, chapterId } }) =>
    chapterId ? to.editChapter({ storyId, chapterId }) : to.editChapter({ storyId, parentChapterId: parentId }),
};
