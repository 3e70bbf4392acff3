import { DAY } from '#core/time.ts';

/** Limits of participation (product §5, trust.md §6). */
export const REQUEST_NOTE_MAX = 500;
/** An unanswered invitation or application expires after this many days. */
export const REQUEST_DAYS = 14;
export const REQUEST_KEPT = REQUEST_DAYS * DAY;
/** Waiting time after a refusal or removal before the next application or invitation. */
export const REAPPLY_AFTER = 7 * DAY;
/** Maximum number of pending invitations per member. */
export const INVITATIONS_PER_MEMBER = 5;
export const KEYWORD_MIN = 2;
export const KEYWORD_MAX = 40;
/** Maximum number of search results. */
export const FOUND_MAX = 10;
