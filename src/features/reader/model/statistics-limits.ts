/** Periods of the statistics in days. “always” has no length. */
export const SPAN_DAYS = { week: 7, month: 30 } as const;

/** A reader whose last visit was this many days ago or more counts as new in every period. */
export const LONG_AGO_DAYS = SPAN_DAYS.month;

/** How long daily sums are kept: the longest period, the one before it, and today. */
export const KEPT_DAYS = 2 * SPAN_DAYS.month + 1;

/**
 * A chapter is named as a place where many stop if at least this share of its readers, and at least this many, open
 * nothing after it.
 */
export const MANY_STOP = 0.08;
export const MANY_STOP_LEAST = 3;
/** Maximum number of such places that are named. */
export const STOPS_NAMED = 3;

/** Maximum number of chapters listed for a branch, most read first. */
export const CHAPTERS_LISTED = 500;
