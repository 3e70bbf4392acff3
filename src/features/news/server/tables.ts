import type { Tables } from '#platform/db/tables.ts';

/** The tables of this feature, and what happens to members’ data in them. */
export const tables = {
  first_chapters: {
    account_id: { erased: 'row', exported: { file: 'news/first-chapter' } },
  },
  mail_deliveries: {
    account_id: { erased: 'row', exported: { file: 'news/emails' } },
  },
  mail_refusals: {
    account_id: { erased: 'row', exported: { file: 'news/refused-emails' } },
  },
  mail_settings: {
    account_id: { erased: 'row', exported: { file: 'news/settings' } },
  },
} satisfies Partial<Tables>;
