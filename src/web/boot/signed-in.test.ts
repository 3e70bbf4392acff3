import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isForAnother, markMember, signedInId } from './signed-in.ts';

const kept = new Map<string, string>();
const signIn = (id: string | number) => {
  kept.set('refreshToken', 'r');
  kept.set('accessToken', `header.${btoa(JSON.stringify({ sub: id })).replaceAll('=', '')}.signature`);
};
let dataset: Record<string, string> = {};

beforeEach(() => {
  kept.clear();
  dataset = {};
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null });
  vi.stubGlobal('document', { documentElement: { dataset } });
});
afterEach(() => vi.unstubAllGlobals());

it('compares the logged-in member with the one at the time of marking', () => {
  markMember();
  expect([dataset.member, isForAnother()]).toEqual([undefined, false]);
  signIn('7');
  expect([signedInId(), isForAnother()]).toEqual(['7', true]);
  markMember();
  expect([dataset.member, isForAnother()]).toEqual(['7', false]);
  signIn('8');
  expect(isForAnother()).toBe(true);
  kept.clear();
  expect(isForAnother()).toBe(true);
  markMember();
  expect([dataset.member, isForAnother()]).toEqual([undefined, false]);
});

it.each(['', 'nonsense', 'a.b.c', 'a.e30.c'])('takes a malformed token for a member without an id: %j', (token) => {
  kept.set('refreshToken', 'r');
  kept.set('accessToken', token);
  expect(signedInId()).toBe('');
  markMember();
  expect([dataset.member, isForAnother()]).toEqual(['', false]);
});

it('deletes an access token that has no refresh token', () => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
  });
  signIn('7');
  markMember();
  expect(kept.has('accessToken')).toBe(true);
  kept.delete('refreshToken');
  markMember();
  expect(kept.has('accessToken')).toBe(false);
  expect(dataset.member).toBeUndefined();
});
