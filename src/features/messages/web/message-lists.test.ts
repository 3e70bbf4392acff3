import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE } from '#core/time.ts';
import { keepTokens } from '#web/api/session.ts';
import { markRead, unread } from './message-lists.ts';

const fetched = vi.fn<typeof fetch>();
const asked = (path: string) => fetched.mock.calls.filter(([address]) => `${address}`.includes(path)).length;

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
  const stop = unread.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
  expect(asked('message/unread')).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked('message/unread')).toBe(2);
  stop();
});

it('marks several messages as read at once, and fetches the lists once afterwards', async () => {
  const messages = ['3', '2', '1'].map((id) => ({ id, status: 'unread' }));
  fetched.mockImplementation(async () => new Response(JSON.stringify({ data: messages })));
  const stop = unread.subscribe(() => {});
  await unread.refetch();
  const before = asked('message/unread');
  fetched.mockImplementation(async (address) => {
    if (`${address}`.includes('message/mark_read')) expect(unread.state.data?.map(({ id }) => id)).toEqual(['2']);
    return new Response(JSON.stringify({ data: messages.slice(1, 2) }));
  });
  await markRead(['3', '1']);
  await vi.advanceTimersByTimeAsync(0);
  expect([asked('message/mark_read'), asked('message/unread') - before]).toEqual([2, 1]);
  stop();
});

it('shows messages as unread again if one of several calls fails', async () => {
  const messages = ['2', '1'].map((id) => ({ id, status: 'unread' }));
  fetched.mockImplementation(async () => new Response(JSON.stringify({ data: messages })));
  const stop = unread.subscribe(() => {});
  await unread.refetch();
  fetched.mockImplementation(async (address, options) => {
    // The lists as they are before they are fetched again.
    if (`${address}`.includes('message/unread')) return new Promise(() => {});
    return `${options?.body}`.includes('"2"')
      ? new Response(JSON.stringify({ code: 'message_not_found', error: 'Gone' }), { status: 404 })
      : new Response(JSON.stringify({ data: {} }));
  });
  await expect(markRead(['2', '1'])).rejects.toMatchObject({ code: 'message_not_found' });
  expect(unread.state.data?.map(({ id }) => id)).toEqual(['2', '1']);
  stop();
});
