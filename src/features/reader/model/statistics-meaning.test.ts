import { describe, expect, it } from 'vitest';
import { type ChapterCount, manyStopAt, meaningOf, stoppedAfter } from './statistics-meaning.ts';

const chaptersOf = (opened: number[], ended = 0): ChapterCount[] =>
  opened.map((count, i) => ({
    id: String(i + 1),
    number: i + 1,
    opened: count,
    ended: i === opened.length - 1 ? ended : 0,
  }));
const namesOf = (opened: number[]) => manyStopAt(chaptersOf(opened)).map(({ chapter }) => chapter.number);

describe('where readers stop', () => {
  it('is the difference to the next chapter, never negative, and null for the last chapter', () => {
    const chapters = chaptersOf([10, 7, 9]);
    expect([0, 1, 2].map((i) => stoppedAfter(chapters, i))).toEqual([3, 0, null]);
  });
  it.each([
    ['from 8% of the readers', [100, 92, 85], [1]],
    ['not below 8%', [100, 93, 86], []],
    ['not for a few readers', [2, 0], []],
    ['at most three, most first', [1000, 800, 700, 400, 350], [3, 1, 2]],
    ['nowhere without readers', [0, 0, 0], []],
  ])('marks where many stop: %s', (_, opened, numbers) => expect(namesOf(opened)).toEqual(numbers));
});

describe('meaning of the figures', () => {
  it.each([
    [
      'where most readers stop, and how many continue',
      [871, 806, 594, 331],
      { kind: 'stop', number: 3, stopped: 263, passed: 331 },
    ],
    ['how many finished, of those who started', [100, 97, 95], { kind: 'end', began: 100 }],
    ['how many read the only chapter', [4], { kind: 'one', began: 4 }],
    ['zero without readers', [0, 0], { kind: 'end', began: 0 }],
  ])('is %s', (_, opened, meaning) => expect(meaningOf(chaptersOf(opened, 2))).toMatchObject({ ...meaning, ended: 2 }));
});
