import { machine } from '#core/machine.ts';

export const SUBMISSION_STATUSES = ['draft', 'pending', 'approved', 'rejected'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];
export const SUBMISSION_ACTIONS = [
  'submit',
  'withdraw',
  'approve',
  'reject',
  'disqualify',
  'reinstate',
  'drop',
] as const;
export type SubmissionAction = (typeof SUBMISSION_ACTIONS)[number];

/**
 * Spec §4: status of the version last submitted. A newer version replaces it while the round is open for entries.
 * `drop` removes the entry of a suspended or banned member. `reinstate` reverses a disqualification.
 */
export const submissionMachine = machine<SubmissionStatus, SubmissionAction>(SUBMISSION_ACTIONS, {
  draft: { submit: 'pending' },
  pending: { submit: 'pending', withdraw: 'draft', approve: 'approved', reject: 'rejected', drop: 'draft' },
  approved: { submit: 'pending', withdraw: 'draft', disqualify: 'rejected', drop: 'draft' },
  rejected: { submit: 'pending', reinstate: 'approved' },
});
