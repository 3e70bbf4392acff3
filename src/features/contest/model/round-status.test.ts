import { expect, it } from 'vitest';
import { matrix } from '#core/machine.ts';
import { ROUND_ACTIONS, ROUND_STATUSES, roundMachine } from './round-status.ts';

it('allows the transitions of the table and no others', () => {
  expect(matrix(roundMachine).filter(([, , to]) => to !== null)).toEqual([
    ['scheduled', 'start', 'writing'],
    ['writing', 'open_voting', 'voting'],
    ['writing', 'complete', 'completed'],
    ['voting', 'complete', 'completed'],
  ]);
  expect(matrix(roundMachine)).toHaveLength(ROUND_STATUSES.length * ROUND_ACTIONS.length);
  expect(roundMachine.statuses).toEqual(ROUND_STATUSES);
});
