import { machine } from '#core/machine.ts';

export const REVIEW_STATES = ['automatic', 'manual', 'approved', 'rejected', 'withdrawn'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];
export const REVIEW_ACTIONS = ['pass_on', 'approve', 'reject', 'withdraw'] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

/**
 * One look at one submission. The automatic pre-review may approve or pass on, and never rejects: nobody is refused by a
 * machine (product §4, DSA Art. 17), so `reject` is legal only once a person looks.
 */
export const reviewMachine = machine<ReviewState, ReviewAction>(REVIEW_ACTIONS, {
  automatic: { pass_on: 'manual', approve: 'approved', withdraw: 'withdrawn' },
  manual: { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' },
  approved: {},
  rejected: {},
  withdrawn: {},
});

export const SUBJECT_KINDS = ['story', 'chapter', 'submission'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];
