import { machine } from '#core/machine.ts';

export const CASE_STATES = ['open', 'upheld', 'dismissed'] as const;
export type CaseState = (typeof CASE_STATES)[number];
export const CASE_ACTIONS = ['uphold', 'dismiss'] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

/** Status of a case. Reporting the subject again after that opens another case. */
export const caseMachine = machine<CaseState, CaseAction>(CASE_ACTIONS, {
  open: { uphold: 'upheld', dismiss: 'dismissed' },
  upheld: {},
  dismissed: {},
});

export const APPEAL_STATES = ['open', 'granted', 'upheld'] as const;
export type AppealStatus = (typeof APPEAL_STATES)[number];
export const APPEAL_ACTIONS = ['grant', 'uphold'] as const;
export type AppealAction = (typeof APPEAL_ACTIONS)[number];

/**
 * Status of an appeal, which is decided once. Granted: the decision is reversed. Upheld: the decision stays in force.
 */
export const appealMachine = machine<AppealStatus, AppealAction>(APPEAL_ACTIONS, {
  open: { grant: 'granted', uphold: 'upheld' },
  granted: {},
  upheld: {},
});
