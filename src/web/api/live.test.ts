import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SECOND } from '#core/time.ts';

/** Stub of the document and of window events, as far as live events need them. */
class Page extends EventTarget {
  readonly documentElement = { lang: 'en', dataset: {} };
  hidden = false;
}

function storage(kept: Record<string, string>) {
  return {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
    removeItem: (key: string) => {
      delete kept[key];
    },
  };
}

const asked: { last: string | null; topics: string | null; signal: AbortSignal }[] = [];
let streams: WritableStreamDefaultWriter<Uint8Array>[] = [];
let page: Page;

/** Loads the next page of the tab. Modules are loaded again, and the tab's storage is kept. */
async function loadPage(): Promise<typeof import('./live.ts')> {
  vi.resetModules();
  page = new Page();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  return import('./live.ts');
}

const show = () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
const leave = () => page.dispatchEvent(new Event('pagehide'));
const say = (id: string, event: object) =>
  streams.at(-1)!.write(new TextEncoder().encode(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`));

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  streams = [];
  vi.stubGlobal('localStorage', storage({ accessToken: 'a.e30.c', refreshToken: 'r' }));
  vi.stubGlobal('sessionStorage', storage({}));
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('fetch', async (address: string, { signal }: { signal: AbortSignal }) => {
    const query = new URLSearchParams(address.split('?')[1]);
    asked.push({ last: query.get('last'), topics: query.get('topics'), signal });
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    streams.push(writable.getWriter());
    return new Response(readable);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a page listens after it has been visible for a second, and again a second after it is restored', async () => {
  sessionStorage.setItem('livePlace', 'z');
  const { onLive } = await loadPage();
  const stop = onLive(() => {});
  await vi.advanceTimersByTimeAsync(SECOND - 1);
  expect(asked).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(1);
  leave();
  expect(asked[0]!.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  show();
  await vi.advanceTimersByTimeAsync(SECOND - 1);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
  stop();
});

it('the first page of a tab, which has no position yet, listens right away', async () => {
  const { onLive } = await loadPage();
  onLive(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(1);
});

it('a page that is left within a second opens no stream', async () => {
  sessionStorage.setItem('livePlace', 'z');
  const { onLive } = await loadPage();
  onLive(() => {});
  await vi.advanceTimersByTimeAsync(SECOND / 2);
  leave();
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  expect(asked).toHaveLength(0);
});

it('each page continues where the previous one ended, and a restored page where it ended itself', async () => {
  const first = await loadPage();
  const told: string[] = [];
  first.onLive(({ type }) => told.push(type));
  await vi.advanceTimersByTimeAsync(SECOND);
  await say('a', { type: 'story', id: '1' });
  await vi.waitFor(() => expect(told).toEqual(['story']));
  leave();
  const left = page;

  const second = await loadPage();
  second.onLive(() => {});
  await vi.advanceTimersByTimeAsync(SECOND);
  await say('b', { type: 'here' });
  await vi.waitFor(() => expect(sessionStorage.getItem('livePlace')).toBe('b'));
  leave();

  page = left;
  show();
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(asked.map(({ last }) => last)).toEqual([null, 'a', 'a']);
  // No event is delivered twice.
  await say('a', { type: 'story', id: '1' });
  await say('c', { type: 'message', id: '2' });
  await vi.waitFor(() => expect(told).toEqual(['story', 'message']));
});

const hide = (hidden: boolean) => {
  page.hidden = hidden;
  page.dispatchEvent(new Event('visibilitychange'));
};

it('a page subscribes to at most five topics, while it shows them', async () => {
  const { watchTopic } = await loadPage();
  const told: string[] = [];
  const ends = [1, 2, 3, 4, 5, 6].map((id) => watchTopic(`story:${id}`, () => told.push(`story ${id}`)));
  const endAgain = watchTopic('story:2', () => told.push('again'));
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(asked.at(-1)?.topics).toBe('story:1,story:2,story:3,story:4,story:5');
  const before = asked.length;
  await say('a', { type: 'changed', topic: 'story:2' });
  await vi.waitFor(() => expect(told).toEqual(['story 2', 'again']));
  endAgain();
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(asked).toHaveLength(before);
  ends[0]!();
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(asked.at(-1)).toMatchObject({ last: 'a', topics: 'story:2,story:3,story:4,story:5,story:6' });
  for (const end of ends.slice(1)) end();
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(asked.at(-1)?.signal.aborted).toBe(true);
});

it('a hidden page unsubscribes, and looks at its topics again when it is shown', async () => {
  const { onLive, watchTopic } = await loadPage();
  onLive(() => {});
  let told = 0;
  watchTopic('story:1', () => (told += 1));
  await vi.advanceTimersByTimeAsync(SECOND);
  hide(true);
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  hide(false);
  await vi.advanceTimersByTimeAsync(SECOND);
  expect([asked.at(-1)?.topics, told]).toEqual(['story:1', 0]);
  hide(true);
  await vi.advanceTimersByTimeAsync(11 * SECOND);
  expect(asked.at(-1)?.topics).toBeNull();
  hide(false);
  await vi.advanceTimersByTimeAsync(SECOND);
  expect([asked.at(-1)?.topics, told]).toEqual(['story:1', 1]);
});

it('a page from the back/forward cache subscribes again', async () => {
  const { watchTopic } = await loadPage();
  let told = 0;
  watchTopic('story:1', () => (told += 1));
  await vi.advanceTimersByTimeAsync(SECOND);
  await say('a', { type: 'here' });
  leave();
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  show();
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(asked.at(-1)).toMatchObject({ last: 'a', topics: 'story:1' });
  await say('b', { type: 'changed', topic: 'story:1' });
  await vi.waitFor(() => expect(told).toBe(1));
});
