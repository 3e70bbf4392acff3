import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { after, HOUR, MINUTE, SECOND } from '#core/time.ts';
import { LATE_TICK, REVIEW_WAIT } from './contest-limits.ts';
import {
  afterStep,
  effectiveRound,
  isClosed,
  nextMoment,
  nextStep,
  type RoundCounts,
  type RoundStep,
  type RoundTimes,
} from './round-clock.ts';
import { ROUND_STATUSES } from './round-status.ts';

const T = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => after(T, ms);

const scheduled = (changes: Partial<RoundTimes> = {}): RoundTimes => ({
  status: 'scheduled',
  startsAt: T,
  startedAt: null,
  writingEndsAt: null,
  votingStartedAt: null,
  votingEndsAt: null,
  completedAt: null,
  writingHours: 72,
  votingHours: 48,
  ...changes,
});
/** Writing ends at T. */
const writing = (): RoundTimes =>
  scheduled({ status: 'writing', startsAt: null, startedAt: at(-72 * HOUR), writingEndsAt: T });
/** Voting ends at T. */
const voting = (): RoundTimes => ({
  ...writing(),
  status: 'voting',
  writingEndsAt: at(-48 * HOUR),
  votingStartedAt: at(-48 * HOUR),
  votingEndsAt: T,
});
const counts = (changes: Partial<RoundCounts> = {}): RoundCounts => ({
  isStoryOngoing: true,
  needed: 3,
  writerCount: 3,
  writerCountAtStart: 3,
  pending: 0,
  approved: 2,
  reviewedAt: null,
  ...changes,
});
/** `start@90000`: the step, and its time in milliseconds from T. */
const said = (step: RoundStep | null) => step && `${step.action}@${step.at.getTime() - T.getTime()}`;
const LATER = LATE_TICK + 1;
const WAITED = REVIEW_WAIT;

describe('a scheduled round', () => {
  const soon = { writerCount: 3, writerCountAtStart: 2 };
  it.each<[string, Partial<RoundTimes>, Partial<RoundCounts>, number, string | null]>([
    ['waits for its start', {}, {}, -1, null],
    ['starts on time', {}, {}, 0, 'start@0'],
    ['is dated at its start if the tick is late', {}, {}, LATE_TICK, 'start@0'],
    ['is dated at the current time after an outage', {}, {}, LATER, `start@${LATER}`],
    ['stays scheduled with too few writers', {}, { writerCount: 2, writerCountAtStart: 2 }, HOUR, null],
    ['starts once enough writers have joined', {}, soon, HOUR, `start@${HOUR}`],
    ['starts on time even if some have left since', {}, { writerCount: 2, writerCountAtStart: 3 }, MINUTE, `start@0`],
    ['does not start before its time', {}, { writerCount: 9, writerCountAtStart: 0 }, -HOUR, null],
    ['starts with enough writers', { startsAt: null }, { writerCount: 3, writerCountAtStart: 0 }, 5, 'start@5'],
    ['waits until there are enough writers', { startsAt: null }, { writerCount: 2, writerCountAtStart: 0 }, 5, null],
    ['does not start in a paused story', {}, { isStoryOngoing: false }, HOUR, null],
    ['does not start in a paused story with enough writers', { startsAt: null }, { isStoryOngoing: false }, HOUR, null],
  ])('%s', (_, round, counted, now, expected) =>
    expect(said(nextStep(scheduled(round), counts(counted), at(now)))).toBe(expected),
  );
});

