import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { setTitle, widthInEm } from '#features/stories/model/cover/cover-title.ts';

const WIDTH = 318;

describe('setTitle', () => {
  test.each([
    ['Salt Tax', 62, ['Salt Tax']],
    ['Whoever Last Fed the Dog', 62, ['Whoever', 'Last Fed', 'the Dog']],
    ['What the Ferryman Overcharged', 47, ['What the', 'Ferryman', 'Overcharged']],
    ['막차를 놓친 사람들', 62, ['막차를', '놓친', '사람들']],
    ['', 62, []],
    ['   ', 62, []],
  ])('breaks %j at %i px', (title, size, lines) => {
    expect(setTitle(title, WIDTH)).toEqual({ size, lines });
  });

  test('divides a word that is longer than a line between syllables', () => {
    const { lines } = setTitle('Donaudampfschifffahrtsgesellschaftskapitänswitwe', WIDTH);
    expect(lines).toEqual(['Donau-', 'dampfschiff-', 'fahrtsgesell-', 'schaftskapi-', 'tänswitwe']);
  });

  test('keeps closing marks away from the start of a line', () => {
    const { lines } = setTitle('雨水账本，渡口旧事。猫町郵便局、本日も不在！外婆的半导体收音机', WIDTH);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.filter((line) => /^[、。，！？]/.test(line))).toEqual([]);
  });

  test('never divides inside a character', () => {
    for (const title of ['😀'.repeat(40), '👩‍👩‍👧'.repeat(13), 'xe\u0301'.repeat(30), 'ที่นี่'.repeat(13)]) {
      const { lines } = setTitle(title, WIDTH);
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.every((line) => line.isWellFormed() && !/^[\p{M}\u200d]/u.test(line))).toBe(true);
      expect(lines.every((line) => !/\u200d-?$/.test(line))).toBe(true);
    }
  });

  test('fits every title of up to 80 characters completely within the measure', () => {
    const letters = fc.constantFrom(...'aeiouyäénrstlmMWI雨水かナ한국、。！‘’,.:? ', ' ', ' ');
    const titles = fc.array(letters, { maxLength: 80 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(titles, (title) => {
        const { size, lines } = setTitle(title, WIDTH);
        expect(lines.join('').replace(/[\s-]/g, '')).toBe(title.replace(/[\s-]/g, ''));
        for (const line of lines) expect(widthInEm(line) * size).toBeLessThanOrEqual(WIDTH + 0.001);
      }),
      { numRuns: 500 },
    );
  });
});
