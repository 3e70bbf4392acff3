/** Rules for the rounds of a competition, set by its creator (product §6). Times in hours. */
export interface ContestRules {
  writingHours: number;
  votingHours: number;
  /** Minimum number of writers to start a round, including the creator. */
  minParticipants: number;
}

export const CONTEST_BOUNDS: Record<keyof ContestRules, { min: number; max: number; default: number }> = {
  writingHours: { min: 1, max: 30 * 24, default: 72 },
  votingHours: { min: 1, max: 14 * 24, default: 48 },
  minParticipants: { min: 2, max: 50, default: 3 },
};
