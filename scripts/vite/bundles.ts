/**
 * - `part`: what fills slots of documents, and what any page opens.
 * - `room`: a page that React renders, with everything that it opens.
 * - `editor`: a `room` that validates whole texts.
 */
export type BundleKind = 'part' | 'room' | 'editor';

interface NamedBundle {
  readonly name: string;
  readonly kind: BundleKind;
  /** Relative to `src`. */
  readonly files: readonly string[];
  /** Parts of the catalog that an island begins with, besides `common`. Fetched with the bundle, not after it. */
  readonly texts?: readonly string[];
}

/** Modules that are fetched together. Every other lazily loaded module gets its own bundle, of kind `room`. */
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
      'features/reader/web/own-branch.tsx',
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
      'features/participation/web/invite-dialog.tsx',
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
    texts: ['stories', 'participation', 'errors'],
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
      'features/reader/web/read-ways.tsx',
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
      'features/moderation/web/restrict-button.tsx',
      'features/moderation/web/work-restriction.tsx',
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
      'features/profile/web/own-profile.tsx',
      'features/profile/web/edit-profile.tsx',
      'features/profile/web/change-password.tsx',
      'features/profile/web/change-email.tsx',
    ],
  },
  { name: 'messages', kind: 'room', files: ['site/pages/messages.room.tsx', 'features/messages/web/inbox.tsx'] },
  {
    name: 'moderation',
    kind: 'room',
    files: [
      'site/pages/moderation.room.tsx',
      'features/moderation/web/moderation-page.tsx',
      'features/contest/web/audit/round-audit-page.tsx',
      'features/stories/web/suggestion-dialog.tsx',
    ],
  },
  {
    name: 'review',
    kind: 'room',
    files: [
      'site/pages/review-chapter-translation.room.tsx',
      'site/pages/review-story-translation.room.tsx',
      'features/translation/web/review/queue-page.tsx',
      'features/translation/web/review/translation-review-page.tsx',
    ],
  },
  {
    name: 'statistics',
    kind: 'room',
    files: ['site/pages/statistics.room.tsx', 'features/reader/web/statistics/statistics-page.tsx'],
  },
  {
    name: 'account',
    kind: 'room',
    files: [
      'site/pages/reset-password.room.tsx',
      'site/pages/google-callback.room.tsx',
      'features/accounts/web/reset-password-form.tsx',
      'features/accounts/web/google-return.tsx',
    ],
  },

  { name: 'sheet', kind: 'editor', files: ['features/chapters/web/editor-page/writing-sheet.tsx'] },
  {
    name: 'edit-chapter',
    kind: 'editor',
    files: [
      'site/pages/edit-chapter.room.tsx',
      'features/chapters/web/editor-page/chapter-editor-page.tsx',
      'features/relay/web/editor-turn-banner.tsx',
      'features/relay/web/next-author.tsx',
      'features/branch/web/editor-reservation-banner.tsx',
      'features/branch/web/editor-links.tsx',
    ],
  },
  {
    name: 'edit-submission',
    kind: 'editor',
    files: ['site/pages/edit-submission.room.tsx', 'features/contest/web/entry-editor/entry-editor-page.tsx'],
  },
  {
    name: 'edit-story',
    kind: 'editor',
    files: [
      'site/pages/edit-story.room.tsx',
      'features/stories/web/editor/story-editor.tsx',
      'features/chapters/web/first-chapter.tsx',
      'features/stories/web/suggest-category.tsx',
      'features/profile/web/choose-name.tsx',
    ],
  },
  {
    name: 'translate',
    kind: 'editor',
    files: [
      'site/pages/translating.tsx',
      'site/pages/translate-chapter.room.tsx',
      'site/pages/translate-story.room.tsx',
      'features/translation/web/editor/translation-editor-page.tsx',
    ],
  },
];
