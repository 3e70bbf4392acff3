import { describe, expect, it } from 'vitest';
import { pageAt } from '#core/pages.ts';
import { MESSAGE_TYPES, type MessageType, messageTarget } from './message-types.ts';

/** The link of each type (spec §4), for story 7 and chapter 9. */
const TARGETS: Record<MessageType, string> = {
  system_notice: '/story/7/chapter/9',
  story_apply: '/story/7',
  story_apply_accepted: '/story/7',
  story_apply_rejected: '/story/7',
  story_invite: '/story/7',
  story_invite_accepted: '/story/7',
  story_invite_rejected: '/story/7',
  story_approved: '/story/7',
  story_rejected: '/edit_story?storyId=7',
  chapter_approved: '/story/7/chapter/9',
  chapter_rejected: '/edit_chapter?storyId=7',
  relay_your_turn: '/story/7',
  relay_turn_reminder: '/story/7',
  relay_turn_passed: '/story/7',
  story_translation_approved: '/story/7',
  story_translation_rejected: '/translate_story/7',
  chapter_translation_approved: '/story/7/chapter/9',
  chapter_translation_rejected: '/translate_chapter/7/9',
  translation_stale: '/translate_chapter/7/9',
  contest_voting_open: '/story/7',
  contest_winner: '/story/7',
};

describe('message type', () => {
  it('is one of the spec’s 17 or of our 4', () => {
    expect(MESSAGE_TYPES).toHaveLength(21);
    expect(new Set(MESSAGE_TYPES)).toEqual(new Set(Object.keys(TARGETS)));
  });
  it.each(MESSAGE_TYPES)('%s links where the spec says', (type) => {
    expect(messageTarget(type, { storyId: '7', chapterId: '9', language: null })).toBe(TARGETS[type]);
    expect(messageTarget(type, { storyId: null, chapterId: null, language: 'de' })).toBeNull();
    // Links to a page of the site, and never to a chapter that is not given.
    const target = messageTarget(type, { storyId: '7', chapterId: null, language: null });
    expect(pageAt(target!.split('?')[0]!).name).not.toMatch(/^(home|notFound)$/);
    expect(target).not.toContain('null');
    // Links to the translation, if the message is about one.
    const translated = messageTarget(type, { storyId: '7', chapterId: '9', language: 'de' });
    expect(translated).toBe(type.includes('translation') ? `${TARGETS[type]}?lang=de` : TARGETS[type]);
  });
});
