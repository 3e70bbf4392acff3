import { type InferResult, type RawBuilder, sql } from 'kysely';
import { DAY, SECOND } from '#core/time.ts';
import { settingOf } from '#features/stories/model/mode-settings.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import type { NamedStory, StoryState } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Row } from '#platform/db/rows.ts';
import { readOnce } from '#platform/memo.ts';
import { RELAY_RULES } from '../model/mode.ts';
import type { TurnQueueFacts } from '../model/queue.ts';
import { MISSES_MAX } from '../model/relay-limits.ts';
import type { OpenPhase, TurnEnding } from '../model/turn.ts';
import type { TurnTimer } from '../model/turn-timer.ts';

/** The open turn of a relay. */
export interface TurnRecord {
  id: string;
  writerId: string;
  phase: OpenPhase;
  startedAt: Date;
  timer: TurnTimer;
  extended: boolean;
  /** The next writer, as chosen by the current one. */
  nextId: string | null;
}

/** A participant in the queue, with their displayed name and profile picture. */
export interface NamedQueueEntry extends TurnQueueFacts {
  username: string;
  slug: string;
  avatarKey: string | null;
}

/** The current turn of a relay and its queue, read at the same database time. */
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
  story: NamedStory;
}

/** One row for each participant. If there are none, a single row without one. */
function selectTurns(db: Db, storyId: string) {
  return db
    .selectFrom(db.selectNoFrom(sql<Date>`db_clock()`.as('now')).as('clock'))
    .leftJoin('relay_turns as t', (join) => join.on('t.story_id', '=', storyId).on('t.phase', '<>', 'ended'))
    .leftJoin('participants as p', (join) => join.on('p.story_id', '=', storyId).on('p.left_at', 'is', null))
    .leftJoin('accounts as a', 'a.id', 'p.account_id')
    .leftJoin('relay_queue as s', (join) =>
      join.onRef('s.story_id', '=', 'p.story_id').onRef('s.account_id', '=', 'p.account_id'),
    )
    .select(['clock.now', 't.id as turn_id', 't.account_id as writer_id', 't.phase', 't.started_at', 't.deadline'])
    .select(['t.remaining_seconds', 't.extended_at', 't.next_id'])
    .select(['a.id as account_id', 'a.username', 'a.slug', 'a.avatar_key', 'a.status', 'p.number', 'p.joined_at'])
    .select(['s.waiting_since', 's.skipped_at'])
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
  if (!first) throw new Error('The database time was not read');
  return {
    now: first.now,
    turn: toTurn(first),
    queueEntries: rows.flatMap(toQueueEntry),
    nextNumber: (first.last_number ?? 0) + 1,
  };
}

/** Reads the turn and the queue of a locked relay. */
export async function loadRelay(db: Db, story: NamedStory): Promise<LockedRelay> {
  return { ...(await loadTurns(db, story.id)), story };
}

/** `loadTurns` for reads. Calls within one request or page share the result. */
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
      skipped: row.skipped_at !== null,
      active: row.status === 'active',
      username,
      slug,
      avatarKey: row.avatar_key,
    },
  ];
}

/** The timer only runs if another writer is waiting and the story is public and ongoing. */
export function isTimerRunning({ story, queueEntries }: RelayState, writerId: string): boolean {
  const waits = queueEntries.some((entry) => entry.active && !entry.skipped && entry.accountId !== writerId);
  return waits && story.progress === 'ongoing' && isPublicStory(story.facts);
}

/** Length of a full turn in this story, in milliseconds. */
export const turnLength = (story: Pick<StoryState, 'modeSettings'>) => settingOf(RELAY_RULES, 'turnDays', story) * DAY;

