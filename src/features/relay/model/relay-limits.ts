import { DAY, HOUR } from '#core/time.ts';

/** Bounds of the turn clock (product §5), in milliseconds. */
export const EXTENSION = 48 * HOUR;
/** After a rejection the writer has at least so long. */
export const LEAST_AFTER_REJECTION = 24 * HOUR;
export const LAST_REMINDER = 24 * HOUR;
/** In turns that are no longer, the reminder at half time is the last. */
export const ONE_REMINDER_UP_TO = 2 * DAY;
/** Turns missed one after the other until a participant is skipped. */
export const MISSES_MAX = 2;
