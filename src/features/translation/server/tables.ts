import { DECISION, OTHERS_WORK, type Tables } from '#platform/db/tables.ts';

/** The tables of this feature, and what happens to members’ data in them. */
export const tables = {
  reviewer_grants: {
    account_id: { erased: 'row', exported: { file: 'translations/reviewer', without: ['granted_by'] } },
    granted_by: { erased: DECISION, exported: OTHERS_WORK },
  },
  glossary_terms: {
    saved_by: {
      erased: { kept: 'the glossary is shared' },
      exported: { file: 'translations/glossary-terms' },
    },
  },
  translation_texts: {},
  translations: {
    decided_by: { erased: DECISION, exported: OTHERS_WORK },
    reviewer_id: { erased: { by: 'account.restricted' }, exported: OTHERS_WORK },
    translator_id: {
      erased: { by: 'deleteTranslations' },
      exported: { file: 'translations/translations', without: ['decided_by', 'reviewer_id'] },
    },
  },
} satisfies Partial<Tables>;
