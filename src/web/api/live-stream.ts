import { createParser } from 'eventsource-parser';
import type { LiveEvent } from '#core/live.ts';
import { MINUTE, SECOND } from '#core/time.ts';

/** The server says every 25 s that it is there; a stream that is silent for longer carries nothing any more. */
const SILENCE = MINUTE;
/** The pause after the first failure; it doubles with each that follows. */
const FIRST_PAUSE = SECOND;
const LONGEST_PAUSE = MINUTE;
/** A stream that lasted so long was a good one, and its end begins no row of failures. */
const GOOD = 30 * SECOND;
/** Who heard nothing for so long asks for everything: the server looks back a little only. */
const LONG_AWAY = 30 * SECOND;
/** What all pages are told at once they do not all ask at once. */
const SPREAD = 3 * SECOND;

/** What the stream needs of its browser. */
export interface StreamEnvironment {
  open: (after: string | null, signal: AbortSignal) => Promise<Response>;
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
}

export interface StreamListener {
  /** The newest message that is known; null when none is. */
  after: string | null;
  /** Nobody listened for a while: what happened then is asked for as soon as somebody does. */
  resumed: boolean;
  tell: (event: LiveEvent) => void;
}

/** Listens until the signal, over as many streams as it takes; or until the server does not know this member any more. */
export async function listenToStream(
  around: StreamEnvironment,
  { after, resumed, tell }: StreamListener,
  signal: AbortSignal,
): Promise<void> {
  let known = after;
  let isAway = resumed;
  let heardAt = around.now();
  for (let failures = 0; !signal.aborted; failures += 1) {
    const openedAt = around.now();
    let pause: number | null = null;
    try {
      const response = await around.open(known, signal);
      // The ordinary calls find out why, and say it.
      if (response.status === 401 || response.status === 403) return tell({ type: 'missed' });
      if (response.ok && response.body) {
        if (isAway || around.now() - heardAt > LONG_AWAY) tell({ type: 'missed' });
        isAway = false;
        await readStream(around, response.body, signal, {
          onChunk: () => {
            heardAt = around.now();
          },
          onEvent: (event) => {
            if (event.type === 'message') known = event.id;
            if (event.type !== 'missed') tell(event);
            else void around.pause(SPREAD * around.random(), signal).then(() => tell(event));
          },
        });
      } else pause = Number(response.headers.get('retry-after')) * SECOND || null;
    } catch {
      // No network, or a stream that broke off: the next one says what was missed.
    }
    if (signal.aborted) return;
    if (around.now() - openedAt > GOOD) failures = 0;
    pause ??= Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures);
    await around.pause(pause * (0.5 + around.random() / 2), signal);
  }
}

/** Reads until the end of the stream, or until it has been silent for too long. */
async function readStream(
  around: Pick<StreamEnvironment, 'pause'>,
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  heard: { onChunk: () => void; onEvent: (event: LiveEvent) => void },
): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => heard.onEvent(JSON.parse(data) as LiveEvent) });
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', stop);
  try {
    for (;;) {
      const enough = new AbortController();
      const silence = around.pause(SILENCE, enough.signal).then(() => null);
      const chunk = await Promise.race([reader.read(), silence]).finally(() => enough.abort());
      if (!chunk || chunk.done) return;
      heard.onChunk();
      parser.feed(chunk.value);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
