import { expect, it } from 'vitest';
import { toCsv } from './statistics-csv.ts';

it('quotes what needs it, and lets no title be taken for a formula', () => {
  expect(
    toCsv([
      ['chapter', 'title', 'readers'],
      [1, 'Salt, "tax"', 3],
      [2, '=HYPERLINK("x")', 0],
      [3, 'two\nlines', -1],
    ]),
  ).toBe('\uFEFFchapter,title,readers\r\n1,"Salt, ""tax""",3\r\n2,"\'=HYPERLINK(""x"")",0\r\n3,"two\nlines",-1\r\n');
});
