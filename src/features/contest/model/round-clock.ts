import { HOUR } from '#core/time.ts';
import { LATE_TICK, REVIEW_WAIT } from './contest-limits.ts';
import type { RoundAction, RoundStatus } from './round-status.ts';

/** A round with its times. Until it starts, `writingHours` and `votingHours` are the story’s, then its own. */
export interface RoundTimes {
  status: RoundStatus;
  /** Null to start as soon as there are enough writers. */
  startsAt: Date | null;
  startedAt: Date | null;
  writingEndsAt: Date | null;
  votingStartedAt: Date | null;
  votingEndsAt: Date | null;
  completedAt: Date | null;
  writingHours: number;
  votingHours: number;
}

/** Inputs to the next transition of a round, besides time. */
export interface RoundCounts {
  /** The story is public and ongoing. */
  isStoryOngoing: boolean;
  needed: number;
  /** Participants who can write now, and who could at `startsAt`. */
  writerCount: number;
  writerCountAtStart: number;
  /** Number of entries by status. */
  pending: number;
  approved: number;
  /** When the last review of an entry of this round was decided. */
  reviewedAt: Date | null;
}

export interface RoundStep {
  action: RoundAction;
  /** When it happens. Can be slightly before now. */
  at: Date;
}

const later = (a: Date, b: Date | null) => (b !== null && b > a ? b : a);
const after = (date: Date, ms: number) => new Date(date.getTime() + ms);
/** Returns the time that a step due at `due` is dated at. See `LATE_TICK`. */
const counted = (due: Date, now: Date) => (now.getTime() - due.getTime() <= LATE_TICK ? due : now);

/** Returns the step that is due, or null. Pure, so that a read returns the same before and after the step is saved. */
export function nextStep(round: RoundTimes, counts: RoundCounts, now: Date): RoundStep | null {
  if (round.status === 'scheduled') return nextStart(round, counts, now);
  if (round.status === 'writing') return endOfWriting(round.writingEndsAt!, counts, now);
  if (round.status === 'voting' && now >= round.votingEndsAt!) return { action: 'complete', at: round.votingEndsAt! };
  return null;
}

function nextStart({ startsAt }: RoundTimes, counts: RoundCounts, now: Date): RoundStep | null {
  if (!counts.isStoryOngoing || (startsAt !== null && now < startsAt)) return null;
  if (startsAt !== null && counts.writerCountAtStart >= counts.needed)
    return { action: 'start', at: counted(startsAt, now) };
  return counts.writerCount >= counts.needed ? { action: 'start', at: now } : null;
}

function endOfWriting(endsAt: Date, { pending, approved, reviewedAt }: RoundCounts, now: Date): RoundStep | null {
  if (now < endsAt) return null;
  const latest = after(endsAt, REVIEW_WAIT);
  // A review decided after `latest`, before any tick ran, doesn’t delay the vote, which was due without it.
  if (pending > 0 || (reviewedAt !== null && reviewedAt > latest))
    return now >= latest ? { action: 'open_voting', at: counted(latest, now) } : null;
  const at = counted(later(endsAt, reviewedAt), now);
  // With fewer than two entries there is nothing to vote on.
  return { action: approved > 1 ? 'open_voting' : 'complete', at };
}

/** Returns the round after a step. */
export function afterStep(round: RoundTimes, { action, at }: RoundStep): RoundTimes {
  switch (action) {
    case 'start':
      return { ...round, status: 'writing', startedAt: at, writingEndsAt: after(at, round.writingHours * HOUR) };
    case 'open_voting':
      return { ...round, status: 'voting', votingStartedAt: at, votingEndsAt: after(at, round.votingHours * HOUR) };
    case 'complete':
      return { ...round, status: 'completed', completedAt: at };
  }
}

/** Returns the round in its current state, even if no tick has saved it yet. */
export function effectiveRound(round: RoundTimes, counts: RoundCounts, now: Date): RoundTimes {
  let current = round;
  for (let step = nextStep(current, counts, now); step; step = nextStep(current, counts, now))
    current = afterStep(current, step);
  return current;
}

/** Writing has ended, and voting waits for the last reviews. */
export function isClosed({ status, writingEndsAt }: RoundTimes, now: Date): boolean {
  return status === 'writing' && now >= writingEndsAt!;
}

/** When the round next changes with time alone. Null if only an action can change it. */
export function nextMoment(round: RoundTimes, now: Date): Date | null {
  const { status, startsAt, writingEndsAt, votingEndsAt } = round;
  if (status === 'scheduled') return startsAt !== null && startsAt > now ? startsAt : null;
  if (status === 'writing') return isClosed(round, now) ? after(writingEndsAt!, REVIEW_WAIT) : writingEndsAt;
  return status === 'voting' ? votingEndsAt : null;
}
