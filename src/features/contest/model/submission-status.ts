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
 * Spec §4: the status of the version last submitted. A newer one takes its place while writing is open. `drop` takes the
 * entry of a member out who was suspended or banned; `reinstate` lifts a disqualification.
 */
export const submissionMachine = machine<SubmissionStatus, SubmissionAction>(SUBMISSION_ACTIONS, {
  draft: { submit: 'pending' },
  pending: { submit: 'pending', withdraw: 'draft', approve: 'approved', reject: 'rejected', drop: 'draft' },
  approved: { submit: 'pending', withdraw: 'draft', disqualify: 'rejected', drop: 'draft' },
  rejected: { submit: 'pending', reinstate: 'approved' },
});
