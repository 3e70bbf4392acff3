import { sql } from 'kysely';
import { toTranslating } from '#core/pages.ts';
import { type MemberNeed, needOf } from '#features/stories/server/index.ts';

const PARAMS = {
  chapterId: sql`coalesce(t.chapter_id::text, '')`,
  title: sql`coalesce(c.title, s.title)`,
  language: sql`t.language`,
  code: sql`t.language`,
};

/** The member’s translations of texts that readers can see. */
const ownSql = (accountId: string) => sql`from translations t join stories s on s.id = t.story_id
  left join chapters c on c.id = t.chapter_id
  where t.translator_id = ${accountId} and t.deleted_at is null and s.is_public
    and (t.chapter_id is null or c.is_readable)`;

const target: MemberNeed['target'] = ({ storyId, params: { chapterId, code } }) =>
  toTranslating({ storyId, chapterId: chapterId ? String(chapterId) : null }, { lang: code });

/** A translation of the member that was returned. */
export const returnedTranslation: MemberNeed = {
  find: (_ctx, accountId) =>
    needOf(
      {
        key: sql`t.id`,
        storyId: sql`t.story_id`,
        since: sql`t.decided_at`,
        params: { ...PARAMS, reason: sql`t.reason` },
      },
      sql`${ownSql(accountId)} and t.status = 'rejected' and t.approved_at is null`,
    ),
  target,
};

/** A published translation of the member whose original has changed, unless an update of it is in review. */
export const staleTranslation: MemberNeed = {
  find: (_ctx, accountId) =>
    needOf(
      {
        key: sql`t.id`,
        storyId: sql`t.story_id`,
        since: sql`t.approved_at`,
        params: { ...PARAMS, count: sql`cardinality(t.stale)` },
      },
      sql`${ownSql(accountId)} and t.status = 'approved' and t.is_stale
        and not exists (select from translations u where u.translator_id = ${accountId} and u.story_id = t.story_id
          and coalesce(u.chapter_id, 0) = coalesce(t.chapter_id, 0) and u.language = t.language
          and u.status in ('submitted', 'under_review'))`,
    ),
  target,
};
