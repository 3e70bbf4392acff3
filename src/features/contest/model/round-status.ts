import { machine } from '#core/machine.ts';

export const ROUND_STATUSES = ['scheduled', 'writing', 'voting', 'completed'] as const;
export type RoundStatus = (typeof ROUND_STATUSES)[number];
export const ROUND_ACTIONS = ['start', 'open_voting', 'complete'] as const;
export type RoundAction = (typeof ROUND_ACTIONS)[number];

/**
 * Spec §4. Rounds change with time only: no one can end or extend one early. A scheduled round that is canceled is
 * deleted.
 */
export const roundMachine = machine<RoundStatus, RoundAction>(ROUND_ACTIONS, {
  scheduled: { start: 'writing' },
  writing: { open_voting: 'voting', complete: 'completed' },
  voting: { complete: 'completed' },
  completed: {},
});
