/** The first 20 categories (product §9); their names stand under `category.<code>`. More come from accepted suggestions. */
export const CATEGORIES = [
  'fantasy',
  'science_fiction',
  'romance',
  'mystery',
  'thriller',
  'horror',
  'adventure',
  'historical',
  'contemporary',
  'young_adult',
  'comedy',
  'drama',
  'paranormal',
  'wuxia',
  'action',
  'slice_of_life',
  'poetry',
  'fanfiction',
  'nonfiction',
  'experimental',
] as const;
export type Category = (typeof CATEGORIES)[number];
