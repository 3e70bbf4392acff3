import { expect, it } from 'vitest';
import { joinSmallMonths } from './transparency.ts';

const months = (...received: number[]) =>
  received.map((count, i) => ({ from: i + 1, to: i + 1, received: count, acted: Math.min(count, 1) }));
const shown = (...received: number[]) =>
  joinSmallMonths(months(...received)).map(({ from, to, received: count }) => [from, to, count]);

it.each([
  [
    'enough each',
    [5, 9],
    [
      [1, 1, 5],
      [2, 2, 9],
    ],
  ],
  [
    'few are joined with the next',
    [2, 1, 7, 6],
    [
      [1, 3, 10],
      [4, 4, 6],
    ],
  ],
  [
    'the last are joined with those before',
    [8, 5, 0, 4],
    [
      [1, 1, 8],
      [2, 4, 9],
    ],
  ],
  ['all are few', [1, 0, 2], [[1, 3, 3]]],
  ['none', [], []],
] as const)('months of which %s', (_, received, expected) => expect(shown(...received)).toEqual(expected));

it('no count gets lost', () => {
  const all = months(3, 1, 0, 6, 2, 9, 1);
  const sum = (list: readonly { received: number; acted: number }[]) =>
    list.reduce(([a, b], { received, acted }) => [a! + received, b! + acted], [0, 0]);
  expect(sum(joinSmallMonths(all))).toEqual(sum(all));
});
