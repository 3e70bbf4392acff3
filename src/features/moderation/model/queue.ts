import { SUBJECT_KINDS } from './review-status.ts';

/** Everything that moderators have to decide, in one queue (product §10). */
export const QUEUE_KINDS = [...SUBJECT_KINDS, 'report', 'appeal', 'suggestion', 'feedback'] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];
/** Kinds of entries that are not submissions. */
export const CASE_KINDS = ['report', 'appeal', 'suggestion', 'feedback'] as const;
export type CaseKind = (typeof CASE_KINDS)[number];
/** Why a moderator can’t decide on an entry. */
export const DECISION_BLOCKERS = ['own_work', 'own_decision', 'about_you', 'not_over_moderators'] as const;
export type DecisionBlocker = (typeof DECISION_BLOCKERS)[number];
