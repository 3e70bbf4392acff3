import { expect, it } from 'vitest';
import { beginningOf } from './needs.ts';

it('keeps a short text, on one line', () => {
  expect(beginningOf('  A telephone number\n\nin paragraph 12. ')).toBe('A telephone number in paragraph 12.');
});

it('ends a longer text after a word', () => {
  const said = beginningOf('word '.repeat(40));
  expect(said).toMatch(/^(word )+word…$/);
  expect(said.length).toBeLessThanOrEqual(91);
});

it('cuts a text without spaces anywhere, but no sign in two', () => {
  expect(beginningOf('字'.repeat(100))).toBe(`${'字'.repeat(90)}…`);
  expect(beginningOf('😀'.repeat(100)).isWellFormed()).toBe(true);
});
