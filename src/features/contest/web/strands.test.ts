import { describe, expect, it } from 'vitest';
import { blindStrands, knownStrands, seatStrands } from './strands.ts';

const startsOf = (strands: readonly { path: string }[]) => strands.map(({ path }) => Number(path.split(/[ C]/)[1]));

describe('the strands of a round', () => {
  it('are evenly spaced between the outer two, and centered if there is only one', () => {
    expect(startsOf(blindStrands(1))).toEqual([27]);
    expect(startsOf(blindStrands(3))).toEqual([4, 27, 50]);
    expect(startsOf(blindStrands(6))).toEqual([4, 13.2, 22.4, 31.6, 40.8, 50]);
    expect(blindStrands(0)).toEqual([]);
  });

  it('have no color before the names are known', () => {
    expect(blindStrands(4).every(({ colorIndex, isWinner }) => colorIndex === null && !isWinner)).toBe(true);
  });

  it('are in the order of joining, with the winner on top', () => {
    const strands = knownStrands([5, 1, 3], 5);
    expect(strands.map(({ colorIndex, isWinner }) => [colorIndex, isWinner])).toEqual([
      [1, false],
      [3, false],
      [5, true],
    ]);
    expect(startsOf(strands)).toEqual([4, 27, 50]);
    expect(startsOf(knownStrands([1, 5, 3], 1))).toEqual([27, 50, 4]);
    expect(knownStrands([2, 1], null).some(({ isWinner }) => isWinner)).toBe(false);
  });

  it('are limited in number, and include the winner', () => {
    const participantNumbers = Array.from({ length: 50 }, (_, i) => 50 - i);
    expect(blindStrands(50)).toHaveLength(12);
    const strands = knownStrands(participantNumbers, 50);
    expect(strands).toHaveLength(12);
    expect(strands.at(-1)).toMatchObject({ colorIndex: 50, isWinner: true });
  });

  it('show which spots are taken', () => {
    expect(seatStrands(1, 3).map(({ isTaken }) => isTaken)).toEqual([true, false, false]);
  });
});
