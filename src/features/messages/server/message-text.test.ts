import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#core/languages.ts';
import { HOSTILE_TEXTS } from '#testing/hostile-texts.ts';
import { MESSAGE_TYPES, type MessageType } from '../model/message-types.ts';
import { type MessageParams, messageContent, momentOf } from './message-text.ts';

const LOCALES = join(import.meta.dirname, '../../../../locales/en');
const DEADLINE = Date.UTC(2026, 10, 28, 9, 0);
const PERSON = { user: 'USER', slug: 'user-1' };
const HIDDEN = { story: 'STORY', chapter: 'CHAPTER', rule: 'pornography' };
const TRANSLATION = { story: 'STORY', language: 'de', reason: 'REASON' };

/**
 * Parameters for each type that produce each of its sentences once. Texts are in capitals, so that they can be found
 * again.
 */
const WRITTEN: Record<MessageType, MessageParams[]> = {
  system_notice: [
    { text: 'TEXT' },
    { about: 'removed', story: 'STORY' },
    { about: 'story_handed', story: 'STORY' },
    { about: 'export_ready' },
    { about: 'story_deleted', story: 'STORY' },
    { about: 'translated_deleted', story: 'STORY' },
    { about: 'round_started', story: 'STORY', round: 2, round_id: '9', deadline: DEADLINE },
    { about: 'round_short', story: 'STORY', round: 2, missing: 3 },
    { about: 'round_won', story: 'STORY', round: 2, round_id: '9', entry: 'ENTRY' },
    { about: 'round_without_winner', story: 'STORY', round: 2, round_id: '9' },
    { about: 'entry_approved', story: 'STORY', round: 2, round_id: '9', entry: 'ENTRY' },
    { about: 'entry_rejected', story: 'STORY', round: 2, round_id: '9', entry: 'ENTRY', reason: 'REASON' },
    { about: 'entry_disqualified', story: 'STORY', round: 2, entry: 'ENTRY', reason: 'REASON' },
    ...['', 'EXCERPT'].flatMap((excerpt): MessageParams[] => [
      { about: 'restricted', action: 'ban_story', story: 'STORY', rule: 'plagiarism', reason: 'REASON', excerpt },
      { ...HIDDEN, about: 'restricted', action: 'hide_chapter', reason: 'REASON', excerpt },
      {
        about: 'restricted',
        action: 'disqualify',
        story: 'STORY',
        round: 2,
        entry: 'ENTRY',
        rule: 'other',
        reason: 'REASON',
        excerpt,
      },
      { ...TRANSLATION, about: 'restricted', action: 'take_down', rule: 'spam', excerpt },
      { ...TRANSLATION, about: 'restricted', action: 'take_down', chapter: 'CHAPTER', rule: 'violence', excerpt },
    ]),
    { about: 'lifted', title: 'TITLE', reason: 'REASON' },
    { ...HIDDEN, about: 'chapter_hidden' },
    { about: 'chapter_shown', story: 'STORY', chapter: 'CHAPTER' },
    { about: 'hidden_edit_passed', story: 'STORY', chapter: 'CHAPTER' },
    { about: 'story_banned', story: 'STORY' },
    { about: 'story_unbanned', story: 'STORY' },
    ...['', 'TITLE'].flatMap((title): MessageParams[] => [
      { about: 'appeal_granted', title, reason: 'REASON' },
      { about: 'appeal_upheld', title, reason: 'REASON' },
      { about: 'report_received', title, number: '77' },
      { about: 'report_upheld', title, number: '77' },
      { about: 'report_dismissed', title, number: '77', reason: '' },
      { about: 'report_dismissed', title, number: '77', reason: 'REASON' },
    ]),
    ...['category_accepted', 'category_declined'].flatMap((about) => [
      { about, name: 'NAME', reason: 'REASON' },
      { about, name: 'NAME', reason: '' },
    ]),
    { about: 'vote_released', story: 'STORY', round: 2, round_id: '9', entry: 'ENTRY' },
  ],
  story_apply: [
    { ...PERSON, story: 'STORY', note: 'NOTE' },
    { ...PERSON, story: 'STORY', note: '' },
  ],
  story_apply_accepted: [{ story: 'STORY' }],
  story_apply_rejected: [{ story: 'STORY' }],
  story_invite: [
    { ...PERSON, story: 'STORY', note: 'NOTE' },
    { ...PERSON, story: 'STORY', note: '' },
  ],
  story_invite_accepted: [{ ...PERSON, story: 'STORY' }],
  story_invite_rejected: [{ ...PERSON, story: 'STORY' }],
  story_approved: [{ story: 'STORY' }],
  story_rejected: [
    { story: 'STORY', reason: 'REASON' },
    { story: 'STORY', reason: 'REASON', rule: 'plagiarism' },
  ],
  chapter_approved: [{ story: 'STORY', chapter: 'CHAPTER' }],
  chapter_rejected: [
    { story: 'STORY', chapter: 'CHAPTER', reason: 'REASON' },
    { ...HIDDEN, reason: 'REASON' },
  ],
  relay_your_turn: [
    { story: 'STORY', number: 7, from: 'FROM', deadline: DEADLINE },
    { story: 'STORY', number: 1, deadline: 0 },
  ],
  relay_turn_reminder: [
    { story: 'STORY', deadline: DEADLINE },
    { story: 'STORY', deadline: 0 },
  ],
  relay_turn_passed: ['expired', 'reassigned', 'left'].flatMap((cause) => [
    { story: 'STORY', cause, next: 'NEXT' },
    { story: 'STORY', cause, next: '' },
  ]),
  story_translation_approved: [TRANSLATION],
  story_translation_rejected: [TRANSLATION],
  chapter_translation_approved: [{ ...TRANSLATION, chapter: 'CHAPTER' }],
  chapter_translation_rejected: [{ ...TRANSLATION, chapter: 'CHAPTER' }],
  translation_stale: [
    { story: 'STORY', language: 'de' },
    { story: 'STORY', language: 'de', chapter: 'CHAPTER' },
  ],
  contest_voting_open: [
    { story: 'STORY', round: 2, round_id: '9', deadline: DEADLINE },
    { story: 'STORY', round: 2, round_id: '9', deadline: 0 },
  ],
  contest_winner: [{ story: 'STORY', round: 2, entry: 'ENTRY' }],
};
const NOTICES = readdirSync(LOCALES)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => Object.keys(JSON.parse(readFileSync(join(LOCALES, file), 'utf8'))))
  .flatMap((key) => /^notice\.(.*)$/.exec(key)?.[1] ?? []);
