import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ROLES } from '#core/actor.ts';
import { LANGUAGES } from '#core/languages.ts';
import { MAIL_CHOICES } from '#core/mail-kinds.ts';
import { PROVIDERS } from '#core/providers.ts';
import { CONTENT_POLICIES } from '#features/accounts/model/account-deletion.ts';
import { ACCOUNT_STATUSES, SESSION_ENDS } from '#features/accounts/model/account-status.ts';
import { LINK_PURPOSE } from '#features/accounts/server/account-mail.ts';
import { PROBLEM_LETTERS } from '#features/accounts/server/operator-problems.ts';
import { CHAPTER_STATUSES, REVISION_KINDS } from '#features/chapters/model/chapter-status.ts';
import { ROUND_STATUSES } from '#features/contest/model/round-status.ts';
import { SUBMISSION_STATUSES } from '#features/contest/model/submission-status.ts';
import { ACTION_STATUSES, MESSAGE_TYPES } from '#features/messages/model/message-types.ts';
import { APPEAL_STATES, CASE_STATES } from '#features/moderation/model/case-status.ts';
import { LAWS } from '#features/moderation/model/law.ts';
import { FEEDBACK_TYPES } from '#features/moderation/model/moderation-limits.ts';
import { FOUND_BY, RESTRICTION_ACTIONS, RULES, TARGET_KINDS } from '#features/moderation/model/restriction.ts';
import { REVIEW_STATES, SUBJECT_KINDS } from '#features/moderation/model/review-status.ts';
import { WRITING_MODES } from '#features/modes.ts';
import { REQUEST_STATES } from '#features/participation/model/request-status.ts';
import { TURN_ENDINGS, TURN_PHASES } from '#features/relay/model/turn.ts';
import { CATEGORIES, SUGGESTION_STATES } from '#features/stories/model/categories.ts';
import { JOIN_POLICIES } from '#features/stories/model/join-policy.ts';
import { EDIT_STATUSES, PROGRESSES, STORY_STATUSES } from '#features/stories/model/story-status.ts';
import { TRANSLATION_KINDS, TRANSLATION_STATUSES } from '#features/translation/model/translation-status.ts';
import { IMAGE_KINDS } from '#platform/images/images.repo.ts';
import { setUpTestApp } from '#testing/test-app.ts';

const app = setUpTestApp();

/** Every column that the database limits to certain values, with the values that the code knows. */
const LISTS: Record<string, readonly string[]> = {
  'account_roles.role': ROLES,
  'accounts.deletion_content': CONTENT_POLICIES,
  'accounts.preferred_language': LANGUAGES,
  'accounts.status': ACCOUNT_STATUSES,
  'chapter_revisions.kind': REVISION_KINDS,
  'chapters.edit_status': EDIT_STATUSES,
  'chapters.status': CHAPTER_STATUSES,
  'daily_reads.language': LANGUAGES,
  'feedback.type': FEEDBACK_TYPES,
  'identities.provider': PROVIDERS,
  'images.kind': IMAGE_KINDS,
  // A code for an address is in the same table as links.
  'mail_links.purpose': [...Object.keys(LINK_PURPOSE), 'openid'],
  'mail_settings.choice': MAIL_CHOICES,
  'messages.action_status': ACTION_STATUSES,
  'messages.type': MESSAGE_TYPES,
  'operator_problems.problem': Object.keys(PROBLEM_LETTERS),
  'page_views.language': LANGUAGES,
  'participation_requests.state': REQUEST_STATES,
  'reader_days.language': LANGUAGES,
  'relay_turns.ending': TURN_ENDINGS,
  'relay_turns.phase': TURN_PHASES,
  'appeals.state': APPEAL_STATES,
  'category_suggestions.state': SUGGESTION_STATES,
  'report_cases.language': LANGUAGES,
  'report_cases.state': CASE_STATES,
  'report_cases.target_kind': TARGET_KINDS,
  'public_reports.language': LANGUAGES,
  'public_reports.law': LAWS,
  'public_reports.reason': RULES,
  'reports.reason': RULES,
  'restrictions.action': RESTRICTION_ACTIONS,
  'restrictions.found_by': FOUND_BY,
  'restrictions.law': LAWS,
  'restrictions.language': LANGUAGES,
  'restrictions.rule': RULES,
  'reviews.language': LANGUAGES,
  'reviews.rule': RULES,
  'reviews.state': REVIEW_STATES,
  'reviews.subject_kind': SUBJECT_KINDS,
  'rounds.language': LANGUAGES,
  'rounds.status': ROUND_STATUSES,
  'sessions.end_reason': SESSION_ENDS,
  'stories.edit_status': EDIT_STATUSES,
  'stories.join_policy': JOIN_POLICIES,
  'stories.language': LANGUAGES,
  'stories.mode': WRITING_MODES,
  'stories.progress': PROGRESSES,
  'stories.status': STORY_STATUSES,
  'story_drafts.language': LANGUAGES,
  'submissions.status': SUBMISSION_STATUSES,
  'reviewer_grants.language': LANGUAGES,
  'glossary_terms.language': LANGUAGES,
  'translations.kind': TRANSLATION_KINDS,
  'translations.language': LANGUAGES,
  'search_texts.language': LANGUAGES,
  'translations.status': TRANSLATION_STATUSES,
};

it('the database allows exactly the values that the code knows', async () => {
  const { rows } = await sql<{ table: string; definition: string }>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'c' and conrelid <> 0 and connamespace = 'public'::regnamespace
      and conrelid not in (select inhrelid from pg_inherits)
    union all
    select c.relname, replace(pg_get_constraintdef(k.oid), 'VALUE', a.attname) from pg_constraint k
      join pg_attribute a on a.atttypid = k.contypid join pg_class c on c.oid = a.attrelid
    where k.contypid <> 0 and c.relkind in ('r', 'p') and not c.relispartition`.execute(app.database.db);
  const found = rows.flatMap(({ table, definition }): [column: string, words: string[]][] => {
    const list = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition);
    return list
      ? [
          [
            `${table}.${list[1]}`,
            [...list[2]!.matchAll(/'([^']*)'::text|(\d+)/g)].map(([, word, number]) => word ?? number!).sort(),
          ],
        ]
      : [];
  });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(LISTS).map(([column, words]) => [column, [...words].sort()])),
  );
});

it('the database has the first categories of the code', async () => {
  const { rows } = await sql<{ code: string }>`select code from categories`.execute(app.database.db);
  expect(rows.map(({ code }) => code).sort()).toEqual([...CATEGORIES].sort());
});
