import { keptNote } from '#web/navigation/kept-note.ts';

/** A deletion that was planned in this tab, which logged the member out. */
export interface PlannedDeletion {
  /** ISO 8601. */
  deletionDueAt: string;
  /** Authorizes canceling the deletion, and nothing else. */
  token: string;
}

declare module '#web/navigation/kept-note.ts' {
  interface KeptNotes {
    leaving: PlannedDeletion;
  }
}

const plannedDeletionNote = keptNote('leaving');

export const isDeletionPlanned = plannedDeletionNote.isKept;
export const keepPlannedDeletion = plannedDeletionNote.keep;
