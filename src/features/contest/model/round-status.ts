import { machine } from '#core/machine.ts';

export const ROUND_STATUSES = ['scheduled', 'writing', 'voting', 'completed'] as const;
export type RoundStatus = (typeof ROUND_STATUSES)[number];
export const ROUND_ACTIONS = ['start', 'open_voting', 'complete'] as const;
export type RoundAction = (typeof ROUND_ACTIONS)[number];

/**
 * Spec §4. Only the clock moves a round: nobody ends it early, and nobody makes it longer. One that is scheduled and does
 * not happen is deleted.
 */
export const roundMachine = machine<RoundStatus, RoundAction>(ROUND_ACTIONS, {
  scheduled: { start: 'writing' },
  writing: { open_voting: 'voting', complete: 'completed' },
  voting: { complete: 'completed' },
  completed: {},
});
