import type { Tables } from '#platform/db/tables.ts';

/** The tables of this feature, and what happens to members’ data in them. */
export const tables = {
  relay_queue: {
    account_id: { erased: 'row', exported: { file: 'writing/relay-queue' } },
  },
  relay_turns: {
    account_id: {
      erased: { kept: 'whose turn it was belongs to the story' },
      exported: { file: 'writing/relay-turns', without: ['next_id'] },
    },
    next_id: { erased: { kept: 'like the turn' }, exported: { left: 'someone else’s choice' } },
  },
} satisfies Partial<Tables>;
