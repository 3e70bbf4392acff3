import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import { next } from '#core/machine.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import { findStory, lockStory, type NamedStory } from '#features/stories/server/index.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Row } from '#platform/db/rows.ts';
import { type ColumnChanges, moveStatus } from '#platform/db/status-log.ts';
import type { ContestFacts } from '../model/contest-policy.ts';
import { contestRulesOf } from '../model/mode.ts';
import type { RoundStep } from '../model/round-clock.ts';
import { effectiveRound, isClosed, type RoundCounts, type RoundTimes } from '../model/round-clock.ts';
import { roundMachine } from '../model/round-status.ts';
import { RESULT_AS_JSON, type RoundResult } from './round-results.ts';

/** A round with its story, the inputs to its next step, and the database time when it was read. */
export interface RoundRecord {
  id: string;
  number: number;
  story: NamedStory;
  /** As saved. */
  times: RoundTimes;
  /** The state at `now`, even if no tick has saved it yet. */
  current: RoundTimes;
  closed: boolean;
  counts: RoundCounts;
  /** Number of entries that are or were on the ballot. */
  onBallot: number;
  now: Date;
  /** The story’s rules until the round starts, then its own. */
  rules: { minUnits: number; maxUnits: number; minParticipants: number; language: Language };
  winnerId: string | null;
  /** Number of votes. Null until the round is completed. */
  votes: number | null;
  isShortageNotified: boolean;
}

interface RoundRow extends Row<'rounds'> {
  taking_part: number;
  /** Null for a completed round, like the two that follow. */
  took_part: number | null;
  pending: number | null;
  approved: number | null;
  on_ballot: number;
  reviewed_at: Date | null;
  now: Date;
}

/** Selects rounds. Counts only participants who can write, so no suspended members. */
const selectRound = (more = sql``) => sql`select r.*, ${more} r.id::text as id, r.winner_id::text as winner_id, n.*,
  (select count(*)::int from submissions s where s.round_id = r.id and s.status = 'approved' and s.ballot_at is not null) as on_ballot,
  (select count(*)::int from participants p join accounts a on a.id = p.account_id
    where p.story_id = r.story_id and p.left_at is null and a.status = 'active') as taking_part,
  db_clock() as now
  from rounds r
  -- The inputs to the next step are not computed for completed rounds.
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
    ? contestRulesOf(story)
    : { writingHours: row.writing_hours, votingHours: row.voting_hours };
  const rules = isScheduled
    ? {
        minUnits: story.minUnits,
        maxUnits: story.maxUnits,
        minParticipants: contestRulesOf(story).minParticipants,
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
    // If voting is due but not saved yet, these are the entries that the tick will put on the ballot.
    onBallot: row.status === 'writing' ? counts.approved : row.on_ballot,
    now: row.now,
    rules,
    winnerId: row.winner_id,
    votes: row.votes,
    isShortageNotified: row.shortage_notified_at !== null,
  };
}

/** Returns the story of a round, or null. */
export async function storyIdOf(db: Db, roundId: string): Promise<string | null> {
  const row = await db.selectFrom('rounds').select('story_id').where('id', '=', roundId).executeTakeFirst();
  return row?.story_id ?? null;
}

async function readRound(db: Db, story: NamedStory, roundId: string): Promise<RoundRecord | null> {
  const { rows } = await sql<RoundRow>`${selectRound()} where r.id = ${roundId} and r.story_id = ${story.id}`.execute(
    db,
  );
  return rows[0] ? toRecord(story, rows[0]) : null;
}

/** Returns the current state of a round. Null if it doesn’t exist. Callers check who may see it. */
export async function findRound(db: Db, roundId: string): Promise<RoundRecord | null> {
  const storyId = await storyIdOf(db, roundId);
  const story = storyId === null ? null : await findStory(db, storyId);
  return story && readRound(db, story, roundId);
}

/** Returns the current state of rounds, by id. */
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
 * Key of a round’s advisory lock: exclusive for changes of the round, shared by votes. It isn’t a row lock, because a
 * steady stream of shared row locks would starve exclusive ones. Advisory locks are granted in the order of requests.
 */
const lockOf = (roundId: string) => sql`hashtextextended('round', ${roundId}::bigint)`;

/** Takes the shared lock of a round until the end of the transaction. Excludes changes of the round, but not votes. */
export async function shareRound(db: Db, roundId: string): Promise<void> {
  await db
    .selectNoFrom(sql`pg_advisory_xact_lock_shared(${lockOf(roundId)})`.as('held'))
    .$call(prepared)
    .execute();
}

/** Takes the exclusive lock of a round until the end of the transaction. */
export async function claimRound(db: Db, roundId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(roundId)})`.execute(db);
}

