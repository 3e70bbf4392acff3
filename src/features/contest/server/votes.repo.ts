import { type RawBuilder, sql } from 'kysely';
import type { StoryFacts } from '#features/stories/model/story-policy.ts';
import { compiledOnce } from '#platform/db/compiled.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { VoteFacts } from '../model/contest-policy.ts';

/**
 * Queries for the votes of a round. Each is a single statement by keys, because thousands of members vote in the same
 * minute.
 */

/** What permission to vote depends on, and the time when it was read, which the vote is stamped with. */
export interface VoteRecord extends VoteFacts {
  storyId: string;
  now: Date;
  /** The author of the entry to vote for. Null if it isn’t on the ballot. */
  target: { authorId: string } | null;
}

/** SQL condition: the entry `e` is on a member’s ballot of the round `r`. */
const onBallot = (accountId: string | RawBuilder<string>) =>
  sql`e.round_id = r.id and e.status = 'approved' and e.ballot_at is not null and e.author_id <> ${accountId}`;

const readFacts = compiledOnce<{ roundId: string; accountId: string; submissionId: string }>()((db, param) =>
  db
    .selectFrom('rounds as r')
    .innerJoin('stories as s', 's.id', 'r.story_id')
    .innerJoin('accounts as a', (join) => join.on('a.id', '=', param('accountId')))
    .leftJoin('submissions as t', (join) =>
      join
        .on('t.id', '=', param('submissionId'))
        .onRef('t.round_id', '=', 'r.id')
        .on('t.status', '=', 'approved')
        .on('t.ballot_at', 'is not', null),
    )
    // A subquery, so that every use of it is the same time.
    .innerJoin(sql<{ now: Date }>`(select db_clock() as now)`.as('clock'), (join) => join.onTrue())
    .where('r.id', '=', param('roundId'))
    .select(['clock.now', 'r.story_id', 's.creator_id', 's.status', 's.edit_status', 's.deleted_at', 't.author_id'])
    .select([
      sql<boolean>`r.status = 'voting' and clock.now < r.voting_ends_at`.as('is_voting'),
      sql<boolean>`coalesce(a.joined_at < r.voting_started_at, false)`.as('is_old_enough'),
      sql<boolean>`exists (select from round_judges j where j.round_id = r.id and j.account_id = a.id)`.as('is_judge'),
    ])
    .select([
      sql<number>`(select count(*)::int from submissions e where ${onBallot(param('accountId'))})`.as('entries'),
      sql<number>`(select count(*)::int from submissions e join opened_entries o on o.submission_id = e.id
        where ${onBallot(param('accountId'))} and o.round_id = r.id and o.account_id = ${param('accountId')})`.as(
        'opened',
      ),
    ])
    .$call(prepared)
    .compile(),
);

/**
 * Returns null if the round doesn't exist. `status` is `voting` only if the round accepts votes at `now`. Take the
 * locks first if you act on the result.
 */
export async function readVoting(
  db: Db,
  { roundId, accountId, submissionId = '0' }: { roundId: string; accountId: string; submissionId?: string },
): Promise<VoteRecord | null> {
  const [row] = await readFacts(db, { roundId, accountId, submissionId });
  if (!row) return null;
  const story: StoryFacts = {
    creatorId: row.creator_id,
    status: row.status,
    editStatus: row.edit_status,
    deleted: row.deleted_at !== null,
  };
  return {
    story,
    storyId: row.story_id,
    status: row.is_voting ? 'voting' : 'completed',
    isOldEnough: row.is_old_enough,
    isJudge: row.is_judge,
    entries: row.entries,
    opened: row.opened,
    now: row.now,
    target: row.author_id === null ? null : { authorId: row.author_id },
  };
}

interface Vote {
  roundId: string;
  storyId: string;
  accountId: string;
  submissionId: string;
  at: Date;
}

const writeVote = compiledOnce<Vote>()((db, param) =>
  db
    .insertInto('votes')
    .values({
      round_id: param('roundId'),
      story_id: param('storyId'),
      account_id: param('accountId'),
      submission_id: param('submissionId'),
      cast_at: param('at'),
    })
    .onConflict((conflict) =>
      conflict.columns(['round_id', 'account_id']).doUpdateSet((eb) => ({
        submission_id: eb.ref('excluded.submission_id'),
        cast_at: eb.ref('excluded.cast_at'),
      })),
    )
    .$call(prepared)
    .compile(),
);

/** Saves a member's vote in a round. Replaces an earlier one. */
export async function putVote(db: Db, vote: Vote): Promise<void> {
  await writeVote(db, vote);
}

export async function dropVote(db: Db, roundId: string, accountId: string): Promise<void> {
  await db
    .deleteFrom('votes')
    .where('round_id', '=', roundId)
    .where('account_id', '=', accountId)
    .$call(prepared)
    .execute();
}

/** Records which entries on their ballot a member has opened, once each. */
export async function noteOpened(
  db: Db,
  roundId: string,
  accountId: string,
  submissionIds: readonly string[],
): Promise<void> {
  await sql`insert into opened_entries (round_id, story_id, submission_id, account_id)
    select e.round_id, e.story_id, e.id, ${accountId} from submissions e join rounds r on r.id = e.round_id
    where e.id = any(${submissionIds as string[]}::bigint[]) and r.id = ${roundId} and ${onBallot(accountId)}
    on conflict do nothing`.execute(db);
}

/** Deletes the votes for an entry. Returns the ids of the voters. */
export async function deleteVotesFor(db: Db, submissionId: string): Promise<string[]> {
  const rows = await db.deleteFrom('votes').where('submission_id', '=', submissionId).returning('account_id').execute();
  return rows.map((row) => row.account_id).sort();
}

/** SQL condition, like `canVote`: the account `a` can vote in the round `r` while it is open for votes, and hasn’t. */
export const hasVoteLeft = sql<boolean>`a.status = 'active' and a.joined_at < r.voting_started_at
  and not exists (select from votes v where v.round_id = r.id and v.account_id = a.id)
  and not exists (select from round_judges j where j.round_id = r.id and j.account_id = a.id)
  and exists (select from submissions e where e.round_id = r.id and e.author_id <> a.id and e.status = 'approved'
    and e.ballot_at is not null)`;

/** Returns the participants who may vote in a round, and haven’t. */
export async function votersLeft(db: Db, roundId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select a.id::text as id from rounds r
    join participants p on p.story_id = r.story_id and p.left_at is null join accounts a on a.id = p.account_id
    where r.id = ${roundId} and ${hasVoteLeft} order by p.number`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns whether a member can still vote in a round, and hasn’t. */
export async function isVoteLeft(db: Db, roundId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from rounds r join accounts a on a.id = ${accountId}
    where r.id = ${roundId} and r.status = 'voting' and r.voting_ends_at > db_clock() and ${hasVoteLeft}`.execute(db);
  return rows.length > 0;
}
