import { machine } from '#core/machine.ts';

export const CHAPTER_STATUSES = ['draft', 'pending', 'approved', 'rejected', 'hidden'] as const;
export type ChapterStatus = (typeof CHAPTER_STATUSES)[number];
export const CHAPTER_ACTIONS = ['submit', 'withdraw', 'approve', 'reject', 'hide', 'unhide'] as const;
export type ChapterAction = (typeof CHAPTER_ACTIONS)[number];

/** Spec §4; `approved` is shown as "published". Withdrawing is ours (trust §5). */
export const chapterMachine = machine<ChapterStatus, ChapterAction>(CHAPTER_ACTIONS, {
  draft: { submit: 'pending' },
  pending: { withdraw: 'draft', approve: 'approved', reject: 'rejected' },
  approved: { hide: 'hidden' },
  rejected: { submit: 'pending' },
  hidden: { unhide: 'approved' },
});

/** True where there is a published text, be it hidden: what its author changes is an edit of it, with a review of its own. */
export function wasPublished(status: ChapterStatus): boolean {
  return status === 'approved' || status === 'hidden';
}

export const REVISION_KINDS = ['autosave', 'submitted', 'restored', 'conflict'] as const;
export type RevisionKind = (typeof REVISION_KINDS)[number];
