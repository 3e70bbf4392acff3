import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { serverNow } from '../boot/server-time.ts';
import { measureServerClock } from './server-clock.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const stored = new Map<string, string>();
let ahead = 0;
const ask = vi.fn(async () => new Response('{}', { headers: { date: new Date(Date.now() + ahead).toUTCString() } }));

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  stored.clear();
  ask.mockClear();
  vi.stubGlobal('fetch', ask);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([-26 * HOUR, -10 * SECOND, 10 * SECOND, 26 * HOUR])('corrects a clock that is off by %i ms', async (off) => {
  ahead = off;
  await measureServerClock();
  expect(Math.abs(serverNow() - (Date.now() + off))).toBeLessThan(2 * SECOND);
});

it('leaves a clock alone that is right within the precision of the answer', async () => {
  ahead = SECOND;
  await measureServerClock();
  expect(serverNow()).toBe(Date.now());
});

it('sends one request an hour, also for several countdowns at once', async () => {
  ahead = HOUR;
  await Promise.all([measureServerClock(), measureServerClock()]);
  vi.setSystemTime(NOW + 59 * MINUTE);
  await measureServerClock();
  expect(ask).toHaveBeenCalledTimes(1);
  vi.setSystemTime(NOW + 61 * MINUTE);
  await measureServerClock();
  expect(ask).toHaveBeenCalledTimes(2);
});

it('uses the device’s clock without network or storage', async () => {
  ask.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await measureServerClock();
  expect(serverNow()).toBe(Date.now());
  vi.stubGlobal('sessionStorage', undefined);
  await measureServerClock();
  expect(serverNow()).toBe(Date.now());
});
