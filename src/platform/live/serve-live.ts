import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '#core/actor.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import { LIVE_PATH, type LiveNote, type LiveTopic, type LiveTopicKind } from '#core/live.ts';
import { SECOND } from '#core/time.ts';
import type { Ctx } from '../context.ts';
import type { Identify } from '../http/api.ts';
import { languageOf, limitKeyOf, tokenOf } from '../http/caller.ts';
import type { Limits } from '../http/limits.ts';
import { asAppError, BUSY_RETRY_S } from '../http/wire-errors.ts';
import type { Places } from '../processes/shared.ts';
import type { LiveHub } from './hub.ts';
import type { Stream } from './stream.ts';

/**
 * Short enough that no proxy takes silence for the end. Also ends the streams whose session has ended while this process
 * had no database connection (`session-ends.ts`).
 */
const HEARTBEAT_MS = 25 * SECOND;
const RETRY_S = 60;
/** Maximum unread bytes. Clients that read never have that many. */
const UNREAD_BYTES = 16 * 1024;
/** Maximum topics of a stream: five for each of five tabs, which share it. */
const TOPICS = 25;

/** Says whether the caller may subscribe to each kind of topic. */
type TopicAccess = Readonly<Record<LiveTopicKind, (ctx: Ctx, id: string) => Promise<boolean>>>;

declare module '../features/feature.ts' {
  interface Registries {
    readonly liveTopics: TopicAccess;
  }
}

export interface LiveOptions {
  hub: LiveHub;
  limits: Limits;
  /** Places for the streams of each member. */
  places: Places;
  identify: Identify;
  /** Throws like `identify` if the session has ended or the account has been restricted. */
  confirm: (actor: Actor) => Promise<void>;
  /** Returns the newest unread message that a page may be missing if it knows of `after`. Null if there is none. */
  findNewer: (accountId: string, after: string | null) => Promise<string | null>;
  /** See `Registries.liveTopics`. */
  topics: TopicAccess;
  /** Returns the context in which `topics` decide. */
  contextOf: (actor: Actor) => Ctx;
  /** True while the process is stopping. */
  isDraining: () => boolean;
  heartbeat?: number;
}

/**
 * Streams a member's events as server-sent events: `GET /api/live?last=ID&after=ID&topics=KIND:ID,…`. `last`, or the
 * header Last-Event-ID, is the last event that the page received. The events after it are sent first, or `missed` if
 * they are not available. A page that has received none sends the id of the newest message it shows as `after`, and gets
 * an event if there is a newer one.
 *
 * `topics` are stories, chapters and the like whose changes the stream reports. Those that the member may not subscribe
 * to are left out without an error, because all tabs of a browser share its stream. The right to subscribe is checked
 * only here: an event reveals nothing, and pages load what has changed with ordinary calls. A page without `last` must
 * load what it shows of its topics after the first note.
 */
export function serveLive(http: FastifyInstance, options: LiveOptions): void {
  const { hub, limits, places, identify, confirm, findNewer, topics, contextOf, isDraining } = options;
  const { heartbeat = HEARTBEAT_MS } = options;
  http.get<{ Querystring: { after?: unknown; last?: unknown; topics?: unknown } }>(
    `/api/${LIVE_PATH}`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      await limits.ofAddress(limitKeyOf(request.ip));
      const token = tokenOf(request);
      if (!token) throw new AppError('login_required');
      const actor = await identify(token, languageOf(request));
      await limits.ofMember(actor.id);
      // Another process serves the next request.
      if (isDraining()) throw new AppError('unavailable', { retryAfter: BUSY_RETRY_S });
      if (hub.isFull()) throw new AppError('unavailable', { retryAfter: RETRY_S });
      const last = request.headers['last-event-id'] ?? request.query.last;
      const { after } = request.query;
      const wanted = topicsOf(request.query.topics, topics);
      if (!(await places.take(actor.id)))
        throw new AppError('too_many_requests', { retryAfter: RETRY_S, params: { seconds: RETRY_S } });

      const { body, stream, tellNewer } = openStream(actor.id, () => {
        confirm(actor).catch((error) => {
          // If the database doesn’t respond, the session doesn’t end.
          if (http.errorStatuses[asAppError(error).code] < 500) stream.end();
        });
      });
      const opened = hub.place;
      const beat = () => stream.tell({ type: 'here' }, hub.place);
      // Add the stream before any query, so that no event is lost in between.
      hub.add(stream);
      const timer = setInterval(() => {
        beat();
        stream.check();
      }, heartbeat);
      body.once('close', () => {
        clearInterval(timer);
        hub.remove(stream);
        places.free(actor.id);
      });
      if (typeof last === 'string' && last !== '') tellSince(last, stream, hub);
      const since = typeof last === 'string' && hub.since(actor.id, last) ? last : opened;
      const subscribe = async () => {
        const ctx = contextOf(actor);
        // One after the other, so that a stream uses one database connection.
        for (const { topic, kind, id } of wanted) {
          if (!hub.has(stream)) return;
          if (await topics[kind](ctx, id)) hub.subscribe(stream, topic, since);
        }
      };
      // The page reconnects, and subscribes again.
      subscribe().catch(() => stream.end());
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

interface WantedTopic {
  readonly topic: LiveTopic;
  readonly kind: LiveTopicKind;
  readonly id: string;
}

/**
 * Returns the topics of a query such as `story:1,chapter:2`. Leaves out kinds of topics that only another version of the
 * site has, because all tabs of a browser share the stream. Throws invalid_input if a topic is malformed.
 */
function topicsOf(query: unknown, access: TopicAccess): WantedTopic[] {
  if (query === undefined || query === '') return [];
  const names = typeof query === 'string' ? [...new Set(query.split(','))] : [];
  if (names.length === 0 || names.length > TOPICS) throw fieldError('topics', 'invalid');
  return names.flatMap((topic) => {
    const [name = '', id = ''] = topic.split(/:(.*)/s);
    if (!/^[a-z_]+$/.test(name) || !isId(id)) throw fieldError('topics', 'invalid');
    const kind = (Object.keys(access) as LiveTopicKind[]).find((each) => each === name);
    return kind ? [{ topic: `${kind}:${id}` as const, kind, id }] : [];
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
function openStream(
  accountId: string,
  check: () => void,
): {
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
  return { body, stream: { accountId, topics: new Set(), tell, check, end: () => void body.end() }, tellNewer };
}
