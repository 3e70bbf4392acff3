/** Phase of a turn: being written, its chapter in review, or ended. */
export const TURN_PHASES = ['writing', 'review', 'ended'] as const;
/** Phases of an open turn. */
export const OPEN_PHASES = ['writing', 'review'] as const satisfies readonly (typeof TURN_PHASES)[number][];
export type OpenPhase = (typeof OPEN_PHASES)[number];

/** How a turn ended. */
export const TURN_ENDINGS = ['published', 'passed', 'reassigned', 'expired', 'left', 'restricted'] as const;
export type TurnEnding = (typeof TURN_ENDINGS)[number];
