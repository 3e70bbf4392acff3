import { sql } from 'kysely';
import { nextStep, waitingReviews } from '#features/stories/server/index.ts';
import { hasVoteLeft } from './votes.repo.ts';

/** Steps in the current round. It counts as over at its deadline, even if no tick has run since. */
export const entryToWrite = (_ctx: unknown, accountId: string) =>
  nextStep(
    { roundId: sql`r.id`, until: sql`r.writing_ends_at` },
    sql`from rounds r where r.story_id = s.id and r.status = 'writing' and r.writing_ends_at > db_clock()
      and not exists (select from submissions e
        where e.round_id = r.id and e.author_id = ${accountId} and e.status in ('pending', 'approved'))`,
  );

export const voteToCast = (_ctx: unknown, accountId: string) =>
  nextStep(
    { roundId: sql`r.id`, until: sql`r.voting_ends_at` },
    sql`from rounds r join accounts a on a.id = ${accountId}
      where r.story_id = s.id and r.status = 'voting' and r.voting_ends_at > db_clock() and ${hasVoteLeft}`,
  );

/** Stories in which the member has voted. */
export const votesCast = (accountId: string) =>
  sql`select story_id, cast_at as at from votes where account_id = ${accountId}`;

export const entriesInReview = (accountId: string) =>
  waitingReviews('submission', accountId, {
    roundId: sql`e.round_id`,
    join: sql`left join submissions e on e.id = r.subject_id`,
  });
