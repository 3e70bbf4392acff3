/** What the acts of the permission matrix can be tried on, of this feature. */
export type ModerationTarget =
  | 'review'
  | 'version of the review'
  | 'review of the moderator’s own'
  | 'report'
  | 'reported story'
  | 'hidden chapter'
  | 'banned story'
  | 'restriction'
  | 'appealed restriction'
  | 'appeal'
  | 'feedback';
