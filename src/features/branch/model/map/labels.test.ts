import { describe, expect, it } from 'vitest';
import { linesOf } from './labels.ts';

describe('labels', () => {
  it.each([
    ['Let go', 26, 2, ['Let go']],
    ['Give them to the woman in the painting', 26, 2, ['Give them to the woman in', 'the painting']],
    ['One two three four five six', 8, 2, ['One two', 'three f…']],
    ['Unbelievablylong', 8, 2, ['Unbelie…']],
    ['把钥匙交给画里的女人', 12, 2, ['把钥匙交给画', '里的女人']],
    ['그림 속 여인에게 열쇠를 건네기', 14, 2, ['그림 속', '여인에게 열쇠…']],
    ['', 10, 1, []],
  ])('breaks %j', (text, width, lines, rows) => {
    expect(linesOf(text, width, lines)).toEqual(rows);
  });
});
