import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HeardEvent } from './live-stream.ts';
import { LiveTab, type Shared } from './live-tabs.ts';

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 5000, interval: 1 });
const EVENT: HeardEvent = { id: 'a', event: { type: 'message', id: '7' } };
const MISSED: HeardEvent = { id: null, event: { type: 'missed' } };

type Channel = NonNullable<ReturnType<Shared['openChannel']>>;

/** A fake browser: a lock that one tab at a time can hold, and a channel to all other tabs. */
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
    query: async () => ({}),
  } as unknown as LockManager;
  const channels: Channel[] = [];
  const openChannel = () => {
    const channel: Channel = {
      onmessage: null,
      postMessage(data) {
        for (const other of channels)
          if (other !== channel) other.onmessage?.call(other as BroadcastChannel, { data } as MessageEvent);
      },
      close: () => void channels.splice(channels.indexOf(channel), 1),
    };
    channels.push(channel);
    return channel;
  };
  const streams: { tab: string; topics: string; tell: (heard: HeardEvent) => void; end: () => void }[] = [];
  const openTab = (name: string, wasAway = false) => {
    const heard: HeardEvent[] = [];
    const tab = new LiveTab(
      shares ? { locks, openChannel } : { locks: undefined, openChannel: () => undefined },
      (tell, signal, topics) =>
        new Promise((resolve) => {
          const end = () => {
            streams.splice(streams.indexOf(stream), 1);
            resolve();
          };
          const stream = { tab: name, topics: topics.join(), tell, end };
          streams.push(stream);
          signal.addEventListener('abort', end);
        }),
      (event) => heard.push(event),
      wasAway,
    );
    return { tab, heard };
  };
  return { openTab, streams, channels, listening: () => streams.map(({ tab }) => tab), isFree: () => !isHeld };
}

