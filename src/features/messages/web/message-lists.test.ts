import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE } from '#core/time.ts';
import { keepTokens } from '#web/api/session.ts';
import { unread } from './message-lists.ts';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  const page = Object.assign(new EventTarget(), {
    documentElement: { lang: 'en', dataset: {}, style: { setProperty() {} } },
    hidden: false,
  });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('document', page);
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
  vi.stubGlobal('fetch', fetched.mockReset());
  fetched.mockImplementation(async () => new Response(JSON.stringify({ data: [] })));
  keepTokens({ accessToken: `h.${btoa(JSON.stringify({ sub: '1' }))}.s`, refreshToken: 'refresh' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('fetches the unread messages again after five minutes', async () => {
  const asked = () => fetched.mock.calls.filter(([address]) => `${address}`.includes('message/unread')).length;
  const stop = unread.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toBe(2);
  stop();
});
