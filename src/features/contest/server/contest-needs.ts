import { sql } from 'kysely';
import { to } from '#core/pages.ts';
import { type MemberNeed, needOf } from '#features/stories/server/index.ts';
import { hasVoteLeft } from './votes.repo.ts';

/** A draft or a returned entry of the member, in a round that is open for entries. */
export const entry: MemberNeed = {
  find: (_ctx, accountId) =>
    needOf(
      {
        key: sql`e.id`,
        storyId: sql`e.story_id`,
        since: sql`e.created_at`,
        until: sql`r.writing_ends_at`,
        params: {
          roundId: sql`r.id::text`,
          written: sql`(d.units > 0)::int`,
          reason: sql`coalesce(case when e.status = 'rejected' then e.reason end, '')`,
        },
      },
      sql`from submissions e join rounds r on r.id = e.round_id join chapter_drafts d on d.chapter_id = e.chapter_id
        where e.author_id = ${accountId} and e.status in ('draft', 'rejected') and not e.disqualified
          and r.status = 'writing' and r.writing_ends_at > db_clock()`,
    ),
  target: ({ storyId, params: { roundId } }) => to.editSubmission({ storyId, roundId: String(roundId) }),
};

/** A vote that the member can cast and hasn’t, in a story that they write in or have read lately. */
export const vote: MemberNeed = {
  find: ({ interactions }, accountId) =>
    needOf(
      {
        key: sql`r.id`,
        storyId: sql`r.story_id`,
        since: sql`r.voting_started_at`,
        until: sql`r.voting_ends_at`,
        params: { roundId: sql`r.id::text`, number: sql`r.number` },
      },
      sql`from rounds r join accounts a on a.id = ${accountId}
        where r.status = 'voting' and r.voting_ends_at > db_clock() and ${hasVoteLeft}
          and r.story_id in (
            select story_id from participants where account_id = ${accountId} and left_at is null
            union select story_id from (${interactions.reading(accountId)}) read)`,
    ),
  target: ({ params: { roundId } }) => to.voting({ roundId: String(roundId) }),
};
