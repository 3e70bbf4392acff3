import { SECOND } from '#core/time.ts';

export const REASON_MIN = 10;
export const REASON_MAX = 1000;
/** Deadline of the automatic check. After it, a moderator reviews the submission (product §4). */
export const PREREVIEW_DEADLINE = 20 * SECOND;
/** Reviews older than this are escalated. The worker’s heartbeat looks every 5 s, so the deadline is met. */
export const OVERDUE_AFTER = PREREVIEW_DEADLINE - 5 * SECOND;
/** Time limit of one run of the automatic check. A run that takes longer is escalated. */
export const SCREENING_TIMEOUT = 8 * SECOND;

export const FEEDBACK_TYPES = ['bug', 'feature', 'ui', 'other'] as const;
export const FEEDBACK_MAX = 5000;
export const CONTACT_MAX = 254;
