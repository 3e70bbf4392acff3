import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '#core/actor.ts';
import { AppError } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import { LIVE_PATH, type LiveNote } from '#core/live.ts';
import { SECOND } from '#core/time.ts';
import type { Identify } from '../http/api.ts';
import { languageOf, limitKeyOf, tokenOf } from '../http/caller.ts';
import type { Limits } from '../http/limits.ts';
import { asAppError } from '../http/wire-errors.ts';
import type { LiveHub, Stream } from './hub.ts';

/** Short enough that no proxy takes silence for the end, and that a stream soon ends after a logout. */
const HEARTBEAT_MS = 25 * SECOND;
const RETRY_S = 60;
/** Maximum unread bytes. Clients that read never have that many. */
const UNREAD_BYTES = 16 * 1024;

export interface LiveOptions {
  hub: LiveHub;
  limits: Limits;
  identify: Identify;
  /** Throws like `identify` if the session has ended or the account has been restricted. */
  confirm: (actor: Actor) => Promise<void>;
  /** Returns the newest unread message that a page may be missing if it knows of `after`. Null if there is none. */
  findNewer: (accountId: string, after: string | null) => Promise<string | null>;
  /** True while the process is stopping. */
  isDraining: () => boolean;
  heartbeat?: number;
}

/**
 * Streams a member's events as server-sent events: `GET /api/live?last=ID&after=ID`. `last`, or the header
 * Last-Event-ID, is the last event that the page received. The events after it are sent first, or `missed` if they are
 * not available. A page that has received none sends the id of the newest message it shows as `after`, and gets an
 * event if there is a newer one.
 */
export function serveLive(http: FastifyInstance, options: LiveOptions): void {
  const { hub, limits, identify, confirm, findNewer, isDraining, heartbeat = HEARTBEAT_MS } = options;
  http.get<{ Querystring: { after?: unknown; last?: unknown } }>(
    `/api/${LIVE_PATH}`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      await limits.ofAddress(limitKeyOf(request.ip));
      const token = tokenOf(request);
      if (!token) throw new AppError('login_required');
      const actor = await identify(token, languageOf(request));
      await limits.ofMember(actor.id);
      if (isDraining() || hub.isFull()) throw new AppError('unavailable', { retryAfter: RETRY_S });
      if (hub.isFull(actor.id))
        throw new AppError('too_many_requests', { retryAfter: RETRY_S, params: { seconds: RETRY_S } });
      const last = request.headers['last-event-id'] ?? request.query.last;
      const { after } = request.query;

      const { body, stream, tellNewer } = openStream(actor.id);
      const beat = () => stream.tell({ type: 'here' }, hub.place);
      // Add the stream before any query, so that no event is lost in between.
      hub.add(stream);
      const timer = setInterval(() => {
        beat();
        confirm(actor).catch((error) => {
          // If the database doesn’t respond, the session doesn’t end.
          if (http.errorStatuses[asAppError(error).code] < 500) stream.end();
        });
      }, heartbeat);
      body.once('close', () => {
        clearInterval(timer);
        hub.remove(stream);
      });
      if (typeof last === 'string' && last !== '') tellSince(last, stream, hub);
      // Send something right away, because some proxies hold back a response until it has a body.
      beat();
      if (!last) {
        findNewer(actor.id, typeof after === 'string' && isId(after) ? after : null).then(
          tellNewer,
          // The query failed, so the page has to refetch.
          () => stream.tell({ type: 'missed' }, null),
        );
      }
      return reply
        .type('text/event-stream; charset=utf-8')
        .headers({ 'cache-control': 'no-store', connection: 'close', 'x-accel-buffering': 'no' })
        .send(body);
    },
  );
  http.addHook('preClose', (done) => {
    hub.close();
    done();
  });
}

/** Sends the events after `last`, or `missed` if they are not available. */
function tellSince(last: string, stream: Stream, hub: LiveHub): void {
  const told = hub.since(stream.accountId, last);
  if (told) for (const { id, event } of told) stream.tell(event, id);
  else stream.tell({ type: 'missed' }, hub.place);
}

/**
 * Opens a stream and its body. Destroys the body if the client stops reading. `tellNewer` sends the newest message that
 * the page may be missing, unless the stream has sent it by then.
 */
function openStream(accountId: string): {
  body: PassThrough;
  stream: Stream;
  tellNewer: (messageId: string | null) => void;
} {
  const body = new PassThrough();
  const write = (text: string) => {
    if (body.writableEnded || body.destroyed) return;
    if (body.readableLength + body.writableLength > UNREAD_BYTES) body.destroy();
    else body.write(text);
  };
  const sent = new Set<string>();
  let isNewerKnown = false;
  const tell = (note: LiveNote, id: string | null) => {
    if (note.type === 'message' && !isNewerKnown) sent.add(note.id);
    write(`${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(note)}\n\n`);
  };
  const tellNewer = (messageId: string | null) => {
    if (messageId !== null && !sent.has(messageId)) tell({ type: 'message', id: messageId }, null);
    isNewerKnown = true;
    sent.clear();
  };
  return { body, stream: { accountId, tell, end: () => void body.end() }, tellNewer };
}
