import { HOUR, MINUTE } from '#core/time.ts';

/** Limits of competitions that are not settings of a story (product §6). Times in milliseconds. */

/** Longest time for which entries in review delay the start of voting. */
export const REVIEW_WAIT = 24 * HOUR;
/** How many entries a voter must have opened, or all if there are fewer. */
export const OPENS_NEEDED = 5;
/**
 * A step that is taken at most this late is dated back to when it was due. A later one, after an outage, is dated at
 * the time it is taken, so that no one loses time to write or vote while the site is down.
 */
export const LATE_TICK = 10 * MINUTE;
/** Voters are reminded this long before voting ends, or in its last quarter if that is shorter. */
export const LAST_CALL = 24 * HOUR;
/** How far ahead a round may be scheduled. */
export const SCHEDULE_AHEAD = 90 * 24 * HOUR;
