import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE, SECOND } from '#core/time.ts';
import { ApiError } from './client.ts';
import { MemberData } from './member-data.ts';
import { dropTokens, keepTokens } from './session.ts';

/** Stub of the document and of window events, as far as the data of a member needs them. */
class Page extends EventTarget {
  readonly documentElement = { dataset: {}, style: { setProperty() {} } };
  hidden = false;
}

const kept = new Map<string, string>();
let page: Page;
let answers: PromiseWithResolvers<string>[];

const signIn = (sub: string) =>
  keepTokens({ accessToken: `h.${btoa(JSON.stringify({ sub }))}.s`, refreshToken: `of ${sub}` });
const fetch = () => {
  const answer = Promise.withResolvers<string>();
  answers.push(answer);
  return answer.promise;
};
const settle = () => vi.advanceTimersByTimeAsync(0);
const show = (isShown: boolean) => {
  page.hidden = !isShown;
  page.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
  kept.clear();
  answers = [];
  page = new Page();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  signIn('1');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is fetched once for all subscribers, and again when it is old and the page is visible', async () => {
  const data = new MemberData({ fetch, lasts: MINUTE });
  const stops = [data.subscribe(() => {}), data.subscribe(() => {})];
  expect([answers.length, data.state.isFetching]).toEqual([1, true]);
  answers[0]!.resolve('a');
  await settle();
  expect(data.state).toEqual({ data: 'a', error: null, isFetching: false });
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(answers).toHaveLength(2);
  answers[1]!.resolve('b');
  show(false);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(answers).toHaveLength(2);
  show(true);
  expect(answers).toHaveLength(3);
  for (const stop of stops) stop();
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  show(true);
  expect(answers).toHaveLength(3);
});

it('is fetched a second time after a network failure, but not after a refusal', async () => {
  const data = new MemberData({ fetch, lasts: MINUTE });
  const stop = data.subscribe(() => {});
  answers[0]!.reject(new ApiError('network', 'Network Error'));
  await vi.advanceTimersByTimeAsync(SECOND);
  answers[1]!.reject(new ApiError('network', 'Network Error'));
  await settle();
  expect(data.state).toMatchObject({ data: undefined, error: { code: 'network' }, isFetching: false });
  page.dispatchEvent(new Event('online'));
  answers[2]!.reject(new ApiError('banned', 'Banned', { status: 403 }));
  await vi.advanceTimersByTimeAsync(SECOND);
  expect([answers.length, data.state.error?.message]).toEqual([3, 'Banned']);
  stop();
});

it('ignores the response to a fetch that started before a change', async () => {
  const data = new MemberData({ fetch, lasts: MINUTE });
  const stop = data.subscribe(() => {});
  data.set('changed here');
  answers[0]!.resolve('before');
  await settle();
  expect(data.state.data).toBe('changed here');
  const [first, second] = [data.refetch(), data.refetch()];
  answers[2]!.resolve('second');
  answers[1]!.resolve('first');
  await Promise.all([first, second]);
  expect(data.state.data).toBe('second');
  stop();
});

it('keeps nothing of one member for the next, with or without subscribers', async () => {
  const data = new MemberData({ fetch, lasts: MINUTE });
  const states: unknown[] = [];
  const stop = data.subscribe(() => states.push(data.state.data));
  answers[0]!.resolve('of 1');
  await settle();
  void data.refetch();
  dropTokens();
  expect([data.state.data, answers.length]).toEqual([undefined, 2]);
  signIn('2');
  expect(answers).toHaveLength(3);
  answers[1]!.resolve('of 1 again');
  await settle();
  expect(states).not.toContain('of 1 again');
  answers[2]!.resolve('of 2');
  await settle();
  expect(data.state.data).toBe('of 2');
  stop();

  dropTokens();
  signIn('3');
  const stopAgain = data.subscribe(() => {});
  expect([data.state.data, answers.length]).toEqual([undefined, 4]);
  stopAgain();
});

it('is renewed by its subscriber, who listens for events before the first fetch', async () => {
  const heard: string[] = [];
  const data = new MemberData({
    fetch,
    lasts: MINUTE,
    whileUsed: () => {
      heard.push(`begins with ${answers.length} fetches`);
      return () => heard.push('ends');
    },
  });
  const stop = data.subscribe(() => {});
  answers[0]!.resolve('a');
  await settle();
  show(false);
  await data.renew();
  expect(answers).toHaveLength(1);
  show(true);
  expect(answers).toHaveLength(2);
  stop();
  expect(heard).toEqual(['begins with 0 fetches', 'ends']);
});
