/** Targets of this feature for the permission matrix. */
export type ContestTarget =
  | 'competition'
  | 'resting competition'
  | 'scheduled round'
  | 'writing round'
  | 'voting round'
  | 'completed round'
  | 'draft entry'
  | 'entry'
  | 'won entry';