/** Starts a turn. `length` is that of a full turn, in milliseconds. Returns its id. */
export async function insertTurn(
  db: Db,
  { storyId, writerId, length }: { storyId: string; writerId: string; length: number },
  timer: TurnTimer,
): Promise<string> {
  const { id } = await db
    .insertInto('relay_turns')
    .values({
      story_id: storyId,
      account_id: writerId,
      started_at: sql<Date>`db_clock()`,
      ...timerColumns(timer),
      rest_reminder_at: timer.deadline === null ? restReminder(length) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function timerColumns({ deadline, remaining }: TurnTimer) {
  return { deadline, remaining_seconds: remaining === null ? null : Math.round(remaining / SECOND) };
}

/** When writers are reminded of a relay that rests from now on: after a full turn. */
const restReminder = (length: number) => sql<Date>`db_clock() + make_interval(secs => ${length / SECOND})`;

/** Saves a timer that runs, or that has stopped because no one else waits or the story is paused. */
export async function saveTimer(db: Db, turnId: string, timer: TurnTimer, length: number): Promise<void> {
  await db
    .updateTable('relay_turns')
    .set({
      ...timerColumns(timer),
      rest_reminder_at: timer.deadline === null ? sql<Date>`coalesce(rest_reminder_at, ${restReminder(length)})` : null,
    })
    .where('id', '=', turnId)
    .execute();
}

/** Starts a timer that has never run. The turn then counts as started now. */
export async function restartTimer(db: Db, turnId: string, timer: TurnTimer): Promise<void> {
  await db
    .updateTable('relay_turns')
    .set({ ...timerColumns(timer), started_at: sql<Date>`db_clock()`, rest_reminder_at: null })
    .where('id', '=', turnId)
    .execute();
}

/** Changes the phase when the chapter is submitted, withdrawn or rejected. */
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
    .set({ phase: 'ended', ending, ended_at: sql<Date>`db_clock()`, deadline: null, rest_reminder_at: null })
    .where('id', '=', turnId)
    .execute();
}

/** Plans a reminder for a relay whose last turn was this one, because no one could take over. */
export async function planRestReminder(db: Db, turnId: string, length: number): Promise<void> {
  await db
    .updateTable('relay_turns')
    .set({ rest_reminder_at: restReminder(length) })
    .where('id', '=', turnId)
    .execute();
}

/** Cancels the reminder that was planned with the last turn of a relay. */
export async function cancelRestReminder(db: Db, storyId: string): Promise<void> {
  await db
    .updateTable('relay_turns')
    .set({ rest_reminder_at: null })
    .where('story_id', '=', storyId)
    .where('phase', '=', 'ended')
    .where('rest_reminder_at', 'is not', null)
    .execute();
}

/** Records the reminder of a resting relay as sent. Returns false if another worker has sent it, or it was canceled. */
export async function takeRestReminder(db: Db, turnId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('relay_turns')
    .set({ rest_reminder_at: null })
    .where('id', '=', turnId)
    .where('rest_reminder_at', '<=', sql<Date>`db_clock()`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether the member has a chapter of this story that isn’t published. */
export async function hasDraft(db: Db, storyId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('chapters')
    .select('id')
    .where('story_id', '=', storyId)
    .where('author_id', '=', accountId)
    .where('status', 'in', ['draft', 'rejected'])
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Moves a participant to the end of the queue. `increment` counts a missed turn, and skips them from the second in a
 * row on. `reset` clears the count, so that they are no longer skipped. `keep` leaves the count unchanged.
 */
export async function toEndOfQueue(
  db: Db,
  storyId: string,
  accountId: string,
  misses: 'increment' | 'reset' | 'keep',
): Promise<void> {
  const [first, after] = {
    increment: [1, sql`relay_queue.misses + 1`],
    reset: [0, sql`0`],
    keep: [0, sql`relay_queue.misses`],
  }[misses] as [number, RawBuilder<unknown>];
  await sql`insert into relay_queue (story_id, account_id, waiting_since, misses) values (${storyId}, ${accountId}, db_clock(), ${first})
    on conflict (story_id, account_id) do update set waiting_since = db_clock(), misses = ${after},
      skipped_at = case when ${after} >= ${MISSES_MAX} then coalesce(relay_queue.skipped_at, db_clock()) end`.execute(
    db,
  );
}

/** Deletes the place of a writer in the queue. */
export async function leaveQueue(db: Db, storyId: string, accountId: string): Promise<void> {
  await db.deleteFrom('relay_queue').where('story_id', '=', storyId).where('account_id', '=', accountId).execute();
}

/**
 * Records reminders of a turn. Returns false if the turn is no longer as it was read: another worker has sent them, or the
 * writer has submitted the chapter.
 */
export async function noteReminders(
  db: Db,
  turn: Pick<Row<'relay_turns'>, 'id' | 'deadline' | 'reminded_half_at' | 'reminded_last_at'>,
  due: { half: boolean; last: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('relay_turns')
    .set({
      ...(due.half ? { reminded_half_at: sql<Date>`db_clock()` } : {}),
      ...(due.last ? { reminded_last_at: sql<Date>`db_clock()` } : {}),
    })
    .where('id', '=', turn.id)
    .where('phase', '=', 'writing')
    .where('deadline', '=', turn.deadline)
    .where('reminded_half_at', turn.reminded_half_at === null ? 'is' : 'is not', null)
    .where('reminded_last_at', turn.reminded_last_at === null ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns whether a turn is still the member’s, who hasn’t submitted its chapter yet. */
export async function isWritingTurn(db: Db, id: string, accountId: string): Promise<boolean> {
  const turn = await db
    .selectFrom('relay_turns')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('phase', '=', 'writing')
    .executeTakeFirst();
  return turn !== undefined;
}
