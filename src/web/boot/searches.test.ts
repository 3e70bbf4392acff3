import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetSearches, keepSearch, keptSearches } from './searches.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

it('keeps the last 20 searches, each once, the newest first', () => {
  for (let count = 1; count <= 21; count += 1) keepSearch(`search ${count}`);
  expect(keptSearches()).toHaveLength(20);
  keepSearch('search 7');
  expect(keptSearches().slice(0, 2)).toEqual(['search 7', 'search 21']);
  expect(keptSearches()).toHaveLength(20);
  expect(keptSearches()).not.toContain('search 1');
  forgetSearches();
  expect(keptSearches()).toEqual([]);
});
