import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepNeeds, reserveNeeds } from './needs.ts';

const kept = new Map<string, string>();
let dataset: Record<string, string>;

beforeEach(() => {
  kept.clear();
  dataset = { member: '7' };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('document', { documentElement: { dataset } });
});
afterEach(() => vi.unstubAllGlobals());

it('reserves the rows that this member had the last time, at most six', () => {
  keepNeeds('7', 3);
  reserveNeeds();
  expect(dataset.needs).toBe('3');
  keepNeeds('7', 12);
  reserveNeeds();
  expect(dataset.needs).toBe('6');
});

it('reserves nothing for another member, a visitor, or if there was nothing', () => {
  keepNeeds('8', 3);
  reserveNeeds();
  expect(dataset.needs).toBeUndefined();
  keepNeeds('7', 3);
  reserveNeeds();
  delete dataset.member;
  reserveNeeds();
  expect(dataset.needs).toBeUndefined();
  dataset.member = '7';
  keepNeeds('7', 0);
  reserveNeeds();
  expect([dataset.needs, kept.size]).toEqual([undefined, 0]);
});
