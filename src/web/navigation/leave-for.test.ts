import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE } from '#core/time.ts';
import { takeArrival, type Undo } from '../boot/arrival.ts';
import { leaveFor } from './leave-for.ts';

const kept = new Map<string, string>();
const loaded: string[] = [];
const undo: Undo = { kind: 'story', id: '7', label: 'Undo', said: 'It is back' };
const take = () => takeArrival(['story']);

beforeEach(() => {
  vi.useFakeTimers();
  kept.clear();
  loaded.length = 0;
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('location', {
    origin: 'https://skein.test',
    href: 'https://skein.test/about',
    assign: ({ href }: URL) => loaded.push(href),
    replace: ({ href }: URL) => loaded.push(`instead: ${href}`),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('loads the next page, which gets the message once', () => {
  leaveFor('/profile?t=de', { say: 'It is gone', undo });
  expect(loaded).toEqual(['https://skein.test/profile?t=de']);
  expect(take()).toEqual({ say: 'It is gone', undo });
  expect(take()).toBeNull();
});

it('replaces this page in the history', () => {
  leaveFor('/about', { replace: true });
  expect(loaded).toEqual(['instead: https://skein.test/about']);
});

it('never navigates to another site', () => {
  for (const address of [
    '//elsewhere.invalid/',
    '/\\elsewhere.invalid/',
    '/\t/elsewhere.invalid/',
    'https://elsewhere.invalid',
  ])
    leaveFor(address);
  expect(loaded).toEqual(Array(4).fill('https://skein.test/'));
});

it('shows no message of an earlier page, and none after a minute', () => {
  leaveFor('/', { say: 'It is gone', undo });
  leaveFor('/about');
  expect(take()).toEqual({ say: null, undo: null });
  leaveFor('/', { say: 'It is gone' });
  vi.advanceTimersByTime(MINUTE + 1);
  expect(take()).toBeNull();
});

it('shows no message of one member to another, but to the visitor who has just logged out', () => {
  const browser = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => browser.get(key) ?? null });
  const signIn = (id: string) =>
    browser.set('refreshToken', id).set('accessToken', `header.${btoa(JSON.stringify({ sub: id }))}.signature`);
  signIn('7');
  leaveFor('/', { say: 'You’re logged out' });
  browser.clear();
  expect(take()?.say).toBe('You’re logged out');
  signIn('7');
  leaveFor('/', { say: 'It is gone' });
  signIn('8');
  expect(take()).toBeNull();
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
])('ignores malformed data: %s', (found, arrival) => {
  vi.setSystemTime(0);
  kept.set('arrival', found);
  expect(take()).toEqual(arrival);
  expect(kept.size).toBe(0);
});
