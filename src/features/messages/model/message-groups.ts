import type { MessageType } from './message-types.ts';

/** Groups of message types, for the filters. */
export const MESSAGE_GROUPS = {
  turns: ['relay_your_turn', 'relay_turn_reminder', 'relay_turn_passed', 'contest_voting_open', 'contest_winner'],
  people: [
    'story_invite',
    'story_invite_accepted',
    'story_invite_rejected',
    'story_apply',
    'story_apply_accepted',
    'story_apply_rejected',
  ],
  reviews: ['story_approved', 'story_rejected', 'chapter_approved', 'chapter_rejected'],
  translations: [
    'story_translation_approved',
    'story_translation_rejected',
    'chapter_translation_approved',
    'chapter_translation_rejected',
    'translation_stale',
  ],
  site: ['system_notice'],
} as const satisfies Record<string, readonly MessageType[]>;
export type MessageGroup = keyof typeof MESSAGE_GROUPS;
