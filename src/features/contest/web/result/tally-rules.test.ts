import { expect, it } from 'vitest';
import { barEnd } from './tally-rules.ts';

it('ends three quarters along for the most votes', () => {
  expect(barEnd(61, 61)).toBe('75%');
  expect(barEnd(44, 61)).toBe('54.1%');
  expect(barEnd(0, 61)).toBe('0%');
});

it('is defined if no one voted', () => {
  expect(barEnd(0, 0)).toBe('0%');
});