describe('the tabs of a browser', () => {
  afterEach(() => vi.restoreAllMocks());

  it('share one stream, and each gets an event once', async () => {
    const { openTab, streams, listening } = browser();
    const tabs = ['a', 'b', 'c'].map((name) => openTab(name));
    for (const { tab } of tabs) tab.want(true);
    await until(() => expect(listening()).toEqual(['a']));
    streams[0]!.tell(EVENT);
    for (const { heard } of tabs) expect(heard).toEqual([EVENT]);
  });

  it('pass the stream on when its tab closes or stops listening', async () => {
    const { openTab, listening } = browser();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => openTab(name));
    for (const { tab } of [a!, b!, c!]) tab.want(true);
    b!.tab.want(false);
    expect(listening()).toEqual(['a']);
    a!.tab.want(false);
    await until(() => expect(listening()).toEqual(['c']));
    b!.tab.want(true);
    c!.tab.leave();
    await until(() => expect(listening()).toEqual(['b']));
  });

  it('refetch everything on return if another tab has the stream, and otherwise rely on the stream', async () => {
    const { openTab, listening, isFree } = browser();
    const [a, b] = ['a', 'b'].map((name) => openTab(name));
    a!.tab.want(true);
    a!.tab.want(false);
    // The lock is released shortly after the stream ends.
    await until(() => expect(isFree()).toBe(true));
    a!.tab.want(true);
    b!.tab.want(true);
    expect(listening()).toEqual(['a']);
    b!.tab.want(false);
    b!.tab.want(true);
    await until(() => expect(b!.heard).toEqual([MISSED]));
    expect(a!.heard).toEqual([]);
    b!.tab.restart(true);
    const late = openTab('late', true);
    late.tab.want(true);
    await until(() => expect(late.heard).toEqual([MISSED]));
    expect(b!.heard).toEqual([MISSED]);
  });

  it('have neither lock nor channel after they are left, and get both when they are restored', async () => {
    const { openTab, streams, channels, listening } = browser();
    const [a, b] = ['a', 'b'].map((name) => openTab(name));
    for (const { tab } of [a!, b!]) tab.want(true);
    a!.tab.leave();
    await until(() => expect(listening()).toEqual(['b']));
    expect(channels).toHaveLength(1);
    streams[0]!.tell(EVENT);
    expect([a!.heard, b!.heard]).toEqual([[], [EVENT]]);
    a!.tab.comeBack();
    a!.tab.want(true);
    await until(() => expect(a!.heard).toEqual([MISSED]));
    streams[0]!.tell(EVENT);
    expect(a!.heard).toEqual([MISSED, EVENT]);
    b!.tab.leave();
    await until(() => expect(listening()).toEqual(['a']));
  });

  it('refetch everything even if they were left before they listened', async () => {
    const { openTab } = browser();
    const [a, b] = ['a', 'b'].map((name) => openTab(name));
    b!.tab.want(true);
    a!.tab.leave();
    a!.tab.comeBack();
    a!.tab.want(true);
    await until(() => expect(a!.heard).toEqual([MISSED]));
  });

  it('each listen for themselves if the browser has no locks', async () => {
    const { openTab, streams, listening } = browser({ shares: false });
    const [a, b] = ['a', 'b'].map((name) => openTab(name));
    for (const { tab } of [a!, b!]) tab.want(true);
    expect(listening()).toEqual(['a', 'b']);
    streams[0]!.tell(EVENT);
    expect([a!.heard, b!.heard]).toEqual([[EVENT], []]);
    a!.tab.leave();
    await until(() => expect(listening()).toEqual(['b']));
  });

  it('subscribe to the topics of all tabs with the shared stream, which follows when a tab shows others', async () => {
    const { openTab, streams, listening } = browser();
    const [a, b] = ['a', 'b'].map((name) => openTab(name));
    b!.tab.watch(['story:2', 'story:1']);
    for (const { tab } of [a!, b!]) tab.want(true);
    const topics = () => streams.map((stream) => stream.topics);
    await until(() => expect(topics()).toEqual(['story:1,story:2']));
    a!.tab.watch(['story:1', 'chapter:3']);
    await until(() => expect(topics()).toEqual(['chapter:3,story:1,story:2']));
    const changed: HeardEvent = { id: null, event: { type: 'changed', topic: 'story:2' } };
    streams[0]!.tell(changed);
    for (const { heard } of [a!, b!]) expect(heard).toEqual([changed]);
    b!.tab.watch([]);
    await until(() => expect(topics()).toEqual(['chapter:3,story:1']));
    // The next tab with the stream asks for the topics of the others.
    b!.tab.watch(['story:4']);
    await until(() => expect(topics()).toEqual(['chapter:3,story:1,story:4']));
    a!.tab.want(false);
    await until(() => expect(listening()).toEqual(['b']));
    await until(() => expect(topics()).toEqual(['chapter:3,story:1,story:4']));
    a!.tab.leave();
    await until(() => expect(topics()).toEqual(['story:4']));
    a!.tab.comeBack();
    await until(() => expect(topics()).toEqual(['chapter:3,story:1,story:4']));
  });

  it('keep the stream while their topics stay the same, and never subscribe to more than the server accepts', async () => {
    const { openTab, streams } = browser();
    const [a, b] = ['a', 'b'].map((name) => openTab(name));
    a!.tab.watch(['story:1']);
    a!.tab.want(true);
    await until(() => expect(streams).toHaveLength(1));
    const [stream] = streams;
    vi.useFakeTimers();
    b!.tab.watch(['story:1']);
    vi.runAllTimers();
    vi.useRealTimers();
    expect(streams).toEqual([stream]);
    b!.tab.watch(Array.from({ length: 30 }, (_, i) => `chapter:${i + 1}` as const));
    await until(() => expect(streams[0]?.topics.split(',')).toHaveLength(25));
    expect(streams[0]?.topics).toContain('story:1');
  });

  it('subscribe to the topics of the tabs that sent a message last, because a discarded tab sends none', async () => {
    const { openTab, streams } = browser();
    const { tab: holder } = openTab('holder');
    holder.want(true);
    for (let i = 1; i <= 30; i += 1) openTab(`discarded ${i}`).tab.watch([`chapter:${i}`]);
    openTab('shown').tab.watch(['story:1']);
    await until(() => expect(streams[0]?.topics).toContain('story:1'));
    expect(streams[0]?.topics.split(',')).toHaveLength(25);
  });
});
