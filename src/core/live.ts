/**
 * Events that open pages receive immediately. An event only says that something changed, and what. Pages then load it
 * with ordinary calls, so that language, order and permissions are handled in one place.
 */
export type LiveEvent =
  /** A message was created or changed. */
  | { readonly type: 'message'; readonly id: string }
  /** Something in a story changed. */
  | { readonly type: 'story'; readonly id: string }
  /** Events may have been missed, so the page has to refetch. */
  | { readonly type: 'missed' };

/** An item of the stream: an event, or `here`, which only reports the stream position between events. */
export type LiveNote = LiveEvent | { readonly type: 'here' };

/** Path of the event stream below `/api/`. */
export const LIVE_PATH = 'live';
