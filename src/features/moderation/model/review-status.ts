import { machine } from '#core/machine.ts';

export const REVIEW_STATES = ['automatic', 'manual', 'approved', 'rejected', 'withdrawn'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];
export const REVIEW_ACTIONS = ['escalate', 'approve', 'reject', 'withdraw'] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

/**
 * Status of a review. The automatic check can approve or escalate, but never rejects: only people do (product §4, DSA
 * Art. 17). So `reject` is only legal in moderator review.
 */
export const reviewMachine = machine<ReviewState, ReviewAction>(REVIEW_ACTIONS, {
  automatic: { escalate: 'manual', approve: 'approved', withdraw: 'withdrawn' },
  manual: { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' },
  approved: {},
  rejected: {},
  withdrawn: {},
});

export const SUBJECT_KINDS = ['story', 'chapter', 'submission'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];
