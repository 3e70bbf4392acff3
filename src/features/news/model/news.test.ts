import { describe, expect, it } from 'vitest';
import { localTime } from './local-time.ts';
import { isNextMorning } from './next-morning.ts';
import { isOneClick, isOwnForm } from './one-click.ts';

describe('local time', () => {
  it.each([
    ['2026-11-28T23:30:00Z', 'UTC', '2026-11-28', 23],
    ['2026-11-28T23:30:00Z', 'Asia/Tokyo', '2026-11-29', 8],
    ['2026-11-28T05:00:00Z', 'America/Los_Angeles', '2026-11-27', 21],
    ['2026-11-28T00:00:00Z', 'UTC', '2026-11-28', 0],
  ])('%s in %s is day %s, hour %s', (at, zone, day, hour) =>
    expect(localTime(new Date(at), zone)).toEqual({ day, hour }),
  );
});

describe('the next morning', () => {
  const since = new Date('2026-11-28T12:00:00Z');
  it.each([
    ['2026-11-28T23:59:00Z', 'UTC', false],
    ['2026-11-29T07:59:00Z', 'UTC', false],
    ['2026-11-29T08:00:00Z', 'UTC', true],
    ['2026-11-30T01:00:00Z', 'UTC', true],
    // In Tokyo, it was 21:00 on the 28th.
    ['2026-11-28T22:59:00Z', 'Asia/Tokyo', false],
    ['2026-11-28T23:00:00Z', 'Asia/Tokyo', true],
    // The night when the clocks go back.
    ['2026-11-29T16:00:00Z', 'America/Los_Angeles', true],
    ['2026-11-29T15:59:00Z', 'America/Los_Angeles', false],
  ])('has come at %s in %s: %s', (now, zone, has) => expect(isNextMorning(since, new Date(now), zone)).toBe(has));
  it('comes after the last day of a year', () =>
    expect(isNextMorning(new Date('2026-12-31T20:00:00Z'), new Date('2027-01-01T08:00:00Z'), 'UTC')).toBe(true));
});

describe('one click', () => {
  const FORM = 'application/x-www-form-urlencoded';
  it.each([
    [FORM, 'List-Unsubscribe=One-Click', true],
    [`${FORM}; charset=utf-8`, 'a=b&List-Unsubscribe=One-Click', true],
    [FORM.toUpperCase(), 'List-Unsubscribe=One-Click', true],
    [FORM, 'list-unsubscribe=One-Click', false],
    [FORM, '', false],
    ['', 'List-Unsubscribe=One-Click', false],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\nContent-Type: text/plain\r\n\r\nOne-Click\r\n--x--',
      true,
    ],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="other"\r\n\r\nOne-Click\r\n--x--',
      false,
    ],
  ])('as %s with %j: %s', (type, body, is) => expect(isOneClick(type, body)).toBe(is));
  it('of a hostile form takes no time', () => {
    const begun = performance.now();
    expect(isOneClick('multipart/form-data', `name="List-Unsubscribe"\r\n${'a\r\n'.repeat(600)}`)).toBe(false);
    expect(performance.now() - begun).toBeLessThan(100);
  });
  it('knows the form of the page', () =>
    expect([isOwnForm('List-Unsubscribe=One-Click&from=page'), isOwnForm('List-Unsubscribe=One-Click')]).toEqual([
      true,
      false,
    ]));
});
