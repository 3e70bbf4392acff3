import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { enter } from './enter.ts';
import { restrictionNote } from './restriction.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {}, style: { setProperty() {} } } });
});
afterEach(() => void vi.unstubAllGlobals());

it('deletes the restriction of one account, with its token, when another member logs in', () => {
  restrictionNote.keep({ rule: 'spam', reason: 'Links', until: null, appealToken: 'secret' } as never);
  expect(restrictionNote.isKept()).toBe(true);
  enter({ accessToken: 'a.b.c', refreshToken: 'r' });
  expect(restrictionNote.isKept()).toBe(false);
});
