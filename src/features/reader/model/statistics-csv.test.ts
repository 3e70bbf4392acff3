import { expect, it } from 'vitest';
import { toCsv } from './statistics-csv.ts';

it('quotes cells that need it, and prevents titles from being read as formulas', () => {
  expect(
    toCsv([
      ['chapter', 'title', 'readers'],
      [1, 'Salt, "tax"', 3],
      [2, '=HYPERLINK("x")', 0],
      [3, 'two\nlines', -1],
    ]),
  ).toBe('\uFEFFchapter,title,readers\r\n1,"Salt, ""tax""",3\r\n2,"\'=HYPERLINK(""x"")",0\r\n3,"two\nlines",-1\r\n');
});
