import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from './client.ts';
import { keepTokens } from './session.ts';

const endpoint = { method: 'POST', path: 'texts/save', access: 'member' } as unknown as Parameters<typeof call>[0];
const tokenOf = (memberId: string) =>
  `head.${Buffer.from(JSON.stringify({ sub: memberId })).toString('base64url')}.mark`;
const signIn = (memberId: string) => keepTokens({ accessToken: tokenOf(memberId), refreshToken: 'refresh' });
const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } });
  vi.stubGlobal('fetch', fetched.mockReset());
  fetched.mockImplementation(async () => answer(200, { data: 'saved' }));
});
afterEach(() => void vi.unstubAllGlobals());

it('makes a call of the member who is signed in', async () => {
  signIn('1');
  expect(await call(endpoint, {}, { as: '1' })).toBe('saved');
});

it('never makes a call of one member in the name of another', async () => {
  signIn('2');
  await expect(call(endpoint, {}, { as: '1' })).rejects.toMatchObject({ code: 'login_required' });
  expect(fetched).not.toHaveBeenCalled();
});

it('nor when the other signs in while it is under way', async () => {
  signIn('1');
  fetched.mockImplementationOnce(async () => {
    signIn('2');
    return answer(401, { code: 'login_required', error: 'Log in' });
  });
  await expect(call(endpoint, {}, { as: '1' })).rejects.toMatchObject({ code: 'login_required' });
  expect(fetched).toHaveBeenCalledOnce();
});
