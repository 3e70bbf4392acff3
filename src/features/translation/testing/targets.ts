/** What the acts of the permission matrix can be tried on, of this feature. */
export type TranslationTarget =
  | 'saved translation'
  | 'waiting translation'
  | 'public translation'
  | 'claimed translation'
  | 'version of the claimed translation'
  | 'name';
