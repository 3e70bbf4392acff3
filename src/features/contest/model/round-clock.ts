import { HOUR } from '#core/time.ts';
import { LATE_TICK, REVIEW_WAIT } from './contest-limits.ts';
import type { RoundAction, RoundStatus } from './round-status.ts';

/** A round with its times. `writingHours` and `votingHours` are the story's until it starts, then its own. */
export interface RoundTimes {
  status: RoundStatus;
  /** Null: as soon as enough take part. */
  startsAt: Date | null;
  startedAt: Date | null;
  writingEndsAt: Date | null;
  votingStartedAt: Date | null;
  votingEndsAt: Date | null;
  completedAt: Date | null;
  writingHours: number;
  votingHours: number;
}

/** What a step of a round hangs on beside the clock. */
export interface RoundCounts {
  /** The story can be read and goes on. */
  isStoryOngoing: boolean;
  needed: number;
  /** Who can write now, and who could at `startsAt`. */
  writerCount: number;
  writerCountAtStart: number;
  /** Entries by where they stand. */
  pending: number;
  approved: number;
  /** When the last review of an entry of this round was decided. */
  reviewedAt: Date | null;
}

export interface RoundStep {
  action: RoundAction;
  /** When it happens, which may lie a little before now. */
  at: Date;
}

const later = (a: Date, b: Date | null) => (b !== null && b > a ? b : a);
const after = (date: Date, ms: number) => new Date(date.getTime() + ms);
/** From when on a step counts that was due at this moment. */
const counted = (due: Date, now: Date) => (now.getTime() - due.getTime() <= LATE_TICK ? due : now);

/** The step that is due, or null. Pure, so that a read says the same before the step was written as after it. */
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
  // A review decided after that, before any tick came by, moves nothing: the vote was due without it.
  if (pending > 0 || (reviewedAt !== null && reviewedAt > latest))
    return now >= latest ? { action: 'open_voting', at: counted(latest, now) } : null;
  const at = counted(later(endsAt, reviewedAt), now);
  // With one entry, or none, there is nothing to choose.
  return { action: approved > 1 ? 'open_voting' : 'complete', at };
}

/** The round after a step. */
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

/** The round as it is at this moment, also where no tick has written it yet. */
export function effectiveRound(round: RoundTimes, counts: RoundCounts, now: Date): RoundTimes {
  let current = round;
  for (let step = nextStep(current, counts, now); step; step = nextStep(current, counts, now))
    current = afterStep(current, step);
  return current;
}

/** Writing is over, and the vote waits for the last reviews. */
export function isClosed({ status, writingEndsAt }: RoundTimes, now: Date): boolean {
  return status === 'writing' && now >= writingEndsAt!;
}

/** When the round becomes another by the clock alone; null where only somebody's act moves it. */
export function nextMoment(round: RoundTimes, now: Date): Date | null {
  const { status, startsAt, writingEndsAt, votingEndsAt } = round;
  if (status === 'scheduled') return startsAt !== null && startsAt > now ? startsAt : null;
  if (status === 'writing') return isClosed(round, now) ? after(writingEndsAt!, REVIEW_WAIT) : writingEndsAt;
  return status === 'voting' ? votingEndsAt : null;
}
