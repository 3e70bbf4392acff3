import { sql } from 'kysely';
import { waitingText } from '#features/stories/server/index.ts';

/** Stories that the member has translated. */
export const translationsMade = (accountId: string) => sql`select story_id, saved_at as at from translations
  where translator_id = ${accountId} and deleted_at is null`;

/** The member’s translations in review, of texts that readers can see. */
export const translationsInReview = (accountId: string) =>
  waitingText(
    {
      key: sql`t.id`,
      id: sql`t.id`,
      storyId: sql`t.story_id`,
      chapterId: sql`t.chapter_id`,
      title: sql`coalesce(c.title, s.title)`,
      storyTitle: sql`s.title`,
      language: sql`s.language`,
      into: sql`t.language`,
      isEdit: sql`t.approved_at is not null`,
      byPerson: sql`true`,
      submittedAt: sql`t.submitted_at`,
    },
    sql`from translations t join stories s on s.id = t.story_id left join chapters c on c.id = t.chapter_id
      where t.translator_id = ${accountId} and t.status in ('submitted', 'under_review') and t.deleted_at is null
        and s.is_public and (t.chapter_id is null or c.is_readable)`,
  );
