import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { findStory, lockStory, type NamedStory } from '#features/stories/server/index.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Row } from '#platform/db/rows.ts';
import type { ContestFacts } from '../model/contest-policy.ts';
import { effectiveRound, isClosed, type RoundCounts, type RoundTimes } from '../model/round-clock.ts';
import { RESULT_AS_JSON, type RoundResult } from './round-results.ts';

/** A round with its story, what its next step hangs on, and the moment it was read at, by the database's clock. */
export interface RoundRecord {
  id: string;
  number: number;
  story: NamedStory;
  /** As it is written. */
  times: RoundTimes;
  /** As it is at `now`, also where no tick has written it yet. */
  current: RoundTimes;
  closed: boolean;
  counts: RoundCounts;
  /** Entries that are, or were, to be voted for. */
  onBallot: number;
  now: Date;
  /** Of the story until the round starts, then its own. */
  rules: { minUnits: number; maxUnits: number; minParticipants: number; language: Language };
  winnerId: string | null;
  /** Votes that were counted; null until the round is completed. */
  votes: number | null;
  toldShort: boolean;
}

interface RoundRow extends Row<'rounds'> {
  taking_part: number;
  /** Null of a round that is completed, as the two that follow. */
  took_part: number | null;
  pending: number | null;
  approved: number | null;
  on_ballot: number;
  reviewed_at: Date | null;
  now: Date;
}

/** Whoever takes part and can write: a suspended member cannot. */
const selectRound = (more = sql``) => sql`select r.*, ${more} r.id::text as id, r.winner_id::text as winner_id, n.*,
  (select count(*)::int from submissions s where s.round_id = r.id and s.status = 'approved' and s.ballot_at is not null) as on_ballot,
  (select count(*)::int from participants p join accounts a on a.id = p.account_id
    where p.story_id = r.story_id and p.left_at is null and a.status = 'active') as taking_part,
  db_clock() as now
  from rounds r
  -- What only hangs on a step that is still to come is not asked of rounds that are over.
  left join lateral (select
    (select count(*)::int from participants p join accounts a on a.id = p.account_id
      where p.story_id = r.story_id and p.joined_at <= r.starts_at and (p.left_at is null or p.left_at > r.starts_at)
        and a.status = 'active') as took_part,
    (select count(*)::int from submissions s where s.round_id = r.id and s.status = 'pending') as pending,
    (select count(*)::int from submissions s where s.round_id = r.id and s.status = 'approved') as approved,
    (select max(v.decided_at) from reviews v join submissions s on s.id = v.subject_id
      where s.round_id = r.id and v.subject_kind = 'submission') as reviewed_at
    where r.status <> 'completed') n on true`;

function toRecord(story: NamedStory, row: RoundRow): RoundRecord {
  const isScheduled = row.status === 'scheduled';
  const { writingHours, votingHours } = isScheduled
    ? story.contest
    : { writingHours: row.writing_hours, votingHours: row.voting_hours };
  const rules = isScheduled
    ? {
        minUnits: story.minUnits,
        maxUnits: story.maxUnits,
        minParticipants: story.contest.minParticipants,
        language: story.published.language,
      }
    : {
        minUnits: row.min_units,
        maxUnits: row.max_units,
        minParticipants: row.min_participants,
        language: row.language,
      };
  const times: RoundTimes = {
    status: row.status,
    startsAt: row.starts_at,
    startedAt: row.started_at,
    writingEndsAt: row.writing_ends_at,
    votingStartedAt: row.voting_started_at,
    votingEndsAt: row.voting_ends_at,
    completedAt: row.completed_at,
    writingHours,
    votingHours,
  };
  const counts: RoundCounts = {
    isStoryOngoing: isPublicStory(story.facts) && story.progress === 'ongoing',
    needed: rules.minParticipants,
    writerCount: row.taking_part,
    writerCountAtStart: row.took_part ?? 0,
    pending: row.pending ?? 0,
    approved: row.approved ?? 0,
    reviewedAt: row.reviewed_at,
  };
  const current = effectiveRound(times, counts, row.now);
  return {
    id: row.id,
    number: row.number,
    story,
    times,
    current,
    closed: isClosed(current, row.now),
    counts,
    // What is due and not written yet is on the ballot as the tick will put it there.
    onBallot: row.status === 'writing' ? counts.approved : row.on_ballot,
    now: row.now,
    rules,
    winnerId: row.winner_id,
    votes: row.votes,
    toldShort: row.told_short_at !== null,
  };
}

async function storyIdOf(db: Db, roundId: string): Promise<string | null> {
  const row = await db.selectFrom('rounds').select('story_id').where('id', '=', roundId).executeTakeFirst();
  return row?.story_id ?? null;
}

async function readRound(db: Db, story: NamedStory, roundId: string): Promise<RoundRecord | null> {
  const { rows } = await sql<RoundRow>`${selectRound()} where r.id = ${roundId} and r.story_id = ${story.id}`.execute(
    db,
  );
  return rows[0] ? toRecord(story, rows[0]) : null;
}

