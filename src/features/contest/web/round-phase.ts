import { after, DAY } from '#core/time.ts';
import type { RoundView } from '../contract.ts';

/** So many of the newest rounds a page asks for: those of the chapters that it lists. */
export const ROUNDS_SHOWN = 50;

/** Where a round stands, as a page tells it. */
export type RoundPhase = 'scheduled' | 'writing' | 'closed' | 'voting' | 'counting' | 'completed';

export function roundPhaseOf({ status, closed, result }: RoundView): RoundPhase {
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

/** When the round becomes another by the clock alone; null where it waits for somebody, or for nothing. */
export function dueAt(round: RoundView): string | null {
  switch (roundPhaseOf(round)) {
    case 'scheduled':
      return missingAuthors(round) > 0 ? null : round.startsAt;
    case 'writing':
      return round.writingEndsAt;
    case 'voting':
      return round.votingEndsAt;
    default:
      return null;
  }
}
