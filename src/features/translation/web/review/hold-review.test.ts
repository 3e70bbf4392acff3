import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TestChannel } from '#testing/broadcast-channel.ts';
import { holdReview, LOADS_AGAIN, watchLeftReviews } from './hold-review.ts';

let given: string[] = [];
const open = (id: string) => holdReview(id, () => given.push(id));
const aMoment = () => vi.advanceTimersByTimeAsync(10);

beforeEach(() => {
  vi.useFakeTimers();
  given = [];
  TestChannel.reset();
  const kept = new Map<string, string>();
  vi.stubGlobal('BroadcastChannel', TestChannel);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('releases a review when its last page is left', async () => {
  const [first, second, other] = [open('1'), open('1'), open('2')];
  await aMoment();
  first.leave();
  await aMoment();
  expect(given).toEqual([]);
  second.leave();
  expect(given).toEqual(['1']);
  other.leave();
  other.leave();
  expect(given).toEqual(['1', '2']);
});

it('keeps a review when its page is reloaded', async () => {
  open('1').close();
  open('1');
  watchLeftReviews((id) => given.push(id));
  await vi.advanceTimersByTimeAsync(LOADS_AGAIN);
  expect(given).toEqual([]);
});

it('keeps a review when its page is reloaded while another page shows the queue', async () => {
  open('1').close();
  watchLeftReviews((id) => given.push(id));
  await aMoment();
  open('1');
  await vi.advanceTimersByTimeAsync(LOADS_AGAIN);
  expect(given).toEqual([]);
});

it('releases a review whose page was closed, while a page shows the queue', async () => {
  open('1').close();
  const end = watchLeftReviews((id) => given.push(id));
  await vi.advanceTimersByTimeAsync(LOADS_AGAIN);
  expect(given).toEqual(['1']);
  end();
  watchLeftReviews((id) => given.push(id));
  await vi.advanceTimersByTimeAsync(LOADS_AGAIN);
  expect(given).toEqual(['1']);
});

it('keeps a review when one of its pages is closed and another is open', async () => {
  const [first, second] = [open('1'), open('1')];
  await aMoment();
  first.close();
  await aMoment();
  watchLeftReviews((id) => given.push(id));
  await vi.advanceTimersByTimeAsync(LOADS_AGAIN);
  expect(given).toEqual([]);
  second.leave();
  expect(given).toEqual(['1']);
});
