import { machine } from '#core/machine.ts';

export const STORY_STATUSES = ['draft', 'pending', 'rejected', 'published', 'banned'] as const;
export type StoryStatus = (typeof STORY_STATUSES)[number];
export const STORY_ACTIONS = ['submit', 'withdraw', 'approve', 'reject', 'ban', 'unban'] as const;
export type StoryAction = (typeof STORY_ACTIONS)[number];

/** Spec §4; withdrawing and lifting a ban are ours (trust §5). */
export const storyMachine = machine<StoryStatus, StoryAction>(STORY_ACTIONS, {
  draft: { submit: 'pending' },
  pending: { withdraw: 'draft', approve: 'published', reject: 'rejected' },
  rejected: { submit: 'pending' },
  published: { ban: 'banned' },
  banned: { unban: 'published' },
});

/** True where readers had the story at some time, also while it is banned. */
export function storyWasPublished(status: StoryStatus): boolean {
  return status === 'published' || status === 'banned';
}

/** Where an edit of a published story stands; the published texts stay until it is approved. */
export const EDIT_STATUSES = ['draft', 'pending', 'rejected'] as const;
export type EditStatus = (typeof EDIT_STATUSES)[number];
export const EDIT_ACTIONS = ['submit', 'withdraw', 'reject'] as const;
export type EditAction = (typeof EDIT_ACTIONS)[number];

/** Approval ends the edit and is therefore no state of it. */
export const editMachine = machine<EditStatus, EditAction>(EDIT_ACTIONS, {
  draft: { submit: 'pending' },
  pending: { withdraw: 'draft', reject: 'rejected' },
  rejected: { submit: 'pending' },
});

export const PROGRESSES = ['ongoing', 'paused', 'ended'] as const;
export type Progress = (typeof PROGRESSES)[number];
