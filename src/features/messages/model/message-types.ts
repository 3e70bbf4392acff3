/** The 17 types of the spec (§9) and the four of product §8, in the order of the filters. */
export const MESSAGE_TYPES = [
  'system_notice',
  'story_apply',
  'story_apply_accepted',
  'story_apply_rejected',
  'story_invite',
  'story_invite_accepted',
  'story_invite_rejected',
  'story_approved',
  'story_rejected',
  'chapter_approved',
  'chapter_rejected',
  'relay_your_turn',
  'relay_turn_reminder',
  'relay_turn_passed',
  'story_translation_approved',
  'story_translation_rejected',
  'chapter_translation_approved',
  'chapter_translation_rejected',
  'translation_stale',
  'contest_voting_open',
  'contest_winner',
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** Parameters that are names of members. */
export const NAMES = ['user', 'from', 'next'] as const;

/** Types of messages that ask for an answer. */
export const ANSWERED_TYPES = ['story_apply', 'story_invite'] as const satisfies MessageType[];
export type AnsweredType = (typeof ANSWERED_TYPES)[number];

export function isAnswered(type: MessageType): type is AnsweredType {
  return ANSWERED_TYPES.some((answered) => answered === type);
}

export const MESSAGE_STATUSES = ['unread', 'read'] as const;
/** Outcome of an invitation or application. Null until it has one. */
export const ACTION_STATUSES = ['accepted', 'declined', 'withdrawn', 'expired'] as const;
export type ActionStatus = (typeof ACTION_STATUSES)[number];
export const INBOX_TABS = ['all', 'unread', 'read', 'pending'] as const;
export type InboxTab = (typeof INBOX_TABS)[number];

/**
 * Messages are counted up to this number, and `message/unread` returns no more: enough for a badge that says 99+.
 */
export const COUNTED_MAX = 100;
