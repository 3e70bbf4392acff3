/** Targets of this feature for the permission matrix. */
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
