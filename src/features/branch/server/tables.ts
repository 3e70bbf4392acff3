import type { Tables } from '#platform/db/tables.ts';

/** The tables of this feature, and what happens to members’ data in them. */
export const tables = {
  branch_reservations: {
    account_id: { erased: 'row', exported: { file: 'writing/reservations' } },
  },
} satisfies Partial<Tables>;
