import type { Tables } from '#platform/db/tables.ts';

/** The tables of this feature, and what happens to members’ data in them. */
export const tables = {
  chapter_drafts: {},
  chapter_revisions: {},
  chapter_texts: {},
  chapters: {
    author_id: {
      erased: { by: 'deleteDrafts, deleteChapters' },
      exported: { file: 'writing/chapters' },
    },
  },
  text_fingerprints: {
    author_id: {
      erased: { kept: 'goes with its chapter' },
      exported: { left: 'made from their texts' },
    },
  },
} satisfies Partial<Tables>;
