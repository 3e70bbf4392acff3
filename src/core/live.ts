/**
 * Events that open pages receive immediately, by type. An event only says that something changed, and what. Pages then
 * load it with ordinary calls, so that language, order and permissions are handled in one place. Each feature adds its
 * own in `model/feature.ts`.
 */
export interface LiveEvents {
  /** Something in a topic changed that the stream subscribes to. */
  changed: { readonly topic: LiveTopic };
  /** Events may have been missed, so the page has to refetch. */
  missed: unknown;
}

/**
 * Kinds of topics that pages can subscribe to. Each feature adds its own in `model/feature.ts`, and says who may
 * subscribe in its `server/feature.ts` (`liveTopics`).
 */
export interface LiveTopics {}

export type LiveTopicKind = keyof LiveTopics & string;
/** A topic: its kind and the id of what it is about, such as `story:12`. */
export type LiveTopic = `${LiveTopicKind}:${string}`;

export type LiveEvent = { [T in keyof LiveEvents]: { readonly type: T } & LiveEvents[T] }[keyof LiveEvents];

/** An item of the stream: an event, or `here`, which only reports the stream position between events. */
export type LiveNote = LiveEvent | { readonly type: 'here' };

/** Path of the event stream below `/api/`. */
export const LIVE_PATH = 'live';
