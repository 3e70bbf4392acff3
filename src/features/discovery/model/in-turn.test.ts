import { expect, it } from 'vitest';
import { inTurn } from './in-turn.ts';

const ids = (text: string) => [...text].map((id) => ({ id }));
const joined = (lists: string[], size: number) =>
  inTurn(lists.map(ids), size)
    .map(({ id }) => id)
    .join('');

it('takes one of each list in turn, the first list first', () => {
  expect(joined(['abc', 'xy', 'm'], 9)).toBe('axmbyc');
});

it('takes what is in several lists once, and no more than asked for', () => {
  expect(joined(['ab', 'ax'], 9)).toBe('abx');
  expect(joined(['abc', 'xyz'], 3)).toBe('axb');
});

it('is empty without lists', () => {
  expect(joined([], 3)).toBe('');
  expect(joined(['', ''], 3)).toBe('');
});
