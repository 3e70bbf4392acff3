import { sql } from 'kysely';
import { nextStep, waitingReviews } from '#features/stories/server/index.ts';

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
    sql`from rounds r where r.story_id = s.id and r.status = 'voting' and r.voting_ends_at > db_clock()
      and r.voting_started_at > (select a.joined_at from accounts a where a.id = ${accountId})
      and not exists (select from round_judges j where j.round_id = r.id and j.account_id = ${accountId})
      and not exists (select from votes v where v.round_id = r.id and v.account_id = ${accountId})`,
  );

/** Stories in which the member has voted. */
export const votesCast = (accountId: string) =>
  sql`select story_id, cast_at as at from votes where account_id = ${accountId}`;

export const entriesInReview = (accountId: string) =>
  waitingReviews('submission', accountId, {
    roundId: sql`e.round_id`,
    join: sql`left join submissions e on e.id = r.subject_id`,
  });
