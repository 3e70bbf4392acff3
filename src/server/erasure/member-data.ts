import type { DB } from '#platform/db/schema.ts';

/**
 * Every column that says who owns a row or who did something: what happens to it when that member is erased, and
 * whether it is exported. A test compares this with the database, so that new tables aren’t forgotten.
 */
interface ErasureRule {
  /**
   * - `row`: the row is deleted.
   * - `null`: the row stays, without the member.
   * - `by`: the named step of the erasure decides for each row.
   * - `kept`: the row stays, with the id of an account that says nothing anymore, for the given reason.
   */
  readonly erased: 'row' | 'null' | { by: string } | { kept: string };
  /** The file in the export and the columns that it must not contain; or why the rows aren’t exported. */
  readonly exported: { file: string; without?: readonly string[] } | { left: string };
}

const ACT = { left: 'a decision about someone else’s work' } as const;
const LOG = { kept: 'the log says who decided' } as const;

export const MEMBER_DATA = {
  'account_roles.account_id': { erased: 'row', exported: { file: 'account/roles' } },
  'appeals.account_id': { erased: 'row', exported: { file: 'moderation/appeals', without: ['decided_by'] } },
  'appeals.decided_by': { erased: LOG, exported: ACT },
  'branch_spots.account_id': { erased: 'row', exported: { file: 'writing/spots' } },
  'category_suggestions.account_id': {
    erased: 'row',
    exported: { file: 'moderation/category-suggestions', without: ['decided_by'] },
  },
  'category_suggestions.decided_by': { erased: LOG, exported: ACT },
  'chapters.author_id': {
    erased: { by: 'deleteUnpublishedOf, deleteChaptersWithoutSuccessors' },
    exported: { file: 'writing/chapters' },
  },
  'exports.account_id': { erased: 'row', exported: { left: 'the files themselves' } },
  'feedback.account_id': { erased: 'row', exported: { file: 'moderation/feedback', without: ['read_by'] } },
  'feedback.read_by': { erased: LOG, exported: ACT },
  'former_slugs.account_id': { erased: 'row', exported: { file: 'account/former-slugs' } },
  'idempotency_keys.account_id': { erased: 'row', exported: { left: 'copies of responses, for a day' } },
  'images.owner_id': { erased: 'null', exported: { file: 'account/images' } },
  'mail_links.account_id': { erased: 'row', exported: { left: 'links in emails, for a day' } },
  'messages.account_id': { erased: 'row', exported: { file: 'messages/messages' } },
  'opened_entries.account_id': { erased: 'row', exported: { file: 'votes/opened-entries' } },
  'participants.account_id': { erased: { by: 'removeFromAllStories' }, exported: { file: 'writing/memberships' } },
  'participation_requests.account_id': { erased: 'row', exported: { file: 'writing/invitations-and-applications' } },
  'read_chapters.account_id': { erased: 'row', exported: { file: 'reading/read-chapters' } },
  'reading_places.account_id': { erased: 'row', exported: { file: 'reading/places' } },
  'relay_seats.account_id': { erased: 'row', exported: { file: 'writing/relay-seats' } },
  'relay_turns.account_id': {
    erased: { kept: 'whose turn it was belongs to the story' },
    exported: { file: 'writing/relay-turns', without: ['next_id'] },
  },
  'relay_turns.next_id': { erased: { kept: 'like the turn' }, exported: { left: 'someone else’s choice' } },
  'report_cases.account_id': {
    erased: { by: 'anonymizeTexts' },
    exported: { left: 'reports about them, which name those who reported' },
  },
  'report_cases.decided_by': { erased: LOG, exported: ACT },
  'reports.reporter_id': { erased: { by: 'anonymizeTexts, dropOldReports' }, exported: { file: 'moderation/reports' } },
  'restrictions.account_id': {
    erased: { by: 'anonymizeTexts' },
    exported: { file: 'moderation/restrictions', without: ['decided_by', 'lifted_by'] },
  },
  'restrictions.decided_by': { erased: LOG, exported: ACT },
  'restrictions.lifted_by': { erased: LOG, exported: ACT },
  'reviewer_grants.account_id': { erased: 'row', exported: { file: 'translations/reviewer', without: ['granted_by'] } },
  'reviewer_grants.granted_by': { erased: LOG, exported: ACT },
  'reviews.author_id': {
    erased: { by: 'dropReviewsOf' },
    exported: { file: 'moderation/reviews', without: ['decided_by'] },
  },
  'reviews.decided_by': { erased: LOG, exported: ACT },
  'round_judges.account_id': {
    erased: { kept: 'a judge of a round must not enter it' },
    exported: { left: 'decisions about others’ entries' },
  },
  'security_log.account_id': {
    erased: { kept: 'kept for 24 months, and contains no names' },
    exported: { file: 'account/security' },
  },
  'sessions.account_id': { erased: 'row', exported: { file: 'account/sessions', without: ['seed'] } },
  'status_log.actor_id': { erased: LOG, exported: { file: 'account/acts' } },
  'stories.creator_id': { erased: { by: 'settleStoryOfLeaver' }, exported: { file: 'writing/stories' } },
  'submissions.author_id': {
    erased: { by: 'dropEntriesOf, dropUnreadEntries; known results do not change' },
    exported: { file: 'writing/submissions' },
  },
  'text_fingerprints.author_id': {
    erased: { kept: 'goes with its chapter' },
    exported: { left: 'made from their texts' },
  },
  'translation_names.saved_by': {
    erased: { kept: 'the glossary is shared' },
    exported: { file: 'translations/names' },
  },
  'translations.decided_by': { erased: LOG, exported: ACT },
  'translations.reviewer_id': { erased: { by: 'releaseReviewsOf' }, exported: ACT },
  'translations.translator_id': {
    erased: { by: 'dropTranslationsOf' },
    exported: { file: 'translations/translations', without: ['decided_by', 'reviewer_id'] },
  },
  'votes.account_id': {
    erased: { kept: 'a result can be counted again; votes of open rounds are void (dropEntriesOf)' },
    exported: { file: 'votes/votes' },
  },
} as const satisfies Partial<Record<`${keyof DB}.${string}`, ErasureRule>>;

/** Returns the entries of the table above, with their keys split. */
export function placesOf(): { table: keyof DB; column: string; fate: ErasureRule }[] {
  return Object.entries<ErasureRule>(MEMBER_DATA).map(([key, fate]) => {
    const [table, column] = key.split('.') as [keyof DB, string];
    return { table, column, fate };
  });
}
