import type { LiveTopic } from '#core/live.ts';
import type { Subscriber } from '../db/notifications.ts';
import { LivePast, type ToldEvent } from './past.ts';
import { LIVE_KIND, type Publication } from './publish.ts';
import type { Stream } from './stream.ts';
import { TopicStreams, tellTopic } from './topic-streams.ts';

/** Maximum streams of one member: one per browser, because its tabs share one. */
export const STREAMS_OF_MEMBER = 10;
/** Maximum streams per process. */
const ALL = 10_000;

/** The open pages that this process serves. Sends them what any process publishes for them. */
export class LiveHub implements Subscriber {
  readonly kind = LIVE_KIND;
  readonly #streams = new Map<string, Set<Stream>>();
  readonly #topics = new TopicStreams();
  readonly #past = new LivePast();
  /** Streams that got an event of this process before its position was known, by the event’s id. */
  readonly #early = new Map<string, ReadonlySet<Stream>>();
  #count = 0;
  #lost = false;

  get size(): number {
    return this.#count;
  }

  /** Current position of a stream that has received every event. */
  get place(): string {
    return this.#past.place;
  }

  /** See `LivePast.since`. */
  since(accountId: string, id: string): ToldEvent[] | null {
    return this.#past.since(accountId, id);
  }

  /** True if another stream would be too many. */
  isFull(): boolean {
    return this.#count >= ALL;
  }

  /** False after the stream has ended. */
  has(stream: Stream): boolean {
    return this.#streams.get(stream.accountId)?.has(stream) ?? false;
  }

  add(stream: Stream): void {
    const own = this.#streams.get(stream.accountId) ?? new Set();
    this.#streams.set(stream.accountId, own.add(stream));
    this.#count += 1;
  }

  remove(stream: Stream): void {
    const own = this.#streams.get(stream.accountId);
    if (!own?.delete(stream)) return;
    this.#topics.remove(stream);
    this.#count -= 1;
    if (own.size === 0) this.#streams.delete(stream.accountId);
  }

  /**
   * Subscribes an open stream to a topic. Tells it if the topic may have changed since the position `since`. Events of
   * topics wait up to `TOPIC_PAUSE`, so those from shortly before that position count, too.
   */
  subscribe(stream: Stream, topic: LiveTopic, since: string): void {
    if (!this.has(stream)) return;
    stream.topics.add(topic);
    this.#topics.add(stream, topic);
    if (this.#past.topicsSince(since)?.has(topic)) tellTopic(stream, topic);
  }

  /**
   * Sends an event of this process without a position, because other processes may have published events before it that
   * haven’t arrived yet.
   */
  receiveOwn(payload: string): void {
    const { id, to, event }: Publication = JSON.parse(payload);
    const early = new Set(this.#of(to));
    for (const stream of early) stream.tell(event, null);
    if (early.size > 0) this.#early.set(id, early);
  }

  /** Sends an event with its position. Streams that got the event early only get the position. */
  receive(payload: string): void {
    const publication: Publication = JSON.parse(payload);
    if (!this.#past.add(publication)) return;
    const { id, to, topic, event } = publication;
    if (topic) this.#topics.change(topic);
    const early = this.#early.get(id);
    this.#early.delete(id);
    for (const stream of this.#of(to)) stream.tell(early?.has(stream) ? { type: 'here' } : event, id);
  }

  /** Checks whether the sessions of a member’s streams still last. Ends the streams whose session has ended. */
  check(accountId: string): void {
    for (const stream of this.#of([accountId])) stream.check();
  }

  /** After a lost connection, tells all pages that they may have missed events. */
  setListening(listening: boolean): void {
    this.#early.clear();
    if (!listening) this.#lost = true;
    else if (this.#lost) {
      this.#lost = false;
      this.#past.forget();
      for (const stream of this.#all()) stream.tell({ type: 'missed' }, this.place);
    }
  }

  /** Ends all streams. Browsers reconnect, to another server if this one stops. */
  close(): void {
    for (const stream of [...this.#all()]) stream.end();
  }

  *#of(accountIds: readonly string[]): Iterable<Stream> {
    for (const accountId of accountIds) yield* this.#streams.get(accountId) ?? [];
  }

  *#all(): Iterable<Stream> {
    for (const own of this.#streams.values()) yield* own;
  }
}
