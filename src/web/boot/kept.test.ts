import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DAY } from '#core/time.ts';
import { dropTokens, keepTokens } from '../api/session.ts';
import { forgetKept, kept } from './kept.ts';
import { KEYS, writeItem } from './storage.ts';

/** Fake browser storage. It is full once it has `room` values. */
function storage(room = Number.POSITIVE_INFINITY) {
  const methods = {
    getItem: (key: string) => Reflect.get(values, key) ?? null,
    setItem(key: string, value: string) {
      if (!(key in values) && Object.keys(values).length >= room) throw new DOMException('Full', 'QuotaExceededError');
      Reflect.set(values, key, value);
    },
    removeItem: (key: string) => Reflect.deleteProperty(values, key),
  };
  const values: object = Object.create(methods);
  return values;
}

const text = (given: unknown) => {
  if (typeof given !== 'string') throw new TypeError('Not a string');
  return given;
};
const draft = (member: string | null, about = '7') => kept(member, `draft:${about}`, text);
const signIn = () => keepTokens({ accessToken: 'access', refreshToken: 'refresh' });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('document', { documentElement: { dataset: {}, style: { setProperty() {} } } });
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  forgetKept();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('keeps a member’s input by its subject, until it is sent', () => {
  draft('1').set('It is broken.');
  draft('1', '8').set('It is not.');
  expect([draft('1').get(), draft('1', '8').get(), draft('1', '9').get()]).toEqual([
    'It is broken.',
    'It is not.',
    undefined,
  ]);
  draft('1').delete();
  expect([draft('1').get(), draft('1', '8').get()]).toEqual([undefined, 'It is not.']);
});

it('shows it to no one else', () => {
  draft('1').set('It is broken.');
  expect([draft('2').get(), draft(null).get()]).toEqual([undefined, undefined]);
});

it('forgets it when the member logs out', () => {
  signIn();
  draft('1').set('It is broken.');
  dropTokens();
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(draft('1').get()).toBeUndefined();
});

it('forgets it if the session ended in another window, without an event in this one', () => {
  draft('1').set('It is broken.');
  draft(null, '8').set('Whose was this?');
  writeItem(KEYS.sessionMark, 'another');
  expect([draft('1').get(), draft('1', '8').get(), draft('2', '8').get()]).toEqual([undefined, undefined, undefined]);
  draft('2').set('Of the next one.');
  expect(Object.keys(sessionStorage)).toEqual(['kept:2:draft:7']);
});

it('keeps a visitor’s input when they log in, and forgets it when they log out', () => {
  draft(null).set('It is broken.');
  signIn();
  expect(draft('1').get()).toBe('It is broken.');
  draft('1').set('It is broken now.');
  expect([draft('1').get(), draft(null).get()]).toEqual(['It is broken now.', undefined]);
  dropTokens();
  expect([draft('1').get(), draft(null).get()]).toEqual([undefined, undefined]);
});

it('keeps it for a week', () => {
  draft('1').set('It is broken.');
  vi.advanceTimersByTime(7 * DAY - 1);
  expect(draft('1').get()).toBe('It is broken.');
  vi.advanceTimersByTime(1);
  expect(draft('1').get()).toBeUndefined();
});

it('keeps the 30 newest', () => {
  sessionStorage.setItem('reported', '[]');
  for (let i = 0; i < 32; i += 1) {
    draft('1', `${i}`).set(`${i}`);
    vi.advanceTimersByTime(1);
  }
  expect([draft('1', '1').get(), draft('1', '2').get(), draft('1', '31').get()]).toEqual([undefined, '2', '31']);
  expect(sessionStorage.getItem('reported')).toBe('[]');
});

it('keeps what the browser can’t store in memory, until the page unloads', () => {
  vi.stubGlobal('sessionStorage', storage(1));
  draft('1').set('It is broken.');
  draft('1', '8').set('It is full.');
  draft('1', '9').set('x'.repeat(30_000));
  expect([draft('1').get(), draft('1', '8').get(), draft('1', '9').get()?.length]).toEqual([
    'It is broken.',
    'It is full.',
    30_000,
  ]);
  draft('1').set('x'.repeat(30_000));
  expect([draft('1').get()?.length, Object.keys(sessionStorage)]).toEqual([30_000, []]);
  vi.stubGlobal('sessionStorage', undefined);
  draft('1').set('It is refused.');
  expect(draft('1').get()).toBe('It is refused.');
  dropTokens();
  expect([draft('1').get(), draft('1', '8').get()]).toEqual([undefined, undefined]);
});

it.each([
  '',
  'null',
  '7',
  '"text"',
  '{}',
  '{"at":0,"mark":null}',
  '{"at":"soon","mark":null,"value":"a"}',
  '{"at":0,"mark":null,"value":7}',
])('ignores malformed entries: %s', (found) => {
  vi.setSystemTime(0);
  sessionStorage.setItem('kept:1:draft:7', found);
  expect(draft('1').get()).toBeUndefined();
  draft('1').set('It is broken.');
  expect(draft('1').get()).toBe('It is broken.');
});