/** The round as it is at this moment; null when there is none. Who may know of it is the caller's question. */
export async function findRound(db: Db, roundId: string): Promise<RoundRecord | null> {
  const storyId = await storyIdOf(db, roundId);
  const story = storyId === null ? null : await findStory(db, storyId);
  return story && readRound(db, story, roundId);
}

/** These rounds as they are at this moment, by their ids. */
export async function findRounds(db: Db, roundIds: readonly string[]): Promise<Map<string, RoundRecord>> {
  if (roundIds.length === 0) return new Map();
  const { rows } = await sql<RoundRow & { story_id: string }>`${selectRound()}
    where r.id = any(${roundIds as string[]}::bigint[])`.execute(db);
  const stories = new Map<string, NamedStory | null>();
  for (const storyId of new Set(rows.map((row) => String(row.story_id))))
    stories.set(storyId, await findStory(db, storyId));
  const rounds = rows.flatMap((row) => {
    const story = stories.get(String(row.story_id));
    return story ? [toRecord(story, row)] : [];
  });
  return new Map(rounds.map((round) => [round.id, round]));
}

/**
 * A round is changed by one at a time, and votes share it meanwhile. Not by the locks of its row: a steady stream of those
 * who share one keeps everyone else waiting for ever, while this is given in the order of asking.
 */
const lockOf = (roundId: string) => sql`hashtextextended('round', ${roundId}::bigint)`;

/** Holds the round until the transaction ends, beside votes and against whoever changes it. */
export async function shareRound(db: Db, roundId: string): Promise<void> {
  await db
    .selectNoFrom(sql`pg_advisory_xact_lock_shared(${lockOf(roundId)})`.as('held'))
    .$call(prepared)
    .execute();
}

/** Holds the round until the transaction ends, against all who share it. */
export async function claimRound(db: Db, roundId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(roundId)})`.execute(db);
}

/**
 * The round with its story locked, then itself, against every other writer: the clock, the entries and the votes are read
 * after that, so that what is decided by them is decided once.
 */
export async function lockRound(db: Db, roundId: string): Promise<RoundRecord | null> {
  const storyId = await storyIdOf(db, roundId);
  const story = storyId === null ? null : await lockStory(db, storyId);
  if (!story) return null;
  await claimRound(db, roundId);
  return readRound(db, story, roundId);
}

/**
 * The round, held against everything that moves it or changes its entries from outside, but beside others who hold it so:
 * whoever sends a text in the last second does not wait for the others who do. The story is held first, in the order of
 * all locks, since a review of it is written.
 */
export async function holdRound(db: Db, roundId: string): Promise<RoundRecord | null> {
  const storyId = await storyIdOf(db, roundId);
  if (storyId === null) return null;
  await db.selectFrom('stories').select('id').where('id', '=', storyId).forKeyShare().execute();
  await shareRound(db, roundId);
  const story = await findStory(db, storyId);
  return story && readRound(db, story, roundId);
}

/** The story's round that is not completed, as it is at this moment. */
export async function findUnfinished(db: Db, story: NamedStory): Promise<RoundRecord | null> {
  const { rows } =
    await sql<RoundRow>`${selectRound()} where r.story_id = ${story.id} and r.status <> 'completed'`.execute(db);
  return rows[0] ? toRecord(story, rows[0]) : null;
}

/** Id of the story's round that is not completed. */
export async function findUnfinishedId(db: Db, storyId: string): Promise<string | null> {
  const row = await db
    .selectFrom('rounds')
    .select('id')
    .where('story_id', '=', storyId)
    .where('status', '<>', 'completed')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Rounds of a story with their results, newest first, below the given number. */
export async function listRoundRecords(
  db: Db,
  story: NamedStory,
  { below, limit }: { below: number | null; limit: number },
): Promise<{ round: RoundRecord; result: RoundResult | null }[]> {
  const withResult = selectRound(sql`${RESULT_AS_JSON} as result,`);
  const { rows } = await sql<RoundRow & { result: RoundResult | null }>`${withResult} where r.story_id = ${story.id}
    ${below === null ? sql`` : sql`and r.number < ${below}`} order by r.number desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ round: toRecord(story, row), result: row.result }));
}

/** What beginning a round hangs on. Read after the story is locked when something does. */
export async function contestFacts(db: Db, story: NamedStory): Promise<ContestFacts & { writerCount: number }> {
  const { rows } = await sql<{ has_chapter: boolean; unfinished_id: string | null; taking_part: number }>`select
    exists (select from chapters c where c.story_id = ${story.id} and c.is_public) as has_chapter,
    (select r.id::text from rounds r where r.story_id = ${story.id} and r.status <> 'completed') as unfinished_id,
    (select count(*)::int from participants p join accounts a on a.id = p.account_id
      where p.story_id = ${story.id} and p.left_at is null and a.status = 'active') as taking_part`.execute(db);
  const row = rows[0]!;
  const unfinished = row.unfinished_id === null ? null : await readRound(db, story, row.unfinished_id);
  return {
    story: story.facts,
    mode: story.mode,
    progress: story.progress,
    hasChapter: row.has_chapter,
    unfinished: unfinished && unfinished.current.status !== 'completed' ? unfinished.current.status : null,
    writerCount: row.taking_part,
  };
}
