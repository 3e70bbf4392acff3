import { describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '#core/live.ts';
import { type HeardEvent, listenToStream, type StreamStart } from './live-stream.ts';

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 5000, interval: 1 });

/** A fake server and timers. The test ends each pause. */
function stage({ after = null }: { after?: string | null } = {}) {
  const control = new AbortController();
  const asked: StreamStart[] = [];
  const answers: (() => Response)[] = [];
  const pauses: { milliseconds: number; end: () => void }[] = [];
  const told: LiveEvent[] = [];
  const ids: (string | null)[] = [];
  let last: string | null = null;
  let now = 0;
  let isOver = false;
  const around = {
    async open(start: StreamStart) {
      asked.push(start);
      const answer = answers.shift();
      if (!answer) throw new TypeError('Failed to fetch');
      return answer();
    },
    pause: (milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const entry = { milliseconds, end: () => leave() };
        const leave = () => {
          pauses.splice(pauses.indexOf(entry), 1);
          resolve();
        };
        pauses.push(entry);
        signal.addEventListener('abort', leave);
      }),
    now: () => now,
    random: () => 1,
  };
  const reach = (id: string) => {
    last = id;
  };
  const tell = ({ id, event }: HeardEvent) => {
    if (id !== null) last = id;
    ids.push(id);
    told.push(event);
  };
  const begin = () => {
    void listenToStream(around, { start: () => ({ last, after, topics: [] }), reach, tell }, control.signal).then(
      () => {
        isOver = true;
      },
    );
  };
  /** Adds a stream that the test writes to. */
  const stream = () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    answers.push(() => new Response(readable, { status: 200 }));
    return {
      write: (text: string) => writer.write(new TextEncoder().encode(text)).catch(() => {}),
      end: () => writer.close().catch(() => {}),
    };
  };
  const refuse = (status: number, headers: Record<string, string> = {}) =>
    answers.push(() => new Response('{}', { status, headers }));
  return {
    asked,
    pauses,
    told,
    ids,
    begin,
    stream,
    refuse,
    stop: () => control.abort(),
    isOver: () => isOver,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
    /**
     * Ends the pause between two streams, or one of the given length. The timeout for silent streams is a pause, too.
     */
    async goOn(length?: number) {
      const find = () => pauses.find(({ milliseconds }) => (length ? milliseconds === length : milliseconds < 60_000));
      const pause = await until(() => {
        const found = find();
        expect(found).toBeTruthy();
        return found;
      });
      pause!.end();
    },
  };
}
const message = (id: string) => `id: m${id}\ndata: {"type":"message","id":"${id}"}\n\n`;
const here = (id: string) => `id: ${id}\ndata: {"type":"here"}\n\n`;

describe('a browser that listens', () => {
  it('passes on events, even if they arrive in pieces', async () => {
    const s = stage();
    const stream = s.stream();
    s.begin();
    await stream.write(':\n\n');
    for (const part of message('7').match(/.{1,5}/gs)!) await stream.write(part);
    await stream.write('id: s3\ndata: {"type":"story","id":"3"}\n\n');
    await until(() =>
      expect(s.told).toEqual([
        { type: 'message', id: '7' },
        { type: 'story', id: '3' },
      ]),
    );
    expect(s.ids).toEqual(['m7', 's3']);
    s.stop();
    await until(() => expect(s.isOver()).toBe(true));
  });

  it('continues after the last event that it received, or at the position that the server sent', async () => {
    const s = stage({ after: '5' });
    const [first, second] = [s.stream(), s.stream()];
    s.stream();
    s.begin();
    await first.write(message('7'));
    await until(() => expect(s.told).toHaveLength(1));
    await first.end();
    await s.goOn();
    await second.write(here('there'));
    await second.end();
    await s.goOn();
    await until(() => expect(s.asked).toHaveLength(3));
    expect(s.asked.map(({ last }) => last)).toEqual([null, 'm7', 'there']);
    expect(s.asked[0]).toEqual({ last: null, after: '5', topics: [] });
    expect(s.told).toHaveLength(1);
    s.stop();
  });

  it('waits longer after each failure, up to a minute, and only briefly after a good stream', async () => {
    const s = stage();
    s.begin();
    const pauses: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      await until(() => expect(s.pauses).toHaveLength(1));
      pauses.push(s.pauses[0]!.milliseconds);
      await s.goOn(pauses.at(-1));
      await until(() => expect(s.asked).toHaveLength(i + 2));
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    await until(() => expect(s.pauses).toHaveLength(1));
    const good = s.stream();
    await s.goOn(60_000);
    await good.write(':\n\n');
    await until(() => expect(s.pauses).toHaveLength(1));
    s.advance(40_000);
    await good.end();
    await until(() => expect(s.pauses.map(({ milliseconds }) => milliseconds)).toEqual([1000]));
    s.stop();
  });

  it.each([429, 503])('waits for as long as a %i response says', async (status) => {
    const s = stage();
    s.refuse(status, { 'retry-after': '45' });
    s.begin();
    await until(() => expect(s.pauses.map(({ milliseconds }) => milliseconds)).toEqual([45_000]));
    expect(s.told).toEqual([]);
    s.stop();
    await until(() => expect(s.isOver()).toBe(true));
  });

  it.each([401, 403])('stops on a %i response, and tells the page to reload its data', async (status) => {
    const s = stage();
    s.refuse(status);
    s.begin();
    await until(() => expect(s.isOver()).toBe(true));
    expect(s.told).toEqual([{ type: 'missed' }]);
  });

  it('opens another stream if one is silent for a minute', async () => {
    const s = stage();
    const dead = s.stream();
    const second = s.stream();
    s.begin();
    await dead.write(':\n\n');
    await until(() => expect(s.pauses.map(({ milliseconds }) => milliseconds)).toEqual([60_000]));
    await s.goOn(60_000);
    await until(() => expect(s.pauses.map(({ milliseconds }) => milliseconds)).toEqual([1000]));
    await s.goOn();
    await second.write(message('7'));
    await until(() => expect(s.told).toHaveLength(1));
    s.stop();
  });

  it('delays events that all pages get at the same time', async () => {
    const s = stage();
    const stream = s.stream();
    s.begin();
    await stream.write('id: anew\ndata: {"type":"missed"}\n\n');
    await stream.write(message('7'));
    await until(() => expect(s.pauses.map(({ milliseconds }) => milliseconds)).toContain(3000));
    await until(() => expect(s.told).toEqual([{ type: 'message', id: '7' }]));
    s.pauses.find(({ milliseconds }) => milliseconds === 3000)!.end();
    await until(() => expect(s.told.at(-1)).toEqual({ type: 'missed' }));
    // `missed` has no id, because the message has already moved the position past it.
    expect(s.ids).toEqual(['m7', null]);
    s.stop();
  });
});
