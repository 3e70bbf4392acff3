import { after, DAY } from '#core/time.ts';
import type { RoundView } from '../contract.ts';

/** How many of the newest rounds a page requests: those of the chapters that it lists. */
export const ROUNDS_SHOWN = 50;

/** Phase of a round, as pages show it. */
export type RoundPhase = 'scheduled' | 'writing' | 'closed' | 'voting' | 'counting' | 'completed';

export function roundPhaseOf({ status, closed, result }: RoundView): RoundPhase {
  if (status === 'writing') return closed ? 'closed' : 'writing';
  if (status === 'completed') return result === null ? 'counting' : 'completed';
  return status;
}

/** How many writers a scheduled round still needs. */
export function missingAuthors({ minParticipants, participantCount }: RoundView): number {
  return Math.max(0, minParticipants - participantCount);
}

/** When voting ends, or would end if it started on time. Null before the round has started. */
export function lastMoment({ writingEndsAt, votingEndsAt, votingHours }: RoundView): string | null {
  if (votingEndsAt !== null || writingEndsAt === null) return votingEndsAt;
  return after(new Date(writingEndsAt), (votingHours / 24) * DAY).toISOString();
}

/** When the round next changes with time alone. Null if it waits for something else or is over. */
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
