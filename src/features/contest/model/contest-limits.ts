import { HOUR, MINUTE } from '#core/time.ts';

/** Rules of a competition beside those that its story sets (product §6). Times in milliseconds. */

/** Entries in review when writing ends hold the vote back so long at most. */
export const REVIEW_WAIT = 24 * HOUR;
/** Whoever votes has opened so many entries, or all where there are fewer. */
export const OPENS_NEEDED = 5;
/**
 * A step that is found so late still counts from when it was due. What is found later, after a breakdown, counts from then
 * on: nobody loses time to write or vote in which the site was not there.
 */
export const LATE_TICK = 10 * MINUTE;
/** How far ahead a round may be announced. */
export const SCHEDULE_AHEAD = 90 * 24 * HOUR;
