import { expect, it } from 'vitest';
import { nextSibling, type Remaining, remainingOf } from './remaining.ts';

it.each<[string, { chaptersBeyond: number; openEnds: number }, Remaining]>([
  ['that leads to several ends', { chaptersBeyond: 5, openEnds: 3 }, { kind: 'ways', count: 3 }],
  ['of one chapter', { chaptersBeyond: 0, openEnds: 1 }, { kind: 'open', count: 1 }],
  ['of several chapters to one end', { chaptersBeyond: 2, openEnds: 1 }, { kind: 'open', count: 3 }],
  ['of a story that has ended', { chaptersBeyond: 2, openEnds: 0 }, { kind: 'over', count: 3 }],
])('describes a continuation %s', (_, way, beyond) => expect(remainingOf(way)).toEqual(beyond));

const at = (...places: number[]) => places.map((place) => ({ id: `${place}`, place, title: null, choice: null }));

it.each([
  ['the first', at(2, 3), 2],
  ['one between', at(1, 3), 3],
  ['the last', at(1, 2), 1],
  ['the first of two', at(2), 2],
  ['the second of two', at(1), 1],
])('returns the sibling after %s, or else the first', (_, siblings, place) =>
  expect(nextSibling(siblings)?.place).toBe(place),
);

it('returns null for an only continuation', () => expect(nextSibling([])).toBeNull());
