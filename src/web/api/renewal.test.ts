import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rounds } from '#testing/rounds.ts';
import { call } from './client.ts';
import { accessToken, keepTokens, refreshToken } from './session.ts';

const endpoint = { method: 'POST', path: 'texts/save', access: 'member' } as unknown as Parameters<typeof call>[0];
const tokenOf = (version: number) =>
  `head.${Buffer.from(JSON.stringify({ sub: '1', version })).toString('base64url')}.mark`;
const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const refusal = (status: number, code: string) => answer(status, { code, error: 'No' });
const fetched = vi.fn<typeof fetch>();
/** Number of times that the refresh token was deleted. */
let deletions: number;
/** How the server answers a renewal, and any other call. */
let onRenewal: () => Promise<Response> | Response;
let onCall: () => Response;
let renewals: number;

beforeEach(() => {
  const kept = new Map<string, string>();
  deletions = 0;
  renewals = 0;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => {
      if (kept.get(key)?.startsWith('refresh')) deletions += 1;
      kept.delete(key);
    },
  });
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {}, style: { setProperty() {} } } });
  vi.stubGlobal('fetch', fetched.mockReset());
  vi.spyOn(console, 'warn').mockReturnValue();
  fetched.mockImplementation(async (address) => {
    if (!`${address}`.startsWith('/api/user/refresh_token')) return onCall();
    renewals += 1;
    return onRenewal();
  });
  keepTokens({ accessToken: tokenOf(0), refreshToken: 'refresh 0' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const many = (count: number) => Promise.allSettled(Array.from({ length: count }, () => call(endpoint, {})));

describe('calls that are refused because of the role', () => {
  it('end no session, with one renewal for each at most, and never two at once', async () => {
    const count = rounds(10, 'refusals');
    let inFlight = 0;
    let most = 0;
    onCall = () => refusal(403, 'forbidden');
    onRenewal = async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
      return answer(200, { data: { accessToken: tokenOf(renewals), refreshToken: `refresh ${renewals}` } });
    };
    for (let i = 0; i < count; i += 1)
      await expect(call(endpoint, {})).rejects.toMatchObject({ code: 'forbidden', status: 403 });
    expect(renewals).toBeLessThanOrEqual(count);
    await many(count);
    expect(renewals).toBeLessThanOrEqual(2 * count);
    expect(most).toBe(1);
    expect(deletions).toBe(0);
    expect([accessToken(), refreshToken()]).toEqual([tokenOf(renewals), `refresh ${renewals}`]);
  });
});

describe('a renewal that is refused', () => {
  it.each([400, 401, 403])('with %i ends the session of 20 calls once, and nothing more is sent', async (status) => {
    onCall = () => refusal(401, 'login_required');
    onRenewal = () => refusal(status, 'login_required');
    const answers = await many(20);
    expect(answers.every((each) => each.status === 'rejected')).toBe(true);
    expect(renewals).toBe(1);
    expect(deletions).toBe(1);
    expect([accessToken(), refreshToken()]).toEqual([null, null]);
    const sent = fetched.mock.calls.length;
    vi.useFakeTimers();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetched).toHaveBeenCalledTimes(sent);
  });
});

describe('a renewal that fails', () => {
  it.each<[string, () => Response]>([
    ['503', () => refusal(503, 'unavailable')],
    ['429', () => refusal(429, 'too_many_requests')],
    ['500', () => refusal(500, 'internal')],
    [
      'no response',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
    [
      'a timeout',
      () => {
        throw new DOMException('too late', 'TimeoutError');
      },
    ],
  ])('with %s keeps the tokens, and is tried three times', async (_what, respond) => {
    vi.useFakeTimers();
    onCall = () => refusal(401, 'login_required');
    onRenewal = respond;
    const failed = expect(call(endpoint, {})).rejects.toMatchObject({ code: expect.not.stringMatching('login') });
    await vi.advanceTimersByTimeAsync(10_000);
    await failed;
    expect(renewals).toBe(3);
    expect(deletions).toBe(0);
    expect([accessToken(), refreshToken()]).toEqual([tokenOf(0), 'refresh 0']);
  });
});

it('a call that is refused again after a renewal renews nothing more', async () => {
  onCall = () => refusal(401, 'login_required');
  onRenewal = () => answer(200, { data: { accessToken: tokenOf(renewals), refreshToken: `refresh ${renewals}` } });
  await expect(call(endpoint, {})).rejects.toMatchObject({ code: 'login_required' });
  expect(renewals).toBe(1);
});
