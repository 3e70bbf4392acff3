import { machine } from '#core/machine.ts';

export const CHAPTER_STATUSES = ['draft', 'pending', 'approved', 'rejected', 'hidden'] as const;
export type ChapterStatus = (typeof CHAPTER_STATUSES)[number];
export const CHAPTER_ACTIONS = [
  'submit',
  'withdraw',
  'approve',
  'reject',
  'hide',
  'unhide',
  'take_down',
  'publish_again',
] as const;
export type ChapterAction = (typeof CHAPTER_ACTIONS)[number];

/**
 * Spec §4, where `approved` is shown as “published”. Plus withdrawing (trust §5). A moderator hides a chapter, its author
 * takes it down: both are hidden from readers (decision 061).
 */
export const chapterMachine = machine<ChapterStatus, ChapterAction>(CHAPTER_ACTIONS, {
  draft: { submit: 'pending' },
  pending: { withdraw: 'draft', approve: 'approved', reject: 'rejected' },
  approved: { hide: 'hidden', take_down: 'hidden' },
  rejected: { submit: 'pending' },
  hidden: { unhide: 'approved', publish_again: 'approved' },
});

/** True if there is a published text, even a hidden one. The author’s changes are then an edit with its own review. */
export function wasPublished(status: ChapterStatus): boolean {
  return status === 'approved' || status === 'hidden';
}

/** Who can hide a published chapter: a moderator, or its author by taking it down. */
export const HIDDEN_BY = ['moderator', 'author'] as const;
export type HiddenBy = (typeof HIDDEN_BY)[number];

export const REVISION_KINDS = ['autosave', 'submitted', 'restored', 'conflict'] as const;
export type RevisionKind = (typeof REVISION_KINDS)[number];
