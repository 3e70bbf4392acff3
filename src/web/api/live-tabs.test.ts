import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '#core/live.ts';
import { LiveTab, type Shared } from './live-tabs.ts';

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 5000, interval: 1 });
const EVENT: LiveEvent = { type: 'message', id: '7' };

/** A browser: a lock that one tab holds at a time, and a channel that all others hear. */
function browser({ shares = true } = {}) {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const next = () => {
    const begin = waiting.shift();
    if (begin) begin();
    else isHeld = false;
  };
  const locks = {
    request: (_name: string, { signal }: { signal: AbortSignal }, run: () => Promise<void>) =>
      new Promise<void>((resolve, reject) => {
        const begin = () => {
          isHeld = true;
          signal.removeEventListener('abort', giveUp);
          void run().then(resolve, reject).finally(next);
        };
        const giveUp = () => {
          waiting.splice(waiting.indexOf(begin), 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', giveUp);
        if (isHeld) waiting.push(begin);
        else begin();
      }),
  } as unknown as LockManager;
  const channels: NonNullable<Shared['channel']>[] = [];
  const streams: { tab: string; resumed: boolean; tell: (event: LiveEvent) => void; end: () => void }[] = [];
  const openTab = (name: string) => {
    const heard: LiveEvent[] = [];
    const channel: NonNullable<Shared['channel']> = {
      onmessage: null,
      postMessage(data) {
        for (const other of channels)
          if (other !== channel) other.onmessage?.call(other as BroadcastChannel, { data } as MessageEvent);
      },
      close: () => void channels.splice(channels.indexOf(channel), 1),
    };
    channels.push(channel);
    const tab = new LiveTab(
      shares ? { locks, channel } : { locks: undefined, channel: undefined },
      ({ resumed, tell }, signal) =>
        new Promise((resolve) => {
          const end = () => {
            streams.splice(streams.indexOf(stream), 1);
            resolve();
          };
          const stream = { tab: name, resumed, tell, end };
          streams.push(stream);
          signal.addEventListener('abort', end);
        }),
      (event) => heard.push(event),
    );
    return { tab, heard };
  };
  return { openTab, streams, listening: () => streams.map(({ tab }) => tab) };
}

describe('the tabs of a browser', () => {
  afterEach(() => vi.restoreAllMocks());

  it('share one stream, and all hear what it says once', async () => {
    const { openTab, streams, listening } = browser();
    const tabs = ['a', 'b', 'c'].map(openTab);
    for (const { tab } of tabs) tab.want(true);
    await until(() => expect(listening()).toEqual(['a']));
    streams[0]!.tell(EVENT);
    for (const { heard } of tabs) expect(heard).toEqual([EVENT]);
  });

  it('hand the stream on when the one that holds it goes or wants no more', async () => {
    const { openTab, listening } = browser();
    const [a, b, c] = ['a', 'b', 'c'].map(openTab);
    for (const { tab } of [a!, b!, c!]) tab.want(true);
    b!.tab.want(false);
    expect(listening()).toEqual(['a']);
    a!.tab.want(false);
    await until(() => expect(listening()).toEqual(['c']));
    b!.tab.want(true);
    c!.tab.close();
    await until(() => expect(listening()).toEqual(['b']));
  });

  it('say that they were away when they begin again, and not when somebody else signs in', async () => {
    const { openTab, streams, listening } = browser();
    const { tab } = openTab('a');
    tab.want(true);
    await until(() => expect(streams[0]?.resumed).toBe(false));
    tab.want(true);
    expect(listening()).toEqual(['a']);
    tab.want(false);
    tab.want(true);
    await until(() => expect(streams[0]?.resumed).toBe(true));
    tab.restart(true);
    await until(() => expect(streams.map(({ resumed }) => resumed)).toEqual([false]));
    tab.restart(false);
    await until(() => expect(listening()).toEqual([]));
  });

  it('listen each for itself where the browser has nothing to share by', async () => {
    const { openTab, streams, listening } = browser({ shares: false });
    const [a, b] = ['a', 'b'].map(openTab);
    for (const { tab } of [a!, b!]) tab.want(true);
    expect(listening()).toEqual(['a', 'b']);
    streams[0]!.tell(EVENT);
    expect([a!.heard, b!.heard]).toEqual([[EVENT], []]);
    a!.tab.close();
    await until(() => expect(listening()).toEqual(['b']));
  });
});
