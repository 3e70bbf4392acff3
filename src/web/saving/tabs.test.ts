import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { joinTabs } from './tabs.ts';

/** The windows of one browser hear each other a moment later. */
let windows: Channel[] = [];
class Channel {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    windows.push(this);
  }
  postMessage(data: unknown) {
    const others = windows.filter((other) => other !== this);
    setTimeout(() => {
      for (const other of others) if (windows.includes(other)) other.onmessage?.({ data });
    });
  }
  close() {
    windows = windows.filter((other) => other !== this);
  }
}

const aMoment = () => vi.advanceTimersByTimeAsync(10);
const open = (page: string) => {
  const given: string[] = [];
  const tabs = joinTabs('story-1', page, { change: () => {}, give: async () => void given.push(page) });
  return { tabs, given };
};

beforeEach(() => {
  windows = [];
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a window that is left hears nothing, so that it can come back as it was', async () => {
  const [one, two] = [open('one'), open('two')];
  await aMoment();
  expect([...two.tabs.others]).toEqual(['one']);
  one.tabs.leave();
  await aMoment();
  expect(windows).toHaveLength(1);
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

it('a window that was not left is joined once', async () => {
  const one = open('one');
  one.tabs.comeBack();
  expect(windows).toHaveLength(1);
});
