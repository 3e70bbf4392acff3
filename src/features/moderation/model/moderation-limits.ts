import { SECOND } from '#core/time.ts';

export const REASON_MIN = 10;
export const REASON_MAX = 1000;
/** The pre-review has answered by then, or a person looks (product §4). */
export const PREREVIEW_DEADLINE = 20 * SECOND;
/** What is so old is passed on at the next look, which comes every 5 s with the worker's heartbeat: in time for the deadline. */
export const OVERDUE_AFTER = PREREVIEW_DEADLINE - 5 * SECOND;
/** One try of the checker; what it could not tell by then is passed on. */
export const SCREENING_TIMEOUT = 8 * SECOND;

export const FEEDBACK_TYPES = ['bug', 'feature', 'ui', 'other'] as const;
export const FEEDBACK_MAX = 5000;
export const CONTACT_MAX = 254;
