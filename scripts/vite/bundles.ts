import type { Part } from '../../src/web/i18n/catalogs.ts';

/**
 * - `part`: fills slots of documents, or can be opened on any page.
 * - `room`: a page that React renders, with everything that it opens.
 * - `editor`: a `room` that validates whole texts.
 */
export type BundleKind = 'part' | 'room' | 'editor';

interface NamedBundle {
  readonly name: string;
  readonly kind: BundleKind;
  /** Relative to `src`. */
  readonly files: readonly string[];
  /** Parts of the catalog that it needs at the start, besides the first ones. Loaded in parallel with the bundle. */
  readonly texts?: readonly Part[];
}

/** Modules that are loaded together. Every other lazily loaded module gets its own bundle, of kind `room`. */
export const BUNDLES: readonly NamedBundle[] = [
  {
    name: 'story-map',
    kind: 'room',
    files: ['site/pages/story-map.view.tsx', 'features/branch/web/map/story-map.tsx'],
  },
  { name: 'voting', kind: 'room', files: ['site/pages/voting.view.tsx'] },

  { name: 'plain', kind: 'part', files: ['features/accounts/web/login/login-form.ts'] },
  { name: 'resume', kind: 'part', files: ['features/reader/web/resume/resume.ts'] },
  { name: 'signup', kind: 'part', files: ['features/accounts/web/account-dialog.tsx'] },
  { name: 'member', kind: 'part', files: ['features/messages/web/member-head/member-head.ts'] },
  { name: 'search', kind: 'part', files: ['features/discovery/web/filter-changes.tsx'] },
  { name: 'home', kind: 'part', files: ['site/home-notes.tsx'] },
  { name: 'member-home', kind: 'part', files: ['features/discovery/web/without-own.tsx'] },
  {
    name: 'story',
    kind: 'part',
    files: [
      'features/reader/web/own-reading.tsx',
      'features/reader/web/chapter-marks.tsx',
      'features/branch/web/own-branch.tsx',
      'features/participation/web/join.tsx',
      'features/participation/web/more-participants.tsx',
      'features/relay/web/running-turn.tsx',
      'features/contest/web/running-round.tsx',
      'features/contest/web/round-watch.tsx',
    ],
  },
  {
    name: 'member-story',
    kind: 'part',
    files: [
      'features/stories/web/story-actions.tsx',
      'features/participation/web/invite-users.tsx',
      'features/participation/web/leave-story.tsx',
      'features/participation/web/membership-note.tsx',
      'features/participation/web/member-join.tsx',
      'features/chapters/web/own-drafts.tsx',
      'features/relay/web/turn-actions.tsx',
      'features/reader/web/member-reading.tsx',
      'features/branch/web/participant-known.tsx',
      'features/branch/web/member-write-link.tsx',
      'features/contest/web/member-round.tsx',
      'features/contest/web/creator-round.tsx',
      'features/contest/web/member-write-entry.tsx',
    ],
    texts: ['stories', 'participation'],
  },
  {
    name: 'chapter',
    kind: 'part',
    files: ['web/ui/time-left.tsx', 'features/contest/web/round-watch.tsx'],
    texts: ['times'],
  },
  {
    name: 'member-chapter',
    kind: 'part',
    files: [
      'features/reader/web/reader-actions.tsx',
      'features/reader/web/member-reading.tsx',
      'features/branch/web/read-ways.tsx',
      'features/branch/web/member-write-row.tsx',
    ],
    texts: ['reader'],
  },
  { name: 'member-user', kind: 'part', files: ['features/profile/web/invite-to-story.tsx'] },
  {
    name: 'member-voting',
    kind: 'part',
    files: [
      'features/contest/web/ballot/member-ballot.tsx',
      'features/contest/web/ballot/end-of-vote.tsx',
      'features/contest/web/ballot/entry-vote.tsx',
      'features/contest/web/ballot/second-sheet.tsx',
      'features/contest/web/result/member-vote.tsx',
      'features/contest/web/own-entry-link.tsx',
      'features/contest/web/audit/member-audit-link.tsx',
    ],
  },
  {
    name: 'dialogs',
    kind: 'part',
    files: [
      'features/moderation/web/feedback-dialog.tsx',
      'features/moderation/web/report-dialog.tsx',
      'features/accounts/web/account-gate.tsx',
      'features/accounts/web/deletion-banner.tsx',
      'features/moderation/web/restricted-account.tsx',
      'features/accounts/web/restriction.ts',
      'site/layout/failure-report.tsx',
    ],
  },
  {
    name: 'moderating',
    kind: 'part',
    files: [
      'features/moderation/web/moderator-actions.tsx',
      'features/moderation/web/restricted-content.tsx',
      'features/reader/web/hidden-chapter.tsx',
      'features/chapters/web/chapter-missing.tsx',
      'features/stories/web/story-missing.tsx',
    ],
  },

  {
    name: 'profile',
    kind: 'room',
    files: [
      'site/pages/profile.room.tsx',
      'features/accounts/web/your-texts.tsx',
      'features/moderation/web/own-restrictions.tsx',
      'features/contest/web/own-submissions.tsx',
      'features/translation/web/own-translations.tsx',
      'features/translation/web/own-reviewing.tsx',
      'features/profile/web/own-settings.tsx',
    ],
    texts: ['account', 'profile', 'review', 'leaving', 'submission'],
  },
  { name: 'messages', kind: 'room', files: ['site/pages/messages.room.tsx'], texts: ['inbox'] },
  {
    name: 'moderation',
    kind: 'room',
    files: [
      'site/pages/moderation.room.tsx',
      'features/stories/web/suggestion-dialog.tsx',
      'features/contest/web/audit/round-audit-page.tsx',
    ],
    texts: ['moderation', 'report', 'decisions', 'feedback'],
  },
  {
    name: 'review',
    kind: 'room',
    files: ['site/pages/review-chapter-translation.room.tsx', 'site/pages/review-story-translation.room.tsx'],
    texts: ['review'],
  },
  { name: 'statistics', kind: 'room', files: ['site/pages/statistics.room.tsx'], texts: ['statistics'] },
  {
    name: 'account',
    kind: 'room',
    files: ['site/pages/reset-password.room.tsx', 'site/pages/google-callback.room.tsx'],
    texts: ['accounts'],
  },

  {
    name: 'edit-chapter',
    kind: 'editor',
    files: ['site/pages/edit-chapter.room.tsx', 'features/relay/web/editor.tsx', 'features/branch/web/editor.tsx'],
    texts: ['chapters'],
  },
  {
    name: 'edit-submission',
    kind: 'editor',
    files: ['site/pages/edit-submission.room.tsx'],
    texts: ['submission', 'chapters'],
  },
  {
    name: 'edit-story',
    kind: 'editor',
    files: ['site/pages/edit-story.room.tsx'],
    texts: ['story_editor', 'picture', 'publishing'],
  },
  {
    name: 'translate',
    kind: 'editor',
    files: ['site/pages/translate-chapter.room.tsx', 'site/pages/translate-story.room.tsx'],
    texts: ['translate', 'chapters'],
  },
];
