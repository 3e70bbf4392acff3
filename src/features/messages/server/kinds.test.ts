import { describe, expect, it } from 'vitest';
import type { NoticeKind } from '#core/notices.ts';
import { pageAt } from '#core/pages.ts';
import { noticeRules } from '#server/model.ts';
import { MESSAGE_GROUPS } from '../model/message-groups.ts';
import { MESSAGE_TYPES, type MessageType } from '../model/message-types.ts';
import { targetOf } from './kinds.ts';

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
  // With the chapter, which product §4 lets the page take.
  chapter_rejected: '/edit_chapter?storyId=7&chapterId=9',
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

const KINDS = Object.keys(noticeRules) as NoticeKind[];
const linkOf = (kind: string, storyId: string | null, chapterId: string | null, language: string | null) => {
  const type = MESSAGE_TYPES.find((known) => known === kind) ?? 'system_notice';
  const params = { ...(type === kind ? {} : { about: kind }), ...(language === null ? {} : { language }) };
  return targetOf(noticeRules, { type, story_id: storyId, chapter_id: chapterId, params });
};

describe('kind of notice', () => {
  it('exists for each of the spec’s 17 types and of our 4', () => {
    expect(MESSAGE_TYPES).toHaveLength(21);
    expect(Object.keys(TARGETS).toSorted()).toEqual([...MESSAGE_TYPES].toSorted());
    for (const type of MESSAGE_TYPES) expect(noticeRules[type].type).toBe(type);
  });
  it.each(KINDS)('%s has a type of its own name or the general one, and is in its group', (kind) => {
    const { type, group } = noticeRules[kind];
    expect([kind, 'system_notice']).toContain(type);
    const types: readonly MessageType[] = MESSAGE_GROUPS[group];
    if (type === kind) expect(types).toContain(type);
  });
  it.each(KINDS)('%s links where the spec says', (kind) => {
    const spec = TARGETS[noticeRules[kind].type];
    expect(linkOf(kind, '7', '9', null)).toBe(spec);
    expect(linkOf(kind, null, null, 'de')).toBeNull();
    // Links to a page of the site, and never to a chapter that is not given.
    const target = linkOf(kind, '7', null, null);
    expect(pageAt(target!.split('?')[0]!).name).not.toMatch(/^(home|notFound)$/);
    expect(target).not.toContain('null');
    // Links to the translation, if the message is about one.
    expect(linkOf(kind, '7', '9', 'de')).toBe(kind.includes('translation') ? `${spec}?lang=de` : spec);
  });
  it('of a later version links to what it is about', () => {
    expect(linkOf('constructor', '7', '9', null)).toBe('/story/7/chapter/9');
    expect(linkOf('unheard_of', '7', null, null)).toBe('/story/7');
  });
});
