/**
 * What open pages are told at once. An event only says that there is news and of what: pages ask for it by the ordinary
 * calls, so that language, order and rights stay in one place.
 */
export type LiveEvent =
  /** A message came, or changed. */
  | { readonly type: 'message'; readonly id: string }
  /** Something about a story changed. */
  | { readonly type: 'story'; readonly id: string }
  /** Something may have been said while nobody could hear it. */
  | { readonly type: 'missed' };

/** An item of the stream: an event, or `here`, which only reports the stream position between events. */
export type LiveNote = LiveEvent | { readonly type: 'here' };

/** Where the stream of events is, below `/api/`. */
export const LIVE_PATH = 'live';