describe('the end of writing', () => {
  it.each<[string, Partial<RoundCounts>, number, string | null]>([
    ['does not come early', {}, -1, null],
    ['opens voting right away if all entries are reviewed', {}, 0, 'open_voting@0'],
    ['is dated at its deadline if the tick is late', {}, LATE_TICK, 'open_voting@0'],
    ['is dated at the current time after an outage', {}, LATER, `open_voting@${LATER}`],
    ['ignores earlier reviews', { reviewedAt: at(-HOUR) }, MINUTE, 'open_voting@0'],
    ['completes the round without entries', { approved: 0 }, MINUTE, 'complete@0'],
    ['completes the round with one entry', { approved: 1 }, MINUTE, 'complete@0'],
    ['does not depend on the story being ongoing', { isStoryOngoing: false }, MINUTE, 'open_voting@0'],
    ['waits for reviews', { pending: 1 }, MINUTE, null],
    ['waits for the review of the only entry', { pending: 1, approved: 0 }, 23 * HOUR, null],
    ['waits for 24 hours', { pending: 1 }, WAITED - 1, null],
    ['waits no longer than 24 hours', { pending: 1 }, WAITED, `open_voting@${WAITED}`],
    ['waits no longer than 24 hours with a late tick', { pending: 1 }, WAITED + LATE_TICK, `open_voting@${WAITED}`],
    ['waits 24 hours plus the time of an outage', { pending: 1 }, WAITED + LATER, `open_voting@${WAITED + LATER}`],
    ['opens voting with one, since another may join', { pending: 1, approved: 1 }, WAITED, `open_voting@${WAITED}`],
    ['opens voting for entries that may still join', { pending: 2, approved: 0 }, WAITED, `open_voting@${WAITED}`],
    ['opens voting with the last review', { reviewedAt: at(3 * HOUR) }, 3 * HOUR + MINUTE, `open_voting@${3 * HOUR}`],
    [
      'completes the round with the last review if it leaves one entry',
      { approved: 1, reviewedAt: at(3 * HOUR) },
      3 * HOUR,
      `complete@${3 * HOUR}`,
    ],
    [
      'completes the round with the last review if it leaves no entry',
      { approved: 0, reviewedAt: at(HOUR) },
      HOUR + MINUTE,
      `complete@${HOUR}`,
    ],
    [
      'is not delayed by a review after 24 hours, before the tick',
      { reviewedAt: at(WAITED + MINUTE) },
      WAITED + 2 * MINUTE,
      `open_voting@${WAITED}`,
    ],
    ['is dated at the current time if the last entry in review was withdrawn', {}, 5 * HOUR, `open_voting@${5 * HOUR}`],
  ])('%s', (_, counted, now, expected) => expect(said(nextStep(writing(), counts(counted), at(now)))).toBe(expected));
});

describe('the end of voting', () => {
  it.each<[string, Partial<RoundCounts>, number, string | null]>([
    ['does not come early', {}, -1, null],
    ['comes on time', {}, 0, 'complete@0'],
    ['is on time after any outage, since voting must not be open longer', {}, 9 * LATER, 'complete@0'],
    ['does not wait for reviews', { pending: 5 }, SECOND, 'complete@0'],
    ['comes without entries', { approved: 0 }, SECOND, 'complete@0'],
    ['comes in a paused story', { isStoryOngoing: false }, SECOND, 'complete@0'],
  ])('%s', (_, counted, now, expected) => expect(said(nextStep(voting(), counts(counted), at(now)))).toBe(expected));
  it('is the last step', () => {
    const over = afterStep(voting(), { action: 'complete', at: T });
    expect(over).toMatchObject({ status: 'completed', completedAt: T });
    expect(nextStep(over, counts(), at(1000 * HOUR))).toBeNull();
  });
});

describe('a step', () => {
  it('sets the times that depend on it, and no others', () => {
    const begun = afterStep(scheduled({ writingHours: 2, votingHours: 3 }), { action: 'start', at: at(5) });
    expect(begun).toEqual({
      ...scheduled({ writingHours: 2, votingHours: 3 }),
      status: 'writing',
      startedAt: at(5),
      writingEndsAt: at(5 + 2 * HOUR),
    });
    const opened = afterStep(begun, { action: 'open_voting', at: at(3 * HOUR) });
    expect(opened).toEqual({ ...begun, status: 'voting', votingStartedAt: at(3 * HOUR), votingEndsAt: at(6 * HOUR) });
    expect(afterStep(opened, { action: 'complete', at: at(6 * HOUR) })).toEqual({
      ...opened,
      status: 'completed',
      completedAt: at(6 * HOUR),
    });
  });
});

