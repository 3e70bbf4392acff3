/** Where a turn stands: being written, its chapter in review, or over. */
export const TURN_PHASES = ['writing', 'review', 'ended'] as const;
/** Of a turn that is on. */
export const OPEN_PHASES = ['writing', 'review'] as const satisfies readonly (typeof TURN_PHASES)[number][];
export type OpenPhase = (typeof OPEN_PHASES)[number];

/** How a turn came to its end. */
export const TURN_ENDINGS = ['published', 'handed_on', 'reassigned', 'expired', 'left', 'restricted'] as const;
export type TurnEnding = (typeof TURN_ENDINGS)[number];
