import { type InferResult, type RawBuilder, sql } from 'kysely';
import { DAY, SECOND } from '#core/time.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import type { StoryRecord, StoryState } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import { readOnce } from '#platform/memo.ts';
import type { TurnQueueFacts } from '../model/queue.ts';
import { MISSES_MAX } from '../model/relay-limits.ts';
import type { OpenPhase, TurnEnding } from '../model/turn.ts';
import type { TurnTimer } from '../model/turn-timer.ts';

/** The turn that is on. */
export interface TurnRecord {
  id: string;
  writerId: string;
  phase: OpenPhase;
  startedAt: Date;
  timer: TurnTimer;
  extended: boolean;
  /** Whom the writer chose to go on. */
  nextId: string | null;
}

/** A participant in the queue, with the name and picture shown for them. */
export interface NamedQueueEntry extends TurnQueueFacts {
  username: string;
  slug: string;
  avatarKey: string | null;
}

/** The current turn of a relay and its queue, read at one moment of the database's clock. */
export interface Turns {
  now: Date;
  turn: TurnRecord | null;
  /** In the order of joining. */
  queueEntries: NamedQueueEntry[];
  /** Number of the chapter to be written next. */
  nextNumber: number;
}

/** A relay with its turns. */
export interface RelayState extends Turns {
  story: StoryState;
}

/** A relay whose story is locked. */
export interface LockedRelay extends RelayState {
  story: StoryRecord;
}

/** One row for each participant in the queue; a single row without one if the queue is empty. */
function selectTurns(db: Db, storyId: string) {
  return db
    .selectFrom(db.selectNoFrom(sql<Date>`db_clock()`.as('now')).as('clock'))
    .leftJoin('relay_turns as t', (join) => join.on('t.story_id', '=', storyId).on('t.phase', '<>', 'ended'))
    .leftJoin('participants as p', (join) => join.on('p.story_id', '=', storyId).on('p.left_at', 'is', null))
    .leftJoin('accounts as a', 'a.id', 'p.account_id')
    .leftJoin('relay_seats as s', (join) =>
      join.onRef('s.story_id', '=', 'p.story_id').onRef('s.account_id', '=', 'p.account_id'),
    )
    .select(['clock.now', 't.id as turn_id', 't.account_id as writer_id', 't.phase', 't.started_at', 't.deadline'])
    .select(['t.remaining_seconds', 't.extended_at', 't.next_id'])
    .select(['a.id as account_id', 'a.username', 'a.slug', 'a.avatar_key', 'a.status', 'p.number', 'p.joined_at'])
    .select(['s.waiting_since', 's.benched_at'])
    .select((eb) =>
      eb
        .selectFrom('chapters as c')
        .where('c.story_id', '=', storyId)
        .where((eb) => eb.ref('c.is_public'))
        .select((inner) => inner.fn.max('c.number').as('last'))
        .as('last_number'),
    )
    .orderBy('p.number')
    .$call(prepared);
}

type TurnsRow = InferResult<ReturnType<typeof selectTurns>>[number];

/** Reads the turn and the queue. Lock the story first if you act on the result. */
export async function loadTurns(db: Db, storyId: string): Promise<Turns> {
  const rows = await selectTurns(db, storyId).execute();
  const [first] = rows;
  if (!first) throw new Error('The clock of the database was not read');
  return {
    now: first.now,
    turn: toTurn(first),
    queueEntries: rows.flatMap(toQueueEntry),
    nextNumber: (first.last_number ?? 0) + 1,
  };
}

/** `loadTurns` for reads: the calls of a request or page share one result. */
export const findTurns = readOnce(({ db }: Pick<Ctx, 'db' | 'memo'>, storyId: string) => loadTurns(db, storyId));

function toTurn(row: TurnsRow): TurnRecord | null {
  const { turn_id: id, writer_id: writerId, phase, started_at: startedAt, remaining_seconds: remaining } = row;
  if (id === null || writerId === null || startedAt === null || phase === null || phase === 'ended') return null;
  return {
    id,
    writerId,
    phase,
    startedAt,
    timer: { deadline: row.deadline, remaining: remaining === null ? null : remaining * SECOND },
    extended: row.extended_at !== null,
    nextId: row.next_id,
  };
}

function toQueueEntry(row: TurnsRow): NamedQueueEntry[] {
  const { account_id: accountId, username, slug, number, joined_at: joinedAt } = row;
  if (accountId === null || username === null || slug === null || number === null || joinedAt === null) return [];
  return [
    {
      accountId,
      number,
      waitingSince: row.waiting_since ?? joinedAt,
      skipped: row.benched_at !== null,
      active: row.status === 'active',
      username,
      slug,
      avatarKey: row.avatar_key,
    },
  ];
}

/** Somebody beside the writer could have the turn, and the story goes on: only then a clock makes sense. */
export function isTimerRunning({ story, queueEntries }: RelayState, writerId: string): boolean {
  const waits = queueEntries.some((entry) => entry.active && !entry.skipped && entry.accountId !== writerId);
  return waits && story.progress === 'ongoing' && isPublicStory(story.facts);
}

/** A whole turn of this story, in milliseconds. */
export const turnLength = (story: Pick<StoryState, 'turnDays'>) => story.turnDays * DAY;

export async function insertTurn(db: Db, storyId: string, writerId: string, timer: TurnTimer): Promise<void> {
  await db
    .insertInto('relay_turns')
    .values({ story_id: storyId, account_id: writerId, started_at: sql<Date>`db_clock()`, ...timerColumns(timer) })
    .execute();
}

function timerColumns({ deadline, remaining }: TurnTimer) {
  return { deadline, remaining_seconds: remaining === null ? null : Math.round(remaining / SECOND) };
}

export async function saveTimer(db: Db, turnId: string, timer: TurnTimer): Promise<void> {
  await db.updateTable('relay_turns').set(timerColumns(timer)).where('id', '=', turnId).execute();
}

/** A clock begins that was not running before: the turn counts from now. */
export async function restartTimer(db: Db, turnId: string, timer: TurnTimer): Promise<void> {
  await db
    .updateTable('relay_turns')
    .set({ ...timerColumns(timer), started_at: sql<Date>`db_clock()` })
    .where('id', '=', turnId)
    .execute();
}

/** The chapter went to review, or came back. */
export async function setPhase(
  db: Db,
  turnId: string,
  phase: TurnRecord['phase'],
  { timer, nextId }: { timer: TurnTimer; nextId: string | null },
): Promise<void> {
  await db
    .updateTable('relay_turns')
    .set({ phase, next_id: nextId, ...timerColumns(timer) })
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
 * `reset` forgets the missed ones, `keep` leaves them as they are.
 */
export async function toEndOfQueue(
  db: Db,
  storyId: string,
  accountId: string,
  misses: 'increment' | 'reset' | 'keep',
): Promise<void> {
  const [first, after] = {
    increment: [1, sql`relay_seats.misses + 1`],
    reset: [0, sql`0`],
    keep: [0, sql`relay_seats.misses`],
  }[misses] as [number, RawBuilder<unknown>];
  await sql`insert into relay_seats (story_id, account_id, waiting_since, misses) values (${storyId}, ${accountId}, db_clock(), ${first})
    on conflict (story_id, account_id) do update set waiting_since = db_clock(), misses = ${after},
      benched_at = case when ${after} >= ${MISSES_MAX} then coalesce(relay_seats.benched_at, db_clock()) end`.execute(
    db,
  );
}
