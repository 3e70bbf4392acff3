import { expect, it } from 'vitest';
import { DAY, HOUR } from '#core/time.ts';
import { axisLabels, hasRoom, threadPlaces } from './thread-places.ts';

const START = Date.parse('2026-11-18T09:00:00Z');
const at = (used: number, length = 7 * DAY) => threadPlaces(START, START + length, START + used);

it('is as far along the line as the time is', () => {
  expect(at(0)).toEqual({ now: 0, rest: 4, showsNow: false });
  expect(at(2 * DAY + 16 * HOUR)).toEqual({ now: 38, rest: 42, showsNow: true });
  expect(at(7 * DAY)).toEqual({ now: 100, rest: null, showsNow: false });
});

it('stays inside the line, no matter what the clocks of reader and server say', () => {
  expect(at(-HOUR).now).toBe(0);
  expect(at(8 * DAY).now).toBe(100);
  expect(threadPlaces(START, START, START)).toMatchObject({ now: 100, rest: null });
});

it('draws no dots that would run over the end, and leaves “now” out beside a date', () => {
  expect(at(6.6 * DAY)).toEqual({ now: 94, rest: null, showsNow: false });
  expect(at(6 * DAY)).toMatchObject({ rest: 90, showsNow: false });
});

it.each([
  [
    ['18', '19', '21'],
    ['short', 'short', 'short'],
  ],
  [
    ['18', '18', '18'],
    ['clock', 'clock', 'clock'],
  ],
  [
    ['18', '18', '19'],
    ['day-clock', 'clock', 'short'],
  ],
  [
    ['18', '19', '19'],
    ['short', 'day-clock', 'clock'],
  ],
  [
    ['18', '18'],
    ['clock', 'clock'],
  ],
])('distinguishes moments of the same day by the time: %j', (days, labels) => expect(axisLabels(days)).toEqual(labels));

it('leaves out a label that would run into a longer one', () => {
  expect(hasRoom(40)).toBe(true);
  expect(hasRoom(40, ['day-clock', 'clock', 'short'])).toBe(false);
  expect(hasRoom(50, ['day-clock', 'clock', 'short'])).toBe(true);
});
