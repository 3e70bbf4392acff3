import { DAY, HOUR } from '#core/time.ts';

/** Emails about notices per member and day. Further notices are only in the inbox. */
export const MAILS_PER_DAY = 10;
/** Emails about requests are only sent among the first of a day: anyone can cause them, and a turn mustn’t be missed for it. */
export const REQUESTS_PER_DAY = 4;
/** Permanent refusals of an address in a row, after which nothing more is sent to it. */
export const REFUSALS_MAX = 3;
/** How long deliveries are kept. Longer than the attempts of a job take. */
export const DELIVERIES_KEPT = 7 * DAY;
/** Writers get a notice when their first chapter has this many readers. */
export const FIRST_READERS = 10;
/** The hour of the next day, in the writer’s time zone, from which they get a notice that their first chapter is out. */
export const MORNING = 8;
/** How long after publication writers can still get these notices. */
export const OUT_TOLD_WITHIN = 3 * DAY;
export const READERS_TOLD_WITHIN = 60 * DAY;
/** Longer, because a tick may be late. */
export const FIRSTS_KEPT = READERS_TOLD_WITHIN + HOUR;
