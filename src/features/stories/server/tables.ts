import { DECISION, OTHERS_WORK, type Tables } from '#platform/db/tables.ts';

/** The tables of this feature, and what happens to members’ data in them. */
export const tables = {
  added_categories: {},
  categories: {},
  category_suggestions: {
    account_id: {
      erased: 'row',
      exported: { file: 'moderation/category-suggestions', without: ['decided_by'] },
    },
    decided_by: { erased: DECISION, exported: OTHERS_WORK },
  },
  stories: {
    creator_id: { erased: { by: 'settleStories' }, exported: { file: 'writing/stories' } },
  },
  story_categories: {},
  story_drafts: {},
  story_stats: {},
} satisfies Partial<Tables>;
