import type { LiveTopic } from '#core/live.ts';
import { SECOND } from '#core/time.ts';
import type { Stream } from './stream.ts';

/** Pause between two events of a topic. Changes in between become one event at its end. */
export const TOPIC_PAUSE = 2 * SECOND;

interface Subscription {
  readonly streams: Set<Stream>;
  /** Runs during the pause after an event. */
  timer: NodeJS.Timeout | null;
  /** True if the topic changed during the pause. */
  hasChanged: boolean;
}

/** The streams that subscribe to each topic, and the events that they receive. */
export class TopicStreams {
  readonly #topics = new Map<LiveTopic, Subscription>();

  add(stream: Stream, topic: LiveTopic): void {
    const subscription = this.#topics.get(topic) ?? { streams: new Set(), timer: null, hasChanged: false };
    subscription.streams.add(stream);
    this.#topics.set(topic, subscription);
  }

  remove(stream: Stream): void {
    for (const topic of stream.topics) {
      const subscription = this.#topics.get(topic);
      if (!subscription?.streams.delete(stream) || subscription.streams.size > 0) continue;
      if (subscription.timer) clearTimeout(subscription.timer);
      this.#topics.delete(topic);
    }
  }

  /** Sends the event now, or at the end of the pause after the previous one. */
  change(topic: LiveTopic): void {
    const subscription = this.#topics.get(topic);
    if (!subscription) return;
    if (subscription.timer) subscription.hasChanged = true;
    else this.#tell(topic, subscription);
  }

  #tell(topic: LiveTopic, subscription: Subscription): void {
    subscription.hasChanged = false;
    subscription.timer = setTimeout(() => {
      subscription.timer = null;
      if (subscription.hasChanged) this.#tell(topic, subscription);
    }, TOPIC_PAUSE).unref();
    for (const stream of subscription.streams) tellTopic(stream, topic);
  }
}

/** Sends an event of a topic. It has no id, because it may be older than the position of the stream. */
export function tellTopic(stream: Stream, topic: LiveTopic): void {
  stream.tell({ type: 'changed', topic }, null);
}
