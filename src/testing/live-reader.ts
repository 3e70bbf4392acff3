import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createParser } from 'eventsource-parser';
import { LIVE_PATH, type LiveEvent, type LiveNote } from '#core/live.ts';

export interface LiveReader {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Body of an error response. */
  readonly refusal: { code: string } | null;
  readonly events: LiveEvent[];
  /** Id of the last event that had one. */
  lastId: string | null;
  /** Number of heartbeats: `here` notes, which only carry the stream's current position. */
  beats: number;
  ended: boolean;
  close: () => void;
}

/** Opens the stream of a member’s events on a separate connection. */
export async function openLive(
  origin: string,
  accessToken: string,
  {
    after = null,
    last,
    lastEventId,
    topics,
  }: { after?: string | null; last?: string; lastEventId?: string; topics?: string } = {},
): Promise<LiveReader> {
  const query = `${after ? `after=${after}&` : ''}${last ? `last=${last}&` : ''}${topics ? `topics=${topics}` : ''}`;
  const request = get(`${origin}/api/${LIVE_PATH}?${query}`, {
    agent: false,
    headers: { authorization: `Bearer ${accessToken}`, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
  });
  // Node reports a connection that breaks in the middle of a response as an error of the request, too.
  request.on('error', () => {});
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const isRefused = response.statusCode !== 200;
  const reader: LiveReader = {
    status: response.statusCode!,
    headers: response.headers,
    refusal: isRefused ? JSON.parse(await text(response)) : null,
    events: [],
    lastId: null,
    beats: 0,
    ended: isRefused,
    close: () => response.destroy(),
  };
  if (isRefused) return reader;
  const parser = createParser({
    onEvent({ data, id }) {
      const note: LiveNote = JSON.parse(data);
      if (note.type === 'here') reader.beats += 1;
      else reader.events.push(note);
      reader.lastId = id ?? reader.lastId;
    },
  });
  response
    .setEncoding('utf8')
    .on('data', (chunk: string) => parser.feed(chunk))
    .on('error', () => {})
    .on('close', () => {
      reader.ended = true;
    });
  return reader;
}
