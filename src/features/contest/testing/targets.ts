/** What the acts of the permission matrix can be tried on, of this feature. */
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
