import { expect, it } from 'vitest';
import { toCsv } from './statistics-csv.ts';

const csvOf = (text: string) => toCsv([[text]]).slice(1, -2);

it('quotes all text, and no numbers', () => {
  expect(
    toCsv([
      ['chapter', 'title', 'readers'],
      [1, 'Salt, "tax"', 3],
      [3, 'two\nlines', -1],
    ]),
  ).toBe('\uFEFF"chapter","title","readers"\r\n1,"Salt, ""tax""",3\r\n3,"two\nlines",-1\r\n');
});

it.each([
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(1)', `"'@SUM(1)"`],
  ['＝1+1', `"'＝1+1"`],
  ['＋1', `"'＋1"`],
  ['Bridge;=HYPERLINK(1);x', `"Bridge;'=HYPERLINK(1);x"`],
  ['Bridge\n=1', `"Bridge\n'=1"`],
  ['Salt; sand - and = signs', '"Salt; sand - and = signs"'],
])('a spreadsheet reads %j as text', (title, cell) => {
  expect(csvOf(title)).toBe(cell);
});
