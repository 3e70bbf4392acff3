import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { after, MINUTE } from '#core/time.ts';
import { type BallotCandidate, ballotOf, inOrderOfVotes, letterOf, opensNeeded } from './ballot.ts';

const OPENED = new Date('2026-03-01T12:00:00Z');
/** A candidate that was approved `minutes` after voting had started, or before that if 0. */
const candidate = (id: string, minutes = 0, gone = false): BallotCandidate => ({
  id,
  late: minutes > 0,
  ballotAt: after(OPENED, minutes * MINUTE),
  gone,
});
const ranked = (voter: string) => (id: string) => createHash('sha256').update(`${voter} ${id}`).digest('hex');
const backwards = (id: string) => String(1000 - Number(id));
const letters = (ballot: { id: string; letter: string }[]) =>
  ballot.map(({ id, letter }) => `${letter}${id}`).join(' ');

it.each([
  [0, 'A'],
  [1, 'B'],
  [25, 'Z'],
  [26, 'AA'],
  [27, 'AB'],
  [51, 'AZ'],
  [52, 'BA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('the letter of %i is %s', (index, letter) => expect(letterOf(index)).toBe(letter));

describe('a ballot', () => {
  it.each<[string, BallotCandidate[], string]>([
    ['is sorted by rank', [candidate('1'), candidate('2'), candidate('3')], 'A3 B2 C1'],
    [
      'lists late entries last, in the order of joining',
      [candidate('9', 2), candidate('1'), candidate('8', 1), candidate('2')],
      'A2 B1 C8 D9',
    ],
    ['ranks simultaneous late entries', [candidate('1'), candidate('8', 1), candidate('9', 1)], 'A1 B9 C8'],
    ['leaves the letter of a removed entry unused', [candidate('1'), candidate('2', 0, true), candidate('3')], 'A3 C1'],
    ['does the same for a removed late entry', [candidate('1'), candidate('2', 1, true), candidate('3', 2)], 'A1 C3'],
    ['can be empty', [], ''],
    ['can have lost all entries', [candidate('1', 0, true)], ''],
  ])('%s', (_, candidates, expected) => expect(letters(ballotOf(candidates, backwards))).toBe(expected));

  it('does not depend on the input order, and does not change the input', () => {
    const candidates = [candidate('1'), candidate('2'), candidate('3', 1), candidate('4', 2)];
    const kept = structuredClone(candidates);
    expect(ballotOf([...candidates].reverse(), backwards)).toEqual(ballotOf(candidates, backwards));
    expect(candidates).toEqual(kept);
  });

  it('keeps every letter that a voter has seen, whichever entries join or leave', () => {
    const step = fc.oneof(
      fc.record({ join: fc.constant(true), minutes: fc.integer({ min: 0, max: 30 }) }),
      fc.record({ leave: fc.nat() }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.array(step, { maxLength: 20 }),
        fc.string(),
        (begun, steps, voter) => {
          let candidates = Array.from({ length: begun }, (_, i) => candidate(String(i + 1)));
          let minutes = 1;
          const seen = new Map<string, string>();
          const look = () => {
            const ballot = ballotOf(candidates, ranked(voter));
            expect(ballot).toHaveLength(candidates.filter(({ gone }) => !gone).length);
            expect(new Set(ballot.map(({ letter }) => letter)).size).toBe(ballot.length);
            for (const { id, letter } of ballot) {
              expect(seen.get(id) ?? letter).toBe(letter);
              seen.set(id, letter);
            }
          };
          look();
          for (const change of steps) {
            if ('join' in change) {
              minutes += change.minutes;
              // Two entries that join at the same moment are first seen together.
              if (change.minutes > 0) candidates.push(candidate(String(candidates.length + 1), minutes));
            } else if (candidates.length > 0) {
              const place = change.leave % candidates.length;
              candidates = candidates.map((one, i) => (i === place ? { ...one, gone: true } : one));
            }
            look();
          }
        },
      ),
    );
  });

  it('is different for nearly every voter', () => {
    const candidates = Array.from({ length: 6 }, (_, i) => candidate(String(i)));
    const orders = Array.from({ length: 200 }, (_, voter) => letters(ballotOf(candidates, ranked(String(voter)))));
    expect(new Set(orders).size).toBeGreaterThan(150);
    // Each entry comes first about as often as any other.
    for (const { id } of candidates) {
      const first = orders.filter((order) => order.startsWith(`A${id} `)).length;
      expect(first).toBeGreaterThan(15);
      expect(first).toBeLessThan(55);
    }
  });
});

it.each([
  [0, 0],
  [1, 1],
  [4, 4],
  [5, 5],
  [6, 5],
  [50, 5],
])('of %i entries, %i must be opened', (entries, needed) => expect(opensNeeded(entries)).toBe(needed));

describe('the order of a result', () => {
  const entry = (id: string, votes: number, minutes: number) => ({
    id,
    votes,
    submittedAt: after(OPENED, minutes * MINUTE),
  });
  it.each([
    ['most votes first', [entry('1', 1, 0), entry('2', 3, 1), entry('3', 2, 2)], '2 3 1'],
    ['if equal, the earlier submission first', [entry('1', 2, 9), entry('2', 2, 1), entry('3', 5, 10)], '3 2 1'],
    ['without votes, the earlier submission first', [entry('1', 0, 3), entry('2', 0, 2), entry('3', 0, 1)], '3 2 1'],
    [
      'otherwise the lower id, as a number',
      [entry('10', 1, 0), entry('9', 1, 0), entry('900719925474099312', 1, 0)],
      '9 10 900719925474099312',
    ],
    ['a single entry', [entry('1', 0, 0)], '1'],
    ['no entries', [], ''],
  ])('%s', (_, entries, expected) => {
    const kept = [...entries];
    expect(
      inOrderOfVotes(entries)
        .map(({ id }) => id)
        .join(' '),
    ).toBe(expected);
    expect(
      inOrderOfVotes([...entries].reverse())
        .map(({ id }) => id)
        .join(' '),
    ).toBe(expected);
    expect(entries).toEqual(kept);
  });
});
