import { expect, it } from 'vitest';
import { bytesAsText, isNearlyFull } from './disk.ts';

const GB = 2 ** 30;

it.each<[free: number, total: number, expected: boolean | null]>([
  [60 * GB, 100 * GB, false],
  [4.9 * GB, 100 * GB, true],
  [5.1 * GB, 100 * GB, null],
  [10.1 * GB, 100 * GB, false],
  // A large disk needs no twentieth of it, a small one more.
  [11 * GB, 4000 * GB, null],
  [21 * GB, 4000 * GB, false],
  [9 * GB, 4000 * GB, true],
  [0.9 * GB, 8 * GB, true],
  [2.1 * GB, 8 * GB, false],
  [0.1 * GB, 1 * GB, true],
  [0.5 * GB, 1 * GB, false],
  [0, 0, false],
])('%d free bytes of %d', (free, total, expected) => expect(isNearlyFull({ free, total })).toBe(expected));

it('bytes are written in the unit that fits', () => {
  const written = [0, 999, 1500, 2_000_000, 12_340_000_000, 5e15].map(bytesAsText);
  expect(written).toEqual(['0 B', '999 B', '2 KB', '2 MB', '12.3 GB', '5000.0 TB']);
});
