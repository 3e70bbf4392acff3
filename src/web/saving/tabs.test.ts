import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TestChannel } from '#testing/broadcast-channel.ts';
import { joinTabs } from './tabs.ts';

const aMoment = () => vi.advanceTimersByTimeAsync(10);
const open = (page: string) => {
  const given: string[] = [];
  const tabs = joinTabs('story-1', page, { change: () => {}, give: async () => void given.push(page) });
  return { tabs, given };
};

beforeEach(() => {
  TestChannel.reset();
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', TestChannel);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a window that is left closes its channel, so that it can be restored from the back/forward cache', async () => {
  const [one, two] = [open('one'), open('two')];
  await aMoment();
  expect([...two.tabs.others]).toEqual(['one']);
  one.tabs.leave();
  await aMoment();
  expect(TestChannel.open).toHaveLength(1);
  expect([one.tabs.others.size, two.tabs.others.size]).toEqual([0, 0]);
  await two.tabs.take();
  expect(one.given).toEqual([]);

  one.tabs.comeBack();
  await aMoment();
  expect([[...one.tabs.others], [...two.tabs.others]]).toEqual([['two'], ['one']]);
  const taken = two.tabs.take();
  await aMoment();
  await taken;
  expect(one.given).toEqual(['one']);
});

it('a window that was not left joins only once', async () => {
  const one = open('one');
  one.tabs.comeBack();
  expect(TestChannel.open).toHaveLength(1);
});
