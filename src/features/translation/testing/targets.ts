/** Targets of this feature for the permission matrix. */
export type TranslationTarget =
  | 'saved translation'
  | 'waiting translation'
  | 'public translation'
  | 'claimed translation'
  | 'version of the claimed translation'
  | 'name';
