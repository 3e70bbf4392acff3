import type { Tables } from '#platform/db/tables.ts';

/** The tables of this feature, and what happens to members’ data in them. */
export const tables = {
  chapter_days: {},
  chapter_sums: {},
  daily_readers: {},
  daily_reads: {},
  read_chapters: {
    account_id: { erased: 'row', exported: { file: 'reading/read-chapters' } },
  },
  reader_days: {},
  reading_positions: {
    account_id: { erased: 'row', exported: { file: 'reading/positions' } },
  },
  story_days: {},
} satisfies Partial<Tables>;
