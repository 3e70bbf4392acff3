import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#core/languages.ts';
import type { NoticeKind, NoticeParams } from '#core/notices.ts';
import { noticeRules } from '#server/model.ts';
import { HOSTILE_TEXTS } from '#testing/hostile-texts.ts';
import { EXAMPLE_DEADLINE, NOTICE_EXAMPLES } from '#testing/notice-examples.ts';
import { rounds } from '#testing/rounds.ts';
import { paramsFor } from './kinds.ts';
import { messageContent, momentOf } from './message-text.ts';

const LOCALES = join(import.meta.dirname, '../../../../locales/en');
const KINDS = Object.keys(noticeRules) as NoticeKind[];
/** Kinds with a type of their own. */
const TYPED = KINDS.filter((kind) => noticeRules[kind].type === kind && kind !== 'system_notice');
const TEXTS = readdirSync(LOCALES)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => Object.keys(JSON.parse(readFileSync(join(LOCALES, file), 'utf8'))));

interface Examples {
  readonly params: readonly object[];
  readonly unsaid?: readonly string[];
}
const EXAMPLES: Readonly<Record<string, Examples>> = NOTICE_EXAMPLES;
const examplesOf = (kind: NoticeKind): NoticeParams[] =>
  (EXAMPLES[kind]?.params ?? []).map((params) => paramsFor(kind, noticeRules[kind], params));
const isUnsaid = (kind: NoticeKind, name: string) => EXAMPLES[kind]?.unsaid?.includes(name) ?? false;
const contentOf = (language: Language, kind: NoticeKind, params: NoticeParams) =>
  messageContent(language, noticeRules[kind].type, params);

/** Words that French and English share. */
const SHARED = new Set(['description', 'invitation', 'page', 'version', 'vote']);

const CASES = KINDS.flatMap((kind) =>
  LANGUAGES.flatMap((language) => examplesOf(kind).map((params) => [kind, language, params] as const)),
);
/** Whether the text contains the value of a parameter. */
const isText = (kind: NoticeKind, name: string, value: string | number): value is string =>
  typeof value === 'string' && value !== '' && !['slug', 'language', 'about'].includes(name) && !isUnsaid(kind, name);
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
const wordsOf = (kind: NoticeKind, language: Language) =>
  examplesOf(kind)
    .map((params) => textOf(contentOf(language, kind, params).replace(/<i>.*<\/i>/, '')))
    .join(' ')
    .match(/\p{Ll}{4,}/gu) ?? [];