/**
 * Locks the story, then the round, against all other writers. Reads the time, the entries and the votes after that, so
 * that each transition is decided only once.
 */
export async function lockRound(db: Db, roundId: string): Promise<RoundRecord | null> {
  const storyId = await storyIdOf(db, roundId);
  const story = storyId === null ? null : await lockStory(db, storyId);
  if (!story) return null;
  await claimRound(db, roundId);
  return readRound(db, story, roundId);
}

/**
 * Takes a shared lock on the round: it excludes transitions and changes of its entries by others, but not other
 * submissions, so that members can submit concurrently in the last second. Takes a lock on the story first, following
 * the lock order, because a review of it is created.
 */
export async function holdRound(db: Db, roundId: string): Promise<RoundRecord | null> {
  const storyId = await storyIdOf(db, roundId);
  if (storyId === null) return null;
  await db.selectFrom('stories').select('id').where('id', '=', storyId).forKeyShare().execute();
  await shareRound(db, roundId);
  const story = await findStory(db, storyId);
  return story && readRound(db, story, roundId);
}

/** Returns the current state of the story’s round that isn’t completed, if there is one. */
export async function findUnfinished(db: Db, story: NamedStory): Promise<RoundRecord | null> {
  const { rows } =
    await sql<RoundRow>`${selectRound()} where r.story_id = ${story.id} and r.status <> 'completed'`.execute(db);
  return rows[0] ? toRecord(story, rows[0]) : null;
}

/** Returns the id of the story’s round that isn’t completed, if there is one. */
export async function findUnfinishedId(db: Db, storyId: string): Promise<string | null> {
  const row = await db
    .selectFrom('rounds')
    .select('id')
    .where('story_id', '=', storyId)
    .where('status', '<>', 'completed')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns rounds of a story with their results, newest first, below the given number. */
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

/** Returns what permission to create a round depends on. Lock the story first if you act on the result. */
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

/** Inserts a scheduled round after the last one of the story, with the story locked. Returns its id. */
export async function insertRound(db: Db, story: NamedStory, startsAt: Date | null): Promise<string> {
  const { last } = await db
    .selectFrom('rounds')
    .where('story_id', '=', story.id)
    .select((eb) => eb.fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  const rules = contestRulesOf(story);
  const { id } = await db
    .insertInto('rounds')
    .values({
      story_id: story.id,
      number: (last ?? 0) + 1,
      writing_hours: rules.writingHours,
      voting_hours: rules.votingHours,
      min_units: story.minUnits,
      max_units: story.maxUnits,
      language: story.published.language,
      min_participants: rules.minParticipants,
      starts_at: startsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes when a scheduled round starts. Its creator can be told again that writers are missing. */
export async function reschedule(db: Db, id: string, startsAt: Date | null): Promise<void> {
  await db
    .updateTable('rounds')
    .set({ starts_at: startsAt, shortage_notified_at: null })
    .where('id', '=', id)
    .execute();
}

/** Records that the creator was told that writers are missing. */
export async function recordShortageNotice(db: Db, id: string): Promise<void> {
  await db.updateTable('rounds').set({ shortage_notified_at: sql<Date>`db_clock()` }).where('id', '=', id).execute();
}

/** Records that voters were reminded. Returns false if they had been. */
export async function recordVotersReminded(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rounds')
    .set({ voters_reminded_at: sql<Date>`db_clock()` })
    .where('id', '=', id)
    .where('voters_reminded_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes a round that hasn’t started. */
export async function removeRound(db: Db, id: string): Promise<void> {
  await db.deleteFrom('rounds').where('id', '=', id).execute();
}

/** Changes the status of a round, and columns along with it. Throws `conflict` if the status has changed. */
export async function moveRound(
  db: Db,
  { id, times }: Pick<RoundRecord, 'id' | 'times'>,
  actorId: string | null,
  action: RoundStep['action'],
  also: Omit<ColumnChanges<'rounds'>, 'status'>,
): Promise<void> {
  const holder = { kind: 'round', id, table: 'rounds', column: 'status', story: 'story_id' } as const;
  const to = next(roundMachine, times.status, action);
  await moveStatus(db, holder, { action, from: times.status, to, actorId }, also);
}
