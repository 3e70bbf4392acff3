import { createParser } from 'eventsource-parser';
import type { LiveEvent, LiveNote, LiveTopic } from '#core/live.ts';
import { MINUTE, SECOND } from '#core/time.ts';

/** The server sends a heartbeat every 25 s. A stream that is silent for longer than this is dead. */
const SILENCE = MINUTE;
/** Pause after the first failure. It doubles with each further one. */
const FIRST_PAUSE = SECOND;
const LONGEST_PAUSE = MINUTE;
/** The end of a stream that lasted this long doesn’t count as a failure. */
const GOOD = 30 * SECOND;
/** Maximum delay of requests after an event that all pages get at the same time. */
const SPREAD = 3 * SECOND;

/** What the stream needs from the browser. Replaced in tests. */
export interface StreamEnvironment {
  open: (from: StreamStart, signal: AbortSignal) => Promise<Response>;
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
}

/** Position from which the server should send events. */
export interface StreamStart {
  /** Id of the last event or position received; null if there was none. */
  last: string | null;
  /** Id of the newest message shown, for pages that have no `last` yet; null if none is shown. */
  after: string | null;
  /** The topics to subscribe to. */
  topics: readonly LiveTopic[];
}

/** An event passed to the listener. `id` is null for events that can't arrive twice. */
export interface HeardEvent {
  id: string | null;
  event: LiveEvent;
}

export interface StreamListener {
  /** Called for each new stream. */
  start: () => StreamStart;
  /** Called when the server has sent all events up to this position. */
  reach: (id: string) => void;
  tell: (heard: HeardEvent) => void;
}

/** Listens until the signal aborts, with as many streams as needed, or until the server refuses the member. */
export async function listenToStream(
  around: StreamEnvironment,
  { start, reach, tell }: StreamListener,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const openedAt = around.now();
    let pause: number | null = null;
    try {
      const response = await around.open(start(), signal);
      // The page’s ordinary calls find out why, and show it.
      if (response.status === 401 || response.status === 403) return tell({ id: null, event: { type: 'missed' } });
      if (response.ok && response.body) {
        await readStream(around, response.body, signal, (note, id) => {
          if (note.type === 'here') {
            if (id !== null) reach(id);
          } else if (note.type === 'missed') {
            if (id !== null) reach(id);
            // The event has no id, because the position was recorded above. Newer events may arrive during the pause.
            void around.pause(SPREAD * around.random(), signal).then(() => tell({ id: null, event: note }));
          } else tell({ id, event: note });
        });
      } else pause = Number(response.headers.get('retry-after')) * SECOND || null;
    } catch {
      // No network, or a stream that broke off. The next one replays what was missed.
    }
    if (signal.aborted) return;
    if (around.now() - openedAt > GOOD) failures = 0;
    pause ??= Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures);
    await around.pause(pause * (0.5 + around.random() / 2), signal);
  }
}

/** Reads until the stream ends or has been silent for too long. */
async function readStream(
  around: Pick<StreamEnvironment, 'pause'>,
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onNote: (note: LiveNote, id: string | null) => void,
): Promise<void> {
  const parser = createParser({ onEvent: ({ data, id = null }) => onNote(JSON.parse(data), id) });
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', stop);
  try {
    for (;;) {
      const enough = new AbortController();
      const silence = around.pause(SILENCE, enough.signal).then(() => null);
      const chunk = await Promise.race([reader.read(), silence]).finally(() => enough.abort());
      if (!chunk || chunk.done) return;
      parser.feed(chunk.value);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
