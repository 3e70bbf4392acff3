import { describe, expect, it } from 'vitest';
import { secondsLeft } from './cooldown.ts';

describe('secondsLeft', () => {
  const now = 1_800_000_000_000;
  it.each([
    ['no request', null, 0],
    ['now', now, 60],
    ['18 s ago', now - 18_000, 42],
    ['a moment before the end', now - 59_001, 1],
    ['at the end', now - 60_000, 0],
    ['long ago', now - 3_600_000, 0],
    ['clock set back', now + 5_000, 0],
    ['invalid time', Number.NaN, 0],
  ])('%s', (_, requestedAt, left) => expect(secondsLeft(requestedAt, now)).toBe(left));
});
