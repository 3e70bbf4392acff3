/** What the texts that moderators read are called; each has a word in the moderation queue. */
export const SCREENED_FIELDS = [
  'title',
  'description',
  'chapter_title',
  'choice',
  'summary',
  'content',
  'username',
  'bio',
] as const;
