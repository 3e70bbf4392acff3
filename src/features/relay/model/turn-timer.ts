import { after } from '#core/time.ts';
import { EXTENSION, LAST_REMINDER, LEAST_AFTER_REJECTION, ONE_REMINDER_UP_TO } from './relay-limits.ts';

/** The clock of a turn: it runs to a deadline, stands with what was left, or has not been wound. Milliseconds. */
export interface TurnTimer {
  deadline: Date | null;
  /** What was left when it stopped; null when it was never running. */
  remaining: number | null;
}

/** It runs only while the story goes on and somebody waits. `length` is what a whole turn has. */
export function updateTimer(
  timer: TurnTimer,
  { runs, length, now }: { runs: boolean; length: number; now: Date },
): TurnTimer {
  if (!runs) return pauseTimer(timer, now);
  if (timer.deadline !== null) return timer;
  return { deadline: after(now, timer.remaining ?? length), remaining: null };
}

/** Stops it and keeps what is left. */
export function pauseTimer({ deadline, remaining }: TurnTimer, now: Date): TurnTimer {
  return {
    deadline: null,
    remaining: deadline === null ? remaining : Math.max(0, deadline.getTime() - now.getTime()),
  };
}

/** The chapter came back. After a rejection there is work to do, so at least a day is left; taking it back gains nothing. */
export function afterReview(timer: TurnTimer, action: 'withdraw' | 'reject'): TurnTimer {
  if (action === 'withdraw' || timer.remaining === null) return timer;
  return { ...timer, remaining: Math.max(timer.remaining, LEAST_AFTER_REJECTION) };
}

export interface Reminders {
  half: boolean;
  last: boolean;
}

/** Which reminders are due and have not gone out. `length` is the whole turn, its extension included. */
export function remindersDue(turn: { deadline: Date; length: number; sent: Reminders }, now: Date): Reminders {
  const left = turn.deadline.getTime() - now.getTime();
  const isOver = left <= 0;
  const last = turn.length > ONE_REMINDER_UP_TO && left <= LAST_REMINDER && !turn.sent.last && !isOver;
  const half = left <= turn.length / 2 && !turn.sent.half && !isOver;
  return { half, last };
}

/** Length of a turn with its extension. */
export function lengthOfTurn(length: number, extended: boolean): number {
  return length + (extended ? EXTENSION : 0);
}
