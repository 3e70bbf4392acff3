import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, SECOND } from '#core/time.ts';
import { noteMemberHere } from '#web/boot/members-here.ts';
import { begunAt, begunWords, forgetBegun, isWithinBegun, keepBegun, wordsFor } from './begun-words.ts';

const PLACE = { storyId: '1', parentChapterId: '2' };

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.useFakeTimers({ now: new Date('2026-11-01') });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('words before an account', () => {
  it('are at most 50, in any script', () => {
    expect(isWithinBegun(Array(50).fill('word').join(' '))).toBe(true);
    expect(isWithinBegun(Array(51).fill('word').join(' '))).toBe(false);
    expect(isWithinBegun('字'.repeat(50))).toBe(true);
    expect(isWithinBegun('字'.repeat(51))).toBe(false);
    expect(isWithinBegun('a'.repeat(2001))).toBe(false);
  });
  it('are kept for 7 days from the first one', () => {
    keepBegun(PLACE, 'The ferry');
    vi.advanceTimersByTime(6 * DAY);
    keepBegun(PLACE, 'The ferry left');
    expect(begunWords()).toMatchObject({ ...PLACE, text: 'The ferry left' });
    vi.advanceTimersByTime(DAY + SECOND);
    expect(begunWords()).toBeNull();
  });
  it('belong to one place', () => {
    keepBegun(PLACE, 'The ferry');
    expect(begunAt(PLACE)).toMatchObject({ text: 'The ferry' });
    expect(begunAt({ ...PLACE, parentChapterId: '3' })).toBeNull();
    expect(begunAt({ ...PLACE, storyId: '3' })).toBeNull();
  });
  it('are forgotten when they are deleted, or on request', () => {
    keepBegun(PLACE, 'The ferry');
    keepBegun({ ...PLACE, parentChapterId: '3' }, '');
    expect(begunWords()).not.toBeNull();
    keepBegun(PLACE, ' ');
    expect(begunWords()).toBeNull();
    keepBegun(PLACE, 'The ferry');
    forgetBegun();
    expect(begunWords()).toBeNull();
  });
  it('are only offered to a member who logs in here for the first time after that', () => {
    noteMemberHere('old');
    vi.advanceTimersByTime(SECOND);
    keepBegun(PLACE, 'The ferry');
    vi.advanceTimersByTime(SECOND);
    noteMemberHere('old');
    noteMemberHere('new');
    expect(wordsFor('old')).toBeNull();
    expect(wordsFor('new')).toMatchObject({ text: 'The ferry' });
    expect(wordsFor('never seen')).toBeNull();
  });
  it.each(['', '[]', '{"storyId":1}', '{"storyId":"1","parentChapterId":"2","text":"x","at":"y"}', '<script>'])(
    'are ignored if something else was stored: %s',
    (stored) => {
      localStorage.setItem('begunWords', stored);
      expect(begunWords()).toBeNull();
    },
  );
});
