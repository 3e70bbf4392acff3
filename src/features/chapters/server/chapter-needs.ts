import { sql } from 'kysely';
import { to } from '#core/pages.ts';
import { lastRejection, type MemberNeed, needOf } from '#features/stories/server/index.ts';

/** A chapter of the member, or a change of it, that was returned. */
export const returnedChapter: MemberNeed = {
  find: (_ctx, accountId) =>
    needOf(
      {
        key: sql`c.id`,
        storyId: sql`c.story_id`,
        since: sql`v.decided_at`,
        params: { chapterId: sql`c.id::text`, title: sql`d.title`, reason: sql`v.reason` },
      },
      sql`from chapters c join chapter_drafts d on d.chapter_id = c.id
        join ${lastRejection('chapter', sql`c.id`)} on true
        where c.author_id = ${accountId} and c.deleted_at is null and not c.is_submission
          and 'rejected' in (c.status, c.edit_status)`,
    ),
  target: ({ storyId, params: { chapterId } }) => to.editChapter({ storyId, chapterId }),
};