/** The reason of an approved translation is internal. */
const UNSAID = new Set(['story_translation_approved reason', 'chapter_translation_approved reason']);
/** Words that French and English share. */
const SHARED = new Set(['description', 'invitation', 'version', 'vote']);

const CASES = MESSAGE_TYPES.flatMap((type) =>
  LANGUAGES.flatMap((language) => WRITTEN[type].map((params) => [type, language, params] as const)),
);
const isText = (name: string, value: string | number): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  !['slug', 'language', 'cause', 'about', 'action', 'rule', 'round_id'].includes(name);
const tagsOf = (html: string) => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/"\/user\/.*"/, '"/user/"'));
const textOf = (html: string) =>
  html
    .replace(/<br>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#92;', '\\')
    .replaceAll('&amp;', '&');
const wordsOf = (type: MessageType, language: Language) =>
  WRITTEN[type]
    .map((params) => textOf(messageContent(language, type, params).replace(/<i>.*<\/i>/, '')))
    .join(' ')
    .match(/\p{Ll}{4,}/gu) ?? [];

describe('message text', () => {
  it('has examples of every kind of notice', () => {
    expect(NOTICES.length).toBeGreaterThan(20);
    const written = new Set(WRITTEN.system_notice.map(({ about }) => about));
    expect(NOTICES.filter((kind) => !written.has(kind))).toEqual([]);
  });

  it.each(CASES)('%s in %s contains all parameters: %j', (type, language, params) => {
    const text = textOf(messageContent(language, type, params));
    expect(text).toBeTruthy();
    expect(text).not.toMatch(/[{}<>]|undefined|null|NaN|message\./);
    expect(text, 'ends like a sentence').toMatch(/[.。”“»’]$|TEXT$|REASON$|NOTE$/);
    for (const [name, value] of Object.entries(params)) {
      if (isText(name, value) && !UNSAID.has(`${type} ${name}`)) expect(text).toContain(value);
      if (['number', 'round', 'missing'].includes(name)) expect(text).toContain(String(value));
    }
    // Sentences are separated by a space, in languages with spaces.
    if (!['zh', 'ja'].includes(language)) expect(text).not.toMatch(/[.!?]\p{Lu}|\s{2}/u);
  });

  it.each(CASES)('%s in %s has only its tags and shows hostile parameters as text: %j', (type, language, params) => {
    const tags = tagsOf(messageContent(language, type, params));
    for (const hostile of HOSTILE_TEXTS) {
      const given = Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, isText(name, value) || name === 'slug' ? hostile : value]),
      );
      const content = messageContent(language, type, given);
      expect(tagsOf(content)).toEqual(tags);
      const text = textOf(content);
      for (const [name, value] of Object.entries(params))
        if (isText(name, value) && !UNSAID.has(`${type} ${name}`)) expect(text).toContain(hostile);
    }
  });

  it.each(MESSAGE_TYPES.filter((type) => type !== 'system_notice'))('%s has no English words elsewhere', (type) => {
    const english = new Set(wordsOf(type, 'en'));
    expect(english.size).toBeGreaterThan(0);
    for (const language of LANGUAGES.filter((code) => code !== 'en'))
      expect(
        wordsOf(type, language).filter((word) => english.has(word) && !SHARED.has(word)),
        language,
      ).toEqual([]);
  });

  it.each(MESSAGE_TYPES)('%s works without its parameters', (type) => {
    for (const language of LANGUAGES) {
      const complete = tagsOf(messageContent(language, type, WRITTEN[type].at(-1)!));
      const lacking: MessageParams[] = [
        {},
        { deadline: Number.MAX_VALUE, expires_at: -1, language: 'xx', cause: 'constructor' },
      ];
      for (const params of lacking) {
        const content = messageContent(language, type, params);
        expect(content).not.toMatch(/undefined|null|NaN|Invalid/);
        expect(tagsOf(content).length).toBeLessThanOrEqual(complete.length + 2);
      }
    }
  });

  it.each([
    ['\\x3ca href=\\x22/evil\\x22\\x3ex\\x3c/a\\x3e', '\\x3ca href=\\x22/evil\\x22\\x3ex\\x3c/a\\x3e'],
    ['\\u003cb\\u003ebold', '\\u003cb\\u003ebold'],
  ])('shows %s as it was written', (text, shown) => {
    const content = messageContent('en', 'system_notice', { text });
    expect(tagsOf(content)).toEqual([]);
    expect(textOf(content)).toBe(shown);
  });

  it.each([
    ['en', 'Your German translation'],
    ['fr', 'Votre traduction en allemand'],
    ['ja', 'ドイツ語訳'],
    ['zh', '德语译文'],
    ['ko', '독일어 번역'],
    ['pt', 'para o alemão'],
    ['es', 'al alemán'],
    ['de', '(Deutsch)'],
  ] as const)('names a language in the reader’s language: %s', (language, part) => {
    expect(textOf(messageContent(language, 'story_translation_approved', TRANSLATION))).toContain(part);
  });

  it('contains a complete deadline for clients that don’t convert it', () => {
    const [params] = WRITTEN.relay_your_turn;
    expect(messageContent('en', 'relay_your_turn', params!)).toBe(
      'It’s your turn in <b>STORY</b>: chapter 7. You follow FROM. Submit it by <i>Saturday, November 28, 2026 at 9:00 AM UTC</i>.',
    );
  });

  it('links a member’s name to their profile', () => {
    expect(messageContent('en', 'story_invite_accepted', { ...PERSON, story: 'STORY' })).toBe(
      '<a href="/user/user-1">USER</a> accepted your invitation and has joined <b>STORY</b>.',
    );
  });

  it.each([
    [{ at: 0 }, null],
    [{}, null],
    [{ at: 'soon' }, null],
    [{ at: Number.MAX_VALUE }, null],
    [{ at: DEADLINE }, '2026-11-28T09:00:00.000Z'],
  ])('reads the time from %j: %s', (params, moment) => {
    expect(momentOf(params as MessageParams, 'at')?.toISOString() ?? null).toBe(moment);
  });
});
