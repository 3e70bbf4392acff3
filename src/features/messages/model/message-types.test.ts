import { describe, expect, it } from 'vitest';
import { MESSAGE_GROUPS } from './message-groups.ts';
import { MESSAGE_TYPES, type MessageType, messageTarget } from './message-types.ts';

describe('message types', () => {
  it('stand each in one group', () => {
    expect(Object.values(MESSAGE_GROUPS).flat().toSorted()).toEqual([...MESSAGE_TYPES].toSorted());
  });

  // Spec §4, message navigation.
  const TARGETS: Partial<Record<MessageType, string>> = {
    story_approved: '/story/7',
    story_rejected: '/edit_story?storyId=7',
    chapter_approved: '/story/7/chapter/9',
    chapter_rejected: '/edit_chapter?storyId=7',
    relay_your_turn: '/story/7',
    contest_winner: '/story/7',
    story_translation_approved: '/story/7',
    story_translation_rejected: '/translate_story/7',
    chapter_translation_approved: '/story/7/chapter/9',
    chapter_translation_rejected: '/translate_chapter/7/9',
  };
  it.each(Object.entries(TARGETS))('%s leads to %s', (type, target) => {
    expect(messageTarget(type as MessageType, { storyId: '7', chapterId: '9' })).toBe(target);
  });

  it.each(MESSAGE_TYPES)('%s without a story leads nowhere', (type) => {
    expect(messageTarget(type, { storyId: null, chapterId: null })).toBeNull();
  });
});
