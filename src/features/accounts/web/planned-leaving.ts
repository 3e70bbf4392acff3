import { keptNote } from './kept-note.ts';

/** A deletion that was planned in this tab, which signed the member out. */
export interface PlannedDeletion {
  /** ISO 8601. */
  leavingAt: string;
  /** Takes it back, and opens nothing else. */
  token: string;
}

const note = keptNote<PlannedDeletion>('leaving');

export const isLeavingPlanned = note.isKept;
export const usePlannedLeaving = note.use;
export const keepPlannedLeaving = note.keep;
