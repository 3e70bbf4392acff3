import type { Tables } from '#platform/db/tables.ts';

/** The tables of this feature, and what happens to members’ data in them. */
export const tables = {
  messages: {
    account_id: { erased: 'row', exported: { file: 'messages/messages' } },
  },
} satisfies Partial<Tables>;
