import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetReported, isReported, keepReported } from './reported.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('remembers reports until the member logs out', () => {
  keepReported('chapter 12');
  keepReported('member 3');
  expect(isReported('chapter 12')).toBe(true);
  expect(isReported('chapter 1')).toBe(false);
  forgetReported();
  expect(isReported('member 3')).toBe(false);
});

it('remembers nothing if storage is blocked', () => {
  vi.stubGlobal('sessionStorage', undefined);
  keepReported('chapter 12');
  expect(isReported('chapter 12')).toBe(false);
});
