/** Fields of the texts that moderators read. Each has a label in the moderation queue. */
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
