import type { Tables } from '#platform/db/tables.ts';

/** The tables of this feature, and what happens to members’ data in them. */
export const tables = {
  participants: {
    account_id: { erased: { by: 'leaveStories' }, exported: { file: 'writing/memberships' } },
  },
  participation_requests: {
    account_id: { erased: 'row', exported: { file: 'writing/invitations-and-applications' } },
  },
} satisfies Partial<Tables>;
