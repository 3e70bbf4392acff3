import { DAY, HOUR } from '#core/time.ts';

/** Limits of the turn timer (product §5), in milliseconds. */
export const EXTENSION = 48 * HOUR;
/** Minimum time left after a rejection. */
export const LEAST_AFTER_REJECTION = 24 * HOUR;
export const LAST_REMINDER = 24 * HOUR;
/** For turns up to this length, the half-time reminder is the last one. */
export const ONE_REMINDER_UP_TO = 2 * DAY;
/** A participant is skipped after this many missed turns in a row. */
export const MISSES_MAX = 2;
