import type { Tables } from '#platform/db/tables.ts';

/** The tables of this feature, and what happens to members’ data in them. */
export const tables = {
  thanks: {
    account_id: { erased: 'row', exported: { file: 'reading/thanks' } },
  },
} satisfies Partial<Tables>;
