import type { Tables } from '#platform/db/tables.ts';

/** The tables of this feature, and what happens to members’ data in them. */
export const tables = {
  page_views: {},
} satisfies Partial<Tables>;
