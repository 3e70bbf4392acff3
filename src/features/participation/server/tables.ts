import type { Tables } from '#platform/db/tables.ts';

/** The tables of this feature, and what happens to members’ data in them. */
export const tables = {
  invitation_links: {
    created_by: { erased: 'row', exported: { file: 'writing/invitation-links', without: ['seed', 'used_by'] } },
    used_by: { erased: 'null', exported: { file: 'writing/invitation-links-used', without: ['seed', 'created_by'] } },
  },
  participants: {
    account_id: { erased: { by: 'leaveStories' }, exported: { file: 'writing/memberships' } },
  },
  participation_requests: {
    account_id: { erased: 'row', exported: { file: 'writing/invitations-and-applications' } },
  },
} satisfies Partial<Tables>;
