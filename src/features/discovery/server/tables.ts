import type { Tables } from '#platform/db/tables.ts';

/** The tables of this feature, and what happens to members’ data in them. */
export const tables = {
  search_pending: {},
  search_texts: {},
  search_words: {},
} satisfies Partial<Tables>;
