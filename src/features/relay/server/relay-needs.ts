import { sql } from 'kysely';
import { to } from '#core/pages.ts';
import { type MemberNeed, needOf } from '#features/stories/server/index.ts';

/** The member’s turn, with their draft for it if there is one. */
export const turn: MemberNeed = {
  find: (_ctx, accountId) =>
    needOf(
      {
        key: sql`t.id`,
        storyId: sql`t.story_id`,
        since: sql`t.started_at`,
        until: sql`t.deadline`,
        params: {
          number: sql`(select coalesce(max(c.number), 0) + 1 from chapters c
            where c.story_id = t.story_id and c.deleted_at is null)`,
          chapterId: sql`coalesce(draft.id::text, '')`,
          drafts: sql`(draft.id is not null)::int`,
        },
      },
      sql`from relay_turns t left join lateral (select c.id from chapters c
        where c.author_id = ${accountId} and c.story_id = t.story_id and c.deleted_at is null
          and c.status in ('draft', 'rejected') order by c.id desc limit 1) draft on true
        where t.account_id = ${accountId} and t.phase = 'writing'`,
    ),
  target: ({ storyId, params: { chapterId } }) => to.editChapter({ storyId, chapterId: chapterId || null }),
};
