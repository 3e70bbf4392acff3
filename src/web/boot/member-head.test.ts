import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetMemberHead, keepMemberFace, keepUnreadCount, showMemberHead } from './member-head.ts';

let stored: Map<string, string>;
let mark: string | null;
let shown: Map<string, string>;
let dataset: Record<string, string>;

/** Opens the next page of the window. */
function nextPage(): void {
  shown = new Map();
  dataset = {};
  vi.stubGlobal('document', {
    documentElement: { dataset, style: { setProperty: (name: string, value: string) => shown.set(name, value) } },
  });
  showMemberHead();
}
const letter = () => shown.get('--member-letter');
const picture = () => shown.get('--member-picture');
const unread = () => [shown.get('--unread'), dataset.unread];

beforeEach(() => {
  stored = new Map();
  mark = null;
  vi.stubGlobal('localStorage', { getItem: () => mark });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  nextPage();
});
afterEach(() => vi.unstubAllGlobals());

it('shows on the next page what this one knew', () => {
  expect([letter(), picture(), unread()]).toEqual(['', '', ['', undefined]]);
  keepMemberFace({ username: 'ärmel', avatar: null });
  keepUnreadCount(7);
  nextPage();
  expect([letter(), picture(), unread()]).toEqual(['"Ä"', 'none', ['"7"', '']]);
  keepMemberFace({ username: 'ärmel', avatar: '/images/a "b".webp' });
  expect([letter(), picture(), unread()]).toEqual(['""', 'url("/images/a \\22 b\\22 .webp")', ['"7"', '']]);
});

it.each([
  [0, ['"0"', undefined]],
  [99, ['"99"', '']],
  [100, ['"99+"', 'many']],
])('shows a count of %d', (count, expected) => {
  keepUnreadCount(5);
  keepUnreadCount(count);
  expect(unread()).toEqual(expected);
  nextPage();
  expect(unread()).toEqual(expected);
});

it('shows nothing of another session, or of one that has ended', () => {
  keepMemberFace({ username: 'a', avatar: null });
  keepUnreadCount(3);
  mark = 'another';
  nextPage();
  expect([letter(), unread()]).toEqual(['', ['', undefined]]);
  keepUnreadCount(1);
  forgetMemberHead();
  expect([unread(), stored.size]).toEqual([['', undefined], 0]);
});

it.each(['no JSON', 'null', '7', '{"mark":null,"properties":7,"unread":7}'])('ignores malformed data: %s', (text) => {
  stored.set('memberHead', text);
  nextPage();
  expect([letter(), unread()]).toEqual(['', ['', undefined]]);
});

it('is shown on this page even if the storage is full', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('Full');
    },
  });
  keepUnreadCount(2);
  expect(unread()).toEqual(['"2"', '']);
});
