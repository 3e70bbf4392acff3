/**
 * Events that open pages receive immediately, by type. An event only says that something changed, and what. Pages then
 * load it with ordinary calls, so that language, order and permissions are handled in one place. Each feature adds its
 * own in `model/feature.ts`.
 */
export interface LiveEvents {
  /** Events may have been missed, so the page has to refetch. */
  missed: unknown;
}

export type LiveEvent = { [T in keyof LiveEvents]: { readonly type: T } & LiveEvents[T] }[keyof LiveEvents];

/** An item of the stream: an event, or `here`, which only reports the stream position between events. */
export type LiveNote = LiveEvent | { readonly type: 'here' };

/** Path of the event stream below `/api/`. */
export const LIVE_PATH = 'live';
