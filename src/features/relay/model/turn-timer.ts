import { after } from '#core/time.ts';
import { EXTENSION, LAST_REMINDER, LEAST_AFTER_REJECTION, ONE_REMINDER_UP_TO } from './relay-limits.ts';

/** State of a turn’s timer: running (`deadline` set), paused (`remaining` ms left), or not started (both null). */
export interface TurnTimer {
  deadline: Date | null;
  /** Time left when it was paused. Null if it has never run. */
  remaining: number | null;
}

/**
 * Returns the timer running or paused. It runs only while the story is ongoing and another writer is waiting. `length`
 * is a full turn in ms.
 */
export function updateTimer(
  timer: TurnTimer,
  { runs, length, now }: { runs: boolean; length: number; now: Date },
): TurnTimer {
  if (!runs) return pauseTimer(timer, now);
  if (timer.deadline !== null) return timer;
  return { deadline: after(now, timer.remaining ?? length), remaining: null };
}

/** Pauses the timer and keeps the remaining time. */
export function pauseTimer({ deadline, remaining }: TurnTimer, now: Date): TurnTimer {
  return {
    deadline: null,
    remaining: deadline === null ? remaining : Math.max(0, deadline.getTime() - now.getTime()),
  };
}

/**
 * Timer after a review that didn’t publish the chapter. After a rejection at least a day is left for changes.
 * Withdrawing adds no time.
 */
export function afterReview(timer: TurnTimer, action: 'withdraw' | 'reject'): TurnTimer {
  if (action === 'withdraw' || timer.remaining === null) return timer;
  return { ...timer, remaining: Math.max(timer.remaining, LEAST_AFTER_REJECTION) };
}

export interface Reminders {
  half: boolean;
  last: boolean;
}

/** Returns the reminders that are due and haven’t been sent. `length` is the full turn, including its extension. */
export function remindersDue(turn: { deadline: Date; length: number; sent: Reminders }, now: Date): Reminders {
  const left = turn.deadline.getTime() - now.getTime();
  const isOver = left <= 0;
  const last = turn.length > ONE_REMINDER_UP_TO && left <= LAST_REMINDER && !turn.sent.last && !isOver;
  const half = left <= turn.length / 2 && !turn.sent.half && !isOver;
  return { half, last };
}

/** Length of a turn, including its extension. */
export function lengthOfTurn(length: number, extended: boolean): number {
  return length + (extended ? EXTENSION : 0);
}
