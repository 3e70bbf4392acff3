import type { LiveEvent, LiveTopic } from '#core/live.ts';
import { SECOND } from '#core/time.ts';
import { newLiveId, type Publication } from './publish.ts';

/** Number of events to keep, across all members. */
const KEPT = 1000;
/** Maximum number of events to replay. A member who missed more refetches everything instead. */
const TOLD_AT_MOST = 100;
/**
 * Time before a position from which events of topics are repeated. They are sent late, each process at its own time,
 * so one that is older than the position may not have been sent.
 */
const TOPICS_REPEATED = 10 * SECOND;

type ReceivedPublication = Publication & { readonly receivedAt: number };

/** An event with its id. Pages send the id of their last event to resume from there. */
export interface ToldEvent {
  readonly id: string;
  readonly event: LiveEvent;
}

/**
 * Buffer of the latest events, so that a new stream can resume where another one ended. PostgreSQL delivers the
 * notifier’s messages to every process in the same order, so an id marks the same position in all processes.
 */
export class LivePast {
  readonly #kept: number;
  #events: ReceivedPublication[] = [];
  #ids = new Set<string>();

  constructor(kept = KEPT) {
    this.#kept = kept;
    this.forget();
  }

  /** Id of the newest event. A stream opened now starts after it. */
  get place(): string {
    return this.#events.at(-1)!.id;
  }

  /** Returns false for an event that it has already. */
  add(publication: Publication): boolean {
    if (this.#ids.has(publication.id)) return false;
    this.#ids.add(publication.id);
    this.#events.push({ ...publication, receivedAt: performance.now() });
    // Trims rarely, because each trim copies all events to keep.
    if (this.#events.length >= 2 * this.#kept) this.#keep(this.#events.slice(-this.#kept));
    return true;
  }

  /** Call when events may have been missed. Clears the buffer, so that no stream can resume from an older id. */
  forget(): void {
    this.#keep([{ id: newLiveId(), to: [], event: { type: 'missed' }, receivedAt: performance.now() }]);
  }

  #keep(events: ReceivedPublication[]): void {
    this.#events = events;
    this.#ids = new Set(events.map(({ id }) => id));
  }

  /** Returns this member's events after the event `id`. Null if the id is unknown or there are too many events. */
  since(accountId: string, id: string): ToldEvent[] | null {
    const at = this.#events.findLastIndex((event) => event.id === id);
    if (at < 0) return null;
    const told = this.#events.slice(at + 1).filter(({ to }) => to.includes(accountId));
    return told.length > TOLD_AT_MOST ? null : told;
  }

  /** Returns the topics that changed after the event `id`, or shortly before. Null if the id is unknown. */
  topicsSince(id: string): ReadonlySet<LiveTopic> | null {
    const from = this.#events.findLast((event) => event.id === id)?.receivedAt;
    if (from === undefined) return null;
    return new Set(
      this.#events.flatMap(({ topic, receivedAt }) => (topic && receivedAt > from - TOPICS_REPEATED ? [topic] : [])),
    );
  }
}
