import { describe, expect, it } from 'vitest';
import { countdown } from './countdown.ts';
import { DAY, HOUR, MINUTE, SECOND } from './time.ts';

describe('countdown', () => {
  it.each([
    [7 * DAY, { days: 7, hours: 0, minutes: 0 }],
    [4 * DAY + 6 * HOUR + 59 * MINUTE, { days: 4, hours: 6, minutes: 0 }],
    [DAY, { days: 1, hours: 0, minutes: 0 }],
    [DAY - MINUTE, { days: 0, hours: 23, minutes: 59 }],
    [HOUR, { days: 0, hours: 1, minutes: 0 }],
    [59 * MINUTE, { days: 0, hours: 0, minutes: 59 }],
    [30 * SECOND, { days: 0, hours: 0, minutes: 1 }],
    [1, { days: 0, hours: 0, minutes: 1 }],
  ])('%i ms', (left, said) => {
    expect(countdown(left)).toEqual(said);
  });

  it('rounds up to whole minutes, also across the boundary of a larger unit', () => {
    expect(countdown(DAY - SECOND)).toEqual({ days: 1, hours: 0, minutes: 0 });
    expect(countdown(HOUR - SECOND)).toEqual({ days: 0, hours: 1, minutes: 0 });
  });

  it('returns null when the time is up', () => {
    expect(countdown(0)).toBeNull();
    expect(countdown(-DAY)).toBeNull();
  });
});
