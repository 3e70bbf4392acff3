import { after, DAY } from '#core/time.ts';
import type { RoundView } from '../contract.ts';

/** So many of the newest rounds a page asks for: those of the chapters that it lists. */
export const ROUNDS_SHOWN = 50;

/** Where a round stands, as a page tells it. */
export type RoundPhase = 'scheduled' | 'writing' | 'closed' | 'voting' | 'counting' | 'completed';

export function phaseOf({ status, closed, result }: RoundView): RoundPhase {
  if (status === 'writing') return closed ? 'closed' : 'writing';
  if (status === 'completed') return result === null ? 'counting' : 'completed';
  return status;
}

/** How many authors a round that has not begun still waits for. */
export function missingAuthors({ minParticipants, participantCount }: RoundView): number {
  return Math.max(0, minParticipants - participantCount);
}

/** When voting ends, or would if it began on time; null before the round began. */
export function lastMoment({ writingEndsAt, votingEndsAt, votingHours }: RoundView): string | null {
  if (votingEndsAt !== null || writingEndsAt === null) return votingEndsAt;
  return after(new Date(writingEndsAt), (votingHours / 24) * DAY).toISOString();
}

/** How often a page asks again for what only the server knows: the end of the reviews, the count. In milliseconds. */
const REVIEWS_ASKED = 60_000;
const COUNT_ASKED = 5_000;
/** A deadline that has passed here may be a moment ahead there. */
const AFTER_DEADLINE = 1_500;
/** The longest that timers of browsers can wait. */
const TIMER_MAX = 2 ** 31 - 1;

/** In how many milliseconds the page should look again how the round stands; null where only somebody's act moves it. */
export function looksAgainIn(round: RoundView, now: number): number | null {
  const phase = phaseOf(round);
  if (phase === 'counting') return COUNT_ASKED;
  if (phase === 'closed') return REVIEWS_ASKED;
  const due = { scheduled: round.startsAt, writing: round.writingEndsAt, voting: round.votingEndsAt, completed: null }[
    phase
  ];
  if (due === null) return null;
  const left = Date.parse(due) - now;
  // One that is due and waits for authors does not move by the clock any more.
  if (phase === 'scheduled' && left < 0) return missingAuthors(round) > 0 ? null : COUNT_ASKED;
  return Math.min(TIMER_MAX, left < 0 ? COUNT_ASKED : left + AFTER_DEADLINE);
}
