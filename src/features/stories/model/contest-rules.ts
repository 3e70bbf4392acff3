/** Rules of the rounds of a competition, which its creator sets (product §6). Times in hours. */
export interface ContestRules {
  writingHours: number;
  votingHours: number;
  /** How many must take part before a round can start, the creator among them. */
  minParticipants: number;
}

export const CONTEST_BOUNDS: Record<keyof ContestRules, { min: number; max: number; default: number }> = {
  writingHours: { min: 1, max: 30 * 24, default: 72 },
  votingHours: { min: 1, max: 14 * 24, default: 48 },
  minParticipants: { min: 2, max: 50, default: 3 },
};
