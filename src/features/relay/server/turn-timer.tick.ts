import { sql } from 'kysely';
import { SECOND } from '#core/time.ts';
import { notify } from '#features/messages/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { RELAY_RULES } from '../model/mode.ts';
import { EXTENSION, LAST_REMINDER, ONE_REMINDER_UP_TO } from '../model/relay-limits.ts';
import { lengthOfTurn, remindersDue } from '../model/turn-timer.ts';
import { notifyRest } from './turn-notices.ts';
import { isTimerRunning, noteReminders, takeRestReminder, turnLength } from './turns.repo.ts';
import { advanceTurn, lockRelay } from './turns.service.ts';

const AT_ONCE = 500;

/** The length of a turn of the story `s`, in days. */
const TURN_DAYS_SQL = sql`coalesce((s.mode_settings->>'turnDays')::integer, ${sql.lit(RELAY_RULES.turnDays.default)})`;

/**
 * Ends expired turns and starts the next ones. Checks the deadline again under the story lock, because a chapter may
 * have been submitted since.
 */
export async function advanceExpiredTurns(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .selectFrom('relay_turns')
    .where('phase', '=', 'writing')
    .where('deadline', '<=', sql<Date>`db_clock()`)
    .orderBy('deadline')
    .limit(AT_ONCE)
    .select(['id', 'story_id'])
    .execute();
  for (const { id, story_id } of due) {
    await inTransaction(ctx, async (inner) => {
      const state = await lockRelay(inner, story_id);
      if (state?.turn?.id !== id) return;
      const { deadline } = state.turn.timer;
      if (deadline !== null && deadline <= state.now) await advanceTurn(inner, state, 'expired');
    }).catch((err) => ctx.log.error({ err, turn: id }, 'Failed to advance an expired turn'));
  }
}

/** Reminds writers at half time and a day before the deadline, once each. */
export async function remindWriters(ctx: Ctx): Promise<void> {
  const rows = await ctx.db
    .selectFrom('relay_turns as t')
    .innerJoin('stories as s', 's.id', 't.story_id')
    .where('t.phase', '=', 'writing')
    .where('t.deadline', 'is not', null)
    .where('t.deadline', '>', sql<Date>`db_clock()`)
    .where(
      sql<boolean>`(t.reminded_half_at is null and t.deadline - db_clock() <= (${TURN_DAYS_SQL} * interval '1 day'
          + case when t.extended_at is null then interval '0' else make_interval(secs => ${EXTENSION / SECOND}) end) / 2)
        or (t.reminded_last_at is null and t.deadline - db_clock() <= make_interval(secs => ${LAST_REMINDER / SECOND})
          and (${TURN_DAYS_SQL} * interval '1 day' > make_interval(secs => ${ONE_REMINDER_UP_TO / SECOND}) or t.extended_at is not null))`,
    )
    .limit(AT_ONCE)
    .orderBy('t.deadline')
    .select(['t.id', 't.account_id', 't.deadline', 't.extended_at', 't.reminded_half_at', 't.reminded_last_at'])
    .select(['s.id as story_id', 's.title', 's.mode_settings', sql<Date>`db_clock()`.as('now')])
    .execute();
  for (const row of rows) {
    const due = remindersDue(
      {
        deadline: row.deadline!,
        length: lengthOfTurn(turnLength({ modeSettings: row.mode_settings }), row.extended_at !== null),
        sent: { half: row.reminded_half_at !== null, last: row.reminded_last_at !== null },
      },
      row.now,
    );
    if (!due.half && !due.last) continue;
    await inTransaction(ctx, async (inner) => {
      // Another worker may have read the same turn, or its writer may have submitted the chapter since.
      if (!(await noteReminders(inner.db, row, due))) return;
      const deadline = row.deadline!.getTime();
      await notify(inner, 'relay_turn_reminder', {
        to: row.account_id,
        storyId: row.story_id,
        params: { story: row.title ?? '', deadline },
        eventKey: `${row.id}:${deadline}:${due.last ? 'last' : 'half'}`,
      });
    });
  }
}

/**
 * Reminds the writers of relays that have been resting for the length of a turn, once: the current writer, and those who
 * can restart the relay. No deadline would ever do that. Paused stories are left until they continue.
 */
export async function remindOfRest(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .selectFrom('relay_turns as t')
    .innerJoin('stories as s', 's.id', 't.story_id')
    .where('t.rest_reminder_at', '<=', sql<Date>`db_clock()`)
    .where('t.phase', '<>', 'review')
    .where('s.progress', '=', 'ongoing')
    .where((eb) => eb.ref('s.is_public'))
    .orderBy('t.rest_reminder_at')
    .limit(AT_ONCE)
    .select(['t.id', 't.story_id'])
    .execute();
  for (const { id, story_id } of due) {
    await inTransaction(ctx, async (inner) => {
      const state = await lockRelay(inner, story_id);
      if (!state || state.turn?.phase === 'review' || !(await takeRestReminder(inner.db, id))) return;
      const { story, turn, now } = state;
      const isLast = turn === null || turn.id === id;
      if (!isLast || (turn && isTimerRunning(state, turn.writerId))) return;
      const eventKey = `${id}:${now.getTime()}`;
      if (turn) {
        await notify(inner, 'relay_turn_reminder', {
          to: turn.writerId,
          storyId: story.id,
          params: { story: story.published.title, deadline: 0 },
          eventKey,
        });
      }
      await notifyRest(inner, state, turn?.writerId ?? null, eventKey);
    }).catch((err) => ctx.log.error({ err, turn: id }, 'Failed to remind of a resting relay'));
  }
}
