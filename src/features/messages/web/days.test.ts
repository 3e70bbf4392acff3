import { describe, expect, it } from 'vitest';
import { byDay, dayName, nearDay } from './days.ts';

const at = (...parts: [year: number, month: number, day: number, hour?: number]) => new Date(...parts);
const entry = (date: Date) => ({ created_at: date.toISOString() });

describe('days of the inbox', () => {
  it('are in the reader’s time zone, in the order of the entries', () => {
    const entries = [at(2026, 10, 21, 23), at(2026, 10, 21, 0), at(2026, 10, 20, 23), at(2026, 10, 18, 9)].map(entry);
    const days = byDay(entries);
    expect(days.map(({ key, items }) => [key, items.length])).toEqual([
      ['2026-11-21', 2],
      ['2026-11-20', 1],
      ['2026-11-18', 1],
    ]);
    expect(days.flatMap((day) => day.items)).toEqual(entries);
  });

  it('are empty without entries', () => expect(byDay([])).toEqual([]));

  it.each([
    [at(2026, 10, 21, 0), 'today'],
    [at(2026, 10, 20, 23), 'yesterday'],
    [at(2026, 10, 19, 23), null],
    [at(2025, 10, 21, 12), null],
  ])('calls %s %s', (date, near) => expect(nearDay(date, at(2026, 10, 21, 1))).toBe(near));

  it('finds yesterday in the previous year', () => {
    expect(nearDay(at(2026, 11, 31, 22), at(2027, 0, 1, 8))).toBe('yesterday');
  });

  it('include the year if it isn’t the current one', () => {
    expect(dayName(at(2026, 10, 18), at(2026, 10, 21), 'en')).toBe('Wednesday, November 18');
    expect(dayName(at(2025, 10, 18), at(2026, 10, 21), 'en')).toBe('Tuesday, November 18, 2025');
  });
});
