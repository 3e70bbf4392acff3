/** The spans that statistics are shown for, in days; beside them there is "always". */
export const SPAN_DAYS = { week: 7, month: 30 } as const;

/** A reader who was here so many days ago or longer counts as a new one of every span. */
export const LONG_AGO_DAYS = SPAN_DAYS.month;

/** Sums by the day are kept for so long: the longest span, the one before it, and today. */
export const KEPT_DAYS = 2 * SPAN_DAYS.month + 1;

/** Many stop at a chapter when so large a part of its readers opens nothing after it, and they are more than a few. */
export const MANY_STOP = 0.08;
export const MANY_STOP_LEAST = 3;
/** So many of those places are named. */
export const STOPS_NAMED = 3;

/** Chapters of a story that branches which are listed, the most read first. */
export const CHAPTERS_LISTED = 500;
