import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE } from '#core/time.ts';
import { takeArrival, type Undo } from '../boot/arrival.ts';
import { leaveFor } from './leave-for.ts';
import { setPageRouter } from './router.ts';

const kept = new Map<string, string>();
const loaded: string[] = [];
const shown: [string, boolean][] = [];
const undo: Undo = { kind: 'story', id: '7', label: 'Undo', said: 'It is back' };

beforeEach(() => {
  vi.useFakeTimers();
  kept.clear();
  loaded.length = 0;
  shown.length = 0;
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('location', {
    origin: 'https://skein.test',
    href: 'https://skein.test/about',
    assign: (address: string) => loaded.push(address),
    replace: (address: string) => loaded.push(`instead: ${address}`),
  });
  setPageRouter({ go: async (address, { replace }) => void shown.push([address, replace]), makeAnew: async () => {} });
});
afterEach(() => {
  setPageRouter(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('goes by the router, and the next page is told once what to say', async () => {
  await leaveFor('/profile?t=de', { say: 'It is gone', undo });
  expect(shown).toEqual([['/profile?t=de', false]]);
  expect(takeArrival()).toEqual({ say: 'It is gone', undo });
  expect(takeArrival()).toBeNull();
});

it('has the page loaded where there is no router', async () => {
  setPageRouter(null);
  await leaveFor('/', { say: 'You are logged out' });
  await leaveFor('/about', { replace: true });
  expect([loaded, shown]).toEqual([['/', 'instead: /about'], []]);
});

it('leads to no other site', async () => {
  for (const address of [
    '//elsewhere.invalid/',
    '/\\elsewhere.invalid/',
    '/\t/elsewhere.invalid/',
    'https://elsewhere.invalid',
  ])
    await leaveFor(address);
  expect(shown).toEqual(Array(4).fill(['/', false]));
});

it('says nothing that an earlier page has said, and nothing after a minute', async () => {
  await leaveFor('/', { say: 'It is gone', undo });
  await leaveFor('/about');
  expect(takeArrival()).toEqual({ say: null, undo: null });
  await leaveFor('/', { say: 'It is gone' });
  vi.advanceTimersByTime(MINUTE + 1);
  expect(takeArrival()).toBeNull();
});

it('says nothing of one member to another, but to a visitor who was one', async () => {
  const browser = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => browser.get(key) ?? null });
  const signIn = (id: string) =>
    browser.set('refreshToken', id).set('accessToken', `header.${btoa(JSON.stringify({ sub: id }))}.signature`);
  signIn('7');
  await leaveFor('/', { say: 'You are logged out' });
  browser.clear();
  expect(takeArrival()?.say).toBe('You are logged out');
  signIn('7');
  await leaveFor('/', { say: 'It is gone' });
  signIn('8');
  expect(takeArrival()).toBeNull();
});

it('tells the next page also where the browser keeps nothing', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  await leaveFor('/', { say: 'It is gone' });
  expect([takeArrival()?.say, takeArrival()]).toEqual(['It is gone', null]);
});

it.each([
  ['no JSON', null],
  ['null', null],
  ['{"at":"now","say":"text"}', null],
  ['{"at":0,"member":null,"say":{"html":"<b>"},"undo":7}', { say: null, undo: null }],
  [
    '{"at":0,"member":null,"say":"<b>","undo":{"kind":"account","id":"7","label":"a","said":"b"}}',
    { say: '<b>', undo: null },
  ],
])('takes nothing that it did not keep: %s', (found, arrival) => {
  vi.setSystemTime(0);
  kept.set('arrival', found);
  expect(takeArrival()).toEqual(arrival);
  expect(kept.size).toBe(0);
});
