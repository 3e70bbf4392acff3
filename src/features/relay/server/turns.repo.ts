import { type RawBuilder, sql } from 'kysely';
import { DAY, SECOND } from '#core/time.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import type { StoryRecord } from '#features/stories/server/index.ts';
import type { Db } from '#platform/db/database.ts';
import type { SeatFacts } from '../model/queue.ts';
import { MISSES_MAX } from '../model/relay-limits.ts';
import type { OpenPhase, TurnEnding } from '../model/turn.ts';
import type { TurnClock } from '../model/turn-clock.ts';

/** The turn that is on. */
export interface Turn {
  id: string;
  writerId: string;
  phase: OpenPhase;
  startedAt: Date;
  clock: TurnClock;
  extended: boolean;
  /** Whom the writer chose to go on. */
  nextId: string | null;
}

/** A relay with its turn, its seats and the moment it was read at, by the database's clock. */
export interface RelayState {
  story: StoryRecord;
  now: Date;
  turn: Turn | null;
  seats: SeatFacts[];
}

/** Read after the story is locked when something hangs on it. */
export async function loadRelay(db: Db, story: StoryRecord): Promise<RelayState> {
  const row = await db
    .selectFrom('relay_turns')
    .where('story_id', '=', story.id)
    .where('phase', '<>', 'ended')
    .select(['id', 'account_id', 'phase', 'started_at', 'deadline', 'remaining_seconds', 'extended_at', 'next_id'])
    .executeTakeFirst();
  const { rows: seats } = await sql<SeatFacts & { now: Date }>`
    select p.account_id::text as "accountId", p.number, coalesce(s.waiting_since, p.joined_at) as "waitingSince",
      s.benched_at is not null as benched, a.status = 'active' as active
    from participants p join accounts a on a.id = p.account_id
    left join relay_seats s on s.story_id = p.story_id and s.account_id = p.account_id
    where p.story_id = ${story.id} and p.left_at is null order by p.number`.execute(db);
  const { rows: clock } = await sql<{ now: Date }>`select db_clock() as now`.execute(db);
  return {
    story,
    now: clock[0]!.now,
    seats,
    turn: row
      ? {
          id: row.id,
          writerId: row.account_id,
          phase: row.phase as Turn['phase'],
          startedAt: row.started_at,
          clock: {
            deadline: row.deadline,
            remaining: row.remaining_seconds === null ? null : row.remaining_seconds * SECOND,
          },
          extended: row.extended_at !== null,
          nextId: row.next_id,
        }
      : null,
  };
}

/** Somebody beside the writer could have the turn, and the story goes on: only then a clock makes sense. */
export function clockRuns({ story, seats }: RelayState, writerId: string): boolean {
  const waits = seats.some((seat) => seat.active && !seat.benched && seat.accountId !== writerId);
  return waits && story.progress === 'ongoing' && isPublicStory(story.facts);
}

/** A whole turn of this story, in milliseconds. */
export const turnLength = (story: StoryRecord) => story.turnDays * DAY;

export async function insertTurn(db: Db, storyId: string, writerId: string, clock: TurnClock): Promise<void> {
  await db
    .insertInto('relay_turns')
    .values({ story_id: storyId, account_id: writerId, started_at: sql<Date>`db_clock()`, ...clockColumns(clock) })
    .execute();
}

function clockColumns({ deadline, remaining }: TurnClock) {
  return { deadline, remaining_seconds: remaining === null ? null : Math.round(remaining / SECOND) };
}

export async function setClock(db: Db, turnId: string, clock: TurnClock): Promise<void> {
  await db.updateTable('relay_turns').set(clockColumns(clock)).where('id', '=', turnId).execute();
}

/** A clock begins that was not running before: the turn counts from now. */
export async function windAnew(db: Db, turnId: string, clock: TurnClock): Promise<void> {
  await db
    .updateTable('relay_turns')
    .set({ ...clockColumns(clock), started_at: sql<Date>`db_clock()` })
    .where('id', '=', turnId)
    .execute();
}

/** The chapter went to review, or came back. */
export async function setPhase(
  db: Db,
  turnId: string,
  phase: Turn['phase'],
  { clock, nextId }: { clock: TurnClock; nextId: string | null },
): Promise<void> {
  await db
    .updateTable('relay_turns')
    .set({ phase, next_id: nextId, ...clockColumns(clock) })
    .where('id', '=', turnId)
    .execute();
}

export async function setExtended(db: Db, turnId: string, deadline: Date): Promise<void> {
  await db
    .updateTable('relay_turns')
    .set({ deadline, extended_at: sql<Date>`db_clock()`, reminded_last_at: null })
    .where('id', '=', turnId)
    .execute();
}

export async function closeTurn(db: Db, turnId: string, ending: TurnEnding): Promise<void> {
  await db
    .updateTable('relay_turns')
    .set({ phase: 'ended', ending, ended_at: sql<Date>`db_clock()`, deadline: null })
    .where('id', '=', turnId)
    .execute();
}

/**
 * Sends a participant to the end of the queue. A missed turn is counted and from the second in a row on they are skipped;
 * `afresh` forgets the missed ones, `kept` leaves them as they are.
 */
export async function toEndOfQueue(
  db: Db,
  storyId: string,
  accountId: string,
  misses: 'missed' | 'afresh' | 'kept',
): Promise<void> {
  const [first, after] = {
    missed: [1, sql`relay_seats.misses + 1`],
    afresh: [0, sql`0`],
    kept: [0, sql`relay_seats.misses`],
  }[misses] as [number, RawBuilder<unknown>];
  await sql`insert into relay_seats (story_id, account_id, waiting_since, misses) values (${storyId}, ${accountId}, db_clock(), ${first})
    on conflict (story_id, account_id) do update set waiting_since = db_clock(), misses = ${after},
      benched_at = case when ${after} >= ${MISSES_MAX} then coalesce(relay_seats.benched_at, db_clock()) end`.execute(
    db,
  );
}
