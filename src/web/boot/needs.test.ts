import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepNeeds, reserveNeeds, showHomeWith } from './needs.ts';

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

it('reserves nothing for a visitor, or if there was nothing', () => {
  keepNeeds('7', 3);
  delete dataset.member;
  reserveNeeds();
  expect(dataset).toEqual({});
  dataset.member = '7';
  keepNeeds('7', 0);
  reserveNeeds();
  expect(dataset).toEqual({ member: '7' });
});

it('waits for both parts on the first visit of a member to this device, and not again', () => {
  keepNeeds('8', 3);
  reserveNeeds();
  expect(dataset).toEqual({ member: '7', awaits: 'needs resume' });
  showHomeWith('resume');
  showHomeWith('resume');
  expect(dataset.awaits).toBe('needs');
  keepNeeds('7', 0);
  showHomeWith('needs');
  expect(dataset.awaits).toBeUndefined();
  reserveNeeds();
  expect(dataset).toEqual({ member: '7' });
});
