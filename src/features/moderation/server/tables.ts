import { DECISION, OTHERS_WORK, type Tables } from '#platform/db/tables.ts';

/** The tables of this feature, and what happens to members’ data in them. */
export const tables = {
  appeals: {
    account_id: { erased: 'row', exported: { file: 'moderation/appeals', without: ['decided_by'] } },
    decided_by: { erased: DECISION, exported: OTHERS_WORK },
  },
  examinations: {
    asked_by: { erased: 'row', exported: { left: 'an examination of the site' } },
  },
  feedback: {
    account_id: { erased: 'row', exported: { file: 'moderation/feedback', without: ['read_by'] } },
    read_by: { erased: DECISION, exported: OTHERS_WORK },
  },
  report_cases: {
    account_id: {
      erased: { by: 'forgetWordsAbout' },
      exported: { left: 'reports about them, which name those who reported' },
    },
    decided_by: { erased: DECISION, exported: OTHERS_WORK },
  },
  public_reports: {
    reporter_id: {
      erased: { by: 'forgetWordsAbout' },
      exported: { file: 'moderation/public-reports' },
    },
  },
  reports: {
    reporter_id: { erased: { by: 'forgetWordsAbout' }, exported: { file: 'moderation/reports' } },
  },
  restrictions: {
    account_id: {
      erased: { by: 'forgetWordsAbout' },
      exported: { file: 'moderation/restrictions', without: ['decided_by', 'lifted_by'] },
    },
    decided_by: { erased: DECISION, exported: OTHERS_WORK },
    lifted_by: { erased: DECISION, exported: OTHERS_WORK },
  },
  reviews: {
    author_id: {
      erased: { by: 'forgetReviews' },
      exported: { file: 'moderation/reviews', without: ['decided_by'] },
    },
    decided_by: { erased: DECISION, exported: OTHERS_WORK },
  },
  transparency_counts: {},
} satisfies Partial<Tables>;