describe('message text', () => {
  it('belongs to a kind of notice, and each kind has one', () => {
    const letters = KINDS.filter((kind) => noticeRules[kind].mail !== null);
    const needed = [
      ...KINDS.map((kind) => (noticeRules[kind].type === kind ? `message.${kind}` : `notice.${kind}`)),
      ...letters.flatMap((kind) => [`mail.${kind}.subject`, `mail.${kind}.text`]),
    ];
    expect(needed.filter((key) => !TEXTS.includes(key))).toEqual([]);
    const texts = TEXTS.filter((key) => /^(notice|message)\.(?!rule\.|law\.)/.test(key));
    expect(texts.length).toBeGreaterThan(40);
    expect(texts.filter((key) => !needed.includes(key))).toEqual([]);
  });

  it('has examples of every kind', () => {
    expect(KINDS.filter((kind) => examplesOf(kind).length === 0)).toEqual([]);
  });

  it.each(CASES)('%s in %s contains all parameters: %j', (kind, language, params) => {
    const text = textOf(contentOf(language, kind, params));
    expect(text).toBeTruthy();
    expect(text).not.toMatch(/[{}<>]|undefined|null|NaN|message\./);
    expect(text, 'ends like a sentence').toMatch(/[.。”“»’]$|TEXT$|REASON$|NOTE$/);
    for (const [name, value] of Object.entries(params)) {
      if (isText(kind, name, value)) expect(text).toContain(value);
      if (typeof value === 'number' && name !== 'deadline') expect(text).toContain(String(value));
    }
    // Sentences are separated by a space, in languages with spaces.
    if (!['zh', 'ja'].includes(language)) expect(text).not.toMatch(/[.!?]\p{Lu}|\s{2}/u);
  });

  it.each(CASES)('%s in %s has only its tags and shows hostile parameters as text: %j', (kind, language, params) => {
    const tags = tagsOf(contentOf(language, kind, params));
    for (const hostile of HOSTILE_TEXTS) {
      const given = Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          isText(kind, name, value) || name === 'slug' ? hostile : value,
        ]),
      );
      const content = contentOf(language, kind, given);
      expect(tagsOf(content)).toEqual(tags);
      const text = textOf(content);
      for (const [name, value] of Object.entries(params))
        if (isText(kind, name, value)) expect(text).toContain(hostile);
    }
  });

  it.each(KINDS)('%s has the tags of its text whatever its parameters are', (kind) => {
    const params = examplesOf(kind)[0]!;
    const given = Object.entries(params).filter(([name, value]) => isText(kind, name, value) || name === 'slug');
    const tags = tagsOf(contentOf('en', kind, params));
    const units = fc.oneof(
      fc.constantFrom(...'<>/"\'&;={}#|b '),
      fc.constantFrom('<a href="', '</i>', '&lt;'),
      // Without some parameters, such as a reason, their sentence is left out with its tags.
      fc.string({ minLength: 1 }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(units, { minLength: 1, maxLength: 12 }), {
          minLength: given.length,
          maxLength: given.length,
        }),
        (texts) => {
          const random = Object.fromEntries(given.map(([name], i) => [name, texts[i]!.join('')]));
          expect(tagsOf(contentOf('en', kind, { ...params, ...random }))).toEqual(tags);
        },
      ),
      { numRuns: rounds(25, 'random parameters of each kind') },
    );
  });

  it.each(TYPED)('%s has no English words elsewhere', (kind) => {
    const english = new Set(wordsOf(kind, 'en'));
    expect(english.size).toBeGreaterThan(0);
    for (const language of LANGUAGES.filter((code) => code !== 'en'))
      expect(
        wordsOf(kind, language).filter((word) => english.has(word) && !SHARED.has(word)),
        language,
      ).toEqual([]);
  });

  it.each(KINDS)('%s works without its parameters, and notices without their texts', (kind) => {
    for (const language of LANGUAGES) {
      const complete = tagsOf(contentOf(language, kind, examplesOf(kind).at(-1)!));
      const numbers = Object.entries(examplesOf(kind).at(-1)!).filter(([, value]) => typeof value === 'number');
      const none = TYPED.includes(kind) ? {} : Object.fromEntries(numbers);
      const lacking = [
        none,
        { ...none, deadline: Number.MAX_VALUE, expires_at: -1, language: 'xx', cause: 'constructor' },
      ];
      for (const params of lacking) {
        const content = contentOf(language, kind, paramsFor(kind, noticeRules[kind], params));
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
    const params = { story: 'STORY', language: 'de' };
    expect(textOf(messageContent(language, 'story_translation_approved', params))).toContain(part);
  });

  it('contains a complete deadline for clients that don’t convert it', () => {
    const params = { story: 'STORY', number: 7, from: 'FROM', deadline: EXAMPLE_DEADLINE };
    expect(messageContent('en', 'relay_your_turn', params).replace(', 2026', '')).toBe(
      'It’s your turn in <b>STORY</b>: chapter 7. You follow FROM. Submit it by <i>Saturday, November 28 at 09:00 UTC</i>.',
    );
  });

  it.each(LANGUAGES)('offers in %s to write an entry and to vote only until the deadline', (language) => {
    const params = { story: 'STORY', round: 3, round_id: '12', deadline: EXAMPLE_DEADLINE };
    const at = (milliseconds: number) => new Date(EXAMPLE_DEADLINE + milliseconds);
    const started = (now: Date) =>
      messageContent(language, 'system_notice', { ...params, story_id: '5', about: 'round_started' }, now);
    const open = (now: Date) => messageContent(language, 'contest_voting_open', params, now);
    expect(started(at(-1))).toContain('href="/edit_submission/story/5/round/12"');
    expect(started(at(0))).not.toContain('edit_submission');
    for (const text of [started(at(0)), open(at(0))]) {
      expect(tagsOf(text)).toEqual(['<b>', '</b>', '<i>', '</i>', '<a href="/voting/12">', '</a>']);
      expect(textOf(text)).toContain('STORY');
    }
    expect(open(at(0))).not.toBe(open(at(-1)));
  });

  it('links a member’s name to their profile', () => {
    expect(messageContent('en', 'story_invite_accepted', { user: 'USER', slug: 'user-1', story: 'STORY' })).toBe(
      '<a href="/user/user-1">USER</a> accepted your invitation and has joined <b>STORY</b>.',
    );
  });

  it.each([
    [{ at: 0 }, null],
    [{}, null],
    [{ at: 'soon' }, null],
    [{ at: Number.MAX_VALUE }, null],
    [{ at: EXAMPLE_DEADLINE }, '2026-11-28T09:00:00.000Z'],
  ])('reads the time from %j: %s', (params, moment) => {
    expect(momentOf(params as NoticeParams, 'at')?.toISOString() ?? null).toBe(moment);
  });
});
