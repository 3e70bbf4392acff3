import { expect, it } from 'vitest';
import { lengthStateOf } from './length.ts';

const bounds = { minUnits: 300, maxUnits: 3000 };

it.each([
  [0, 'short', 300, 0, 10, 100],
  [212, 'short', 88, 7.1, 10, 100],
  [299, 'short', 1, 10, 10, 100],
  [300, 'fits', 2700, 10, 10, 100],
  [1204, 'fits', 1796, 40.1, 10, 100],
  [2699, 'fits', 301, 90, 10, 100],
  [2700, 'nearly_full', 300, 90, 10, 100],
  [2926, 'nearly_full', 74, 97.5, 10, 100],
  [3000, 'nearly_full', 0, 100, 10, 100],
  [3001, 'over', 1, 100, 10, 100],
  [3043, 'over', 43, 100, 9.9, 98.6],
] as const)('%i words', (units, kind, count, written, least, most) => {
  expect(lengthStateOf(units, bounds)).toEqual({ kind, count, written, least, most });
});
