import { machine, next } from '#core/machine.ts';

export const STORY_STATUSES = ['draft', 'pending', 'rejected', 'published', 'banned'] as const;
export type StoryStatus = (typeof STORY_STATUSES)[number];
export const STORY_ACTIONS = ['submit', 'withdraw', 'approve', 'reject', 'ban', 'unban'] as const;
export type StoryAction = (typeof STORY_ACTIONS)[number];

/** Spec §4, plus withdrawing and lifting a ban (trust §5). */
export const storyMachine = machine<StoryStatus, StoryAction>(STORY_ACTIONS, {
  draft: { submit: 'pending' },
  pending: { withdraw: 'draft', approve: 'published', reject: 'rejected' },
  rejected: { submit: 'pending' },
  published: { ban: 'banned' },
  banned: { unban: 'published' },
});

/** True if readers have ever been able to see the story, even while it is banned. */
export function storyWasPublished(status: StoryStatus): boolean {
  return status === 'published' || status === 'banned';
}

/** Status of the edit of a published story. The published texts stay until the edit is approved. */
export const EDIT_STATUSES = ['draft', 'pending', 'rejected'] as const;
export type EditStatus = (typeof EDIT_STATUSES)[number];
export const EDIT_ACTIONS = ['submit', 'withdraw', 'reject'] as const;
export type EditAction = (typeof EDIT_ACTIONS)[number];

/** Approval ends the edit, so there is no approved status. */
export const editMachine = machine<EditStatus, EditAction>(EDIT_ACTIONS, {
  draft: { submit: 'pending' },
  pending: { withdraw: 'draft', reject: 'rejected' },
  rejected: { submit: 'pending' },
});

export const PROGRESSES = ['ongoing', 'paused', 'ended'] as const;
export type Progress = (typeof PROGRESSES)[number];

/**
 * Returns the step of an edit of something published, as the log records it. `begin` creates the edit and `end` removes
 * it: its status is null without an edit.
 */
export function editStep(from: EditStatus | null, action: EditAction | 'begin' | 'end', actorId: string | null) {
  const isGone = action === 'end' || from === null;
  const to = action === 'begin' ? 'draft' : isGone ? null : next(editMachine, from, action);
  return { action: `edit_${action}`, from, to, actorId };
}
