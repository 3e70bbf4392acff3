import type { Tables } from '#platform/db/tables.ts';

/** The tables of this feature, and what happens to members’ data in them. */
export const tables = {
  opened_entries: {
    account_id: { erased: 'row', exported: { file: 'votes/opened-entries' } },
  },
  round_judges: {
    account_id: {
      erased: { kept: 'a judge of a round must not enter it' },
      exported: { left: 'decisions about others’ entries' },
    },
  },
  rounds: {},
  submission_texts: {},
  submissions: {
    author_id: {
      erased: { by: 'deleteEntries; known results do not change' },
      exported: { file: 'writing/submissions' },
    },
  },
  votes: {
    account_id: {
      erased: { kept: 'a result can be counted again; votes of open rounds are void (dropEntriesOf)' },
      exported: { file: 'votes/votes' },
    },
  },
} satisfies Partial<Tables>;