describe('the next moment of a round', () => {
  it.each<[string, RoundTimes, number, number | null, boolean]>([
    ['scheduled', scheduled(), -HOUR, 0, false],
    ['scheduled with too few writers', scheduled(), HOUR, null, false],
    ['scheduled for as soon as there are enough writers', scheduled({ startsAt: null }), 0, null, false],
    ['writing', writing(), -HOUR, 0, false],
    ['writing, waiting for reviews', writing(), 0, REVIEW_WAIT, true],
    ['voting', voting(), -HOUR, 0, false],
    ['completed', { ...voting(), status: 'completed', completedAt: T }, HOUR, null, false],
  ])('%s', (_, round, now, moment, closed) => {
    expect(nextMoment(round, at(now))).toEqual(moment === null ? null : at(moment));
    expect(isClosed(round, at(now))).toBe(closed);
  });
});

describe('ticks', () => {
  const anyRound = fc.record({
    writingHours: fc.integer({ min: 1, max: 720 }),
    votingHours: fc.integer({ min: 1, max: 336 }),
    approved: fc.integer({ min: 0, max: 4 }),
    pending: fc.boolean(),
    /** Hours from the end of writing to the decision of the last review. */
    reviewed: fc.oneof(fc.double({ min: 0, max: 30, noNaN: true }), fc.double({ min: 23.9, max: 24.2, noNaN: true })),
    gaps: fc.array(fc.integer({ min: 1, max: LATE_TICK }), { minLength: 3, maxLength: 60 }),
  });
  type AnyRound = typeof anyRound extends fc.Arbitrary<infer R> ? R : never;

  /** The inputs of the round at a moment: one entry is in review until it is decided. */
  function world({ writingHours, approved, pending, reviewed }: AnyRound): (now: Date) => RoundCounts {
    const decided = at(writingHours * HOUR + Math.round(reviewed * HOUR));
    return (now) => {
      const waits = pending && now < decided;
      return counts({
        pending: waits ? 1 : 0,
        approved: approved + (pending && !waits ? 1 : 0),
        reviewedAt: pending && !waits ? decided : null,
      });
    };
  }
  /** Every moment that a tick could be late for. A tick follows each of them within the allowed delay. */
  const momentsOf = (round: AnyRound) => {
    const ends = round.writingHours * HOUR;
    const waited = ends + (round.pending ? Math.min(Math.round(round.reviewed * HOUR), REVIEW_WAIT) : 0);
    return [0, ends, waited, ends + REVIEW_WAIT, waited + round.votingHours * HOUR, ends + round.votingHours * HOUR];
  };
  function ticked(round: AnyRound, moments: number[]): RoundTimes {
    const seen = world(round);
    let times = scheduled(round);
    for (const moment of moments)
      for (
        let step = nextStep(times, seen(at(moment)), at(moment));
        step;
        step = nextStep(times, seen(at(moment)), at(moment))
      )
        times = afterStep(times, step);
    return times;
  }
  const inOrder = (moments: number[]) => [...moments].sort((a, b) => a - b);

  it('that are slightly late give the same times as ticks on time', () => {
    fc.assert(
      fc.property(anyRound, (round) => {
        const due = inOrder(momentsOf(round));
        const end = due.at(-1)! + LATE_TICK;
        const late = due.map((moment, i) => moment + round.gaps[i % round.gaps.length]!);
        const expected = ticked(round, [...due, end]);
        expect(expected.status).toBe('completed');
        expect(ticked(round, inOrder([...late, end]))).toEqual(expected);
        // Additional ticks change nothing.
        expect(ticked(round, inOrder([...due, ...late, ...due, end]))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('save what reads returned before, and reads never go back', () => {
    fc.assert(
      fc.property(
        anyRound,
        fc.array(fc.double({ min: -1, max: 1100, noNaN: true }), { maxLength: 12 }),
        (round, hours) => {
          const seen = world(round);
          let times = scheduled(round);
          let last = 0;
          for (const now of inOrder([...momentsOf(round), ...hours.map((hour) => Math.round(hour * HOUR))]).map(at)) {
            const read = effectiveRound(times, seen(now), now);
            expect(ROUND_STATUSES.indexOf(read.status)).toBeGreaterThanOrEqual(last);
            last = ROUND_STATUSES.indexOf(read.status);
            // Some moments are only read, others are saved.
            if (now.getTime() % 2 === 0) times = read;
            expect(effectiveRound(read, seen(now), now)).toEqual(read);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
