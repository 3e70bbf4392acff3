import { expect, it } from 'vitest';
import { matrix } from '#core/machine.ts';
import { SUBMISSION_ACTIONS, SUBMISSION_STATUSES, submissionMachine } from './submission-status.ts';

it('allows the transitions of the table and no others', () => {
  expect(matrix(submissionMachine).filter(([, , to]) => to !== null)).toEqual([
    ['draft', 'submit', 'pending'],
    ['pending', 'submit', 'pending'],
    ['pending', 'withdraw', 'draft'],
    ['pending', 'approve', 'approved'],
    ['pending', 'reject', 'rejected'],
    ['pending', 'drop', 'draft'],
    ['approved', 'submit', 'pending'],
    ['approved', 'withdraw', 'draft'],
    ['approved', 'disqualify', 'rejected'],
    ['approved', 'drop', 'draft'],
    ['rejected', 'submit', 'pending'],
    ['rejected', 'reinstate', 'approved'],
  ]);
  expect(matrix(submissionMachine)).toHaveLength(SUBMISSION_STATUSES.length * SUBMISSION_ACTIONS.length);
  expect(submissionMachine.statuses).toEqual(SUBMISSION_STATUSES);
});
