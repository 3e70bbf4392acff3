import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldIssues, text } from '#core/fields.ts';
import { problemOf, type TextRule } from '#core/text-rules.ts';
import { FULL } from '#testing/rounds.ts';
import { accountApi } from '../contract.ts';
import { normaliseEmail } from './email-address.ts';
import { bio, email, isReservedSlug, normaliseUsername, slug, username, usernameKey } from './identity.ts';

const parse = (schema: z.core.$ZodType, value: unknown): unknown => {
  const result = z.safeParse(z.object({ field: schema }), { field: value }, { reportInput: true });
  return result.success ? (result.data as { field: unknown }).field : fieldIssues(result.error).field;
};
const check = (rule: TextRule, value: unknown) => parse(text(rule), value);
const refused = (code: string) => expect.objectContaining({ code });

describe('email address', () => {
  /** 189 characters, so that the longest local part makes the longest address. */
  const host = `${'b'.repeat(62)}.${'c'.repeat(63)}.${'d'.repeat(62)}`;
  it.each([
    ['ann@example.com', 'ann@example.com'],
    ['  Ann.Lee+skein@Example.COM\n', 'ann.lee+skein@example.com'],
    ["o'brien_1-x@sub.example.co.uk", "o'brien_1-x@sub.example.co.uk"],
    ['BÜCHER@Köln.example', 'bücher@köln.example'],
    ['用户@例子.广告', '用户@例子.广告'],
    ['e\u0301@x.test', 'é@x.test'],
    ['a@b.c', 'a@b.c'],
    [`${'a'.repeat(64)}@x.test`, `${'a'.repeat(64)}@x.test`],
    [`${'a'.repeat(64)}@${host}`, `${'a'.repeat(64)}@${host}`],
  ])('normalizes %j to %j', (given, taken) => expect(check(email, given)).toBe(taken));
  it.each([
    [undefined, 'email_empty'],
    [null, 'email_empty'],
    [5, 'email_empty'],
    ['', 'email_empty'],
    [' \u3000 ', 'email_empty'],
    ['ann', 'email_invalid'],
    ['@example.com', 'email_invalid'],
    ['ann@', 'email_invalid'],
    ['ann@localhost', 'email_invalid'],
    ['ann@@example.com', 'email_invalid'],
    ['a@b@example.com', 'email_invalid'],
    ['ann@example..com', 'email_invalid'],
    ['a..b@example.com', 'email_invalid'],
    ['ann@-example.com', 'email_invalid'],
    ['ann@example-.com', 'email_invalid'],
    ['ann@.example.com', 'email_invalid'],
    ['ann@example.com.', 'email_invalid'],
    ['ann lee@example.com', 'email_invalid'],
    ['Ann <ann@example.com>', 'email_invalid'],
    ['ann@example.com,bob@example.com', 'email_invalid'],
    ['ann@example.com;bob@example.com', 'email_invalid'],
    ['"ann"@example.com', 'email_invalid'],
    ['ann@[127.0.0.1]', 'email_invalid'],
    ['ann@exa_mple.com', 'email_invalid'],
    ['ann\r\nBcc: x@example.com', 'email_invalid'],
    ['ann\u0000@example.com', 'email_invalid'],
    ['ann\u0007@example.com', 'email_invalid'],
    ['ann\u200b@example.com', 'email_invalid'],
    ['ann\u202e@example.com', 'email_invalid'],
    ['ann\ud800@example.com', 'email_invalid'],
    [`${'a'.repeat(65)}@x.test`, 'email_invalid'],
    [`${'a'.repeat(64)}@${host}d`, 'email_invalid'],
    [`a@${'b.'.repeat(200)}c`, 'email_invalid'],
  ])('refuses %j: %s', (given, code) => expect(check(email, given)).toEqual({ code }));

  it('is unchanged by a second normalization', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normaliseEmail(normaliseEmail(text))).toBe(normaliseEmail(text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('username', () => {
  it.each([
    ['Ann', 'Ann'],
    ['  Ann_Lee9 ', 'Ann_Lee9'],
    ['__', '__'],
    ['42', '42'],
    ['雨水', '雨水'],
    ['막차를', '막차를'],
    ['막차'.normalize('NFD'), '막차'],
    ['わすれもの係', 'わすれもの係'],
    ['ラーメン', 'ラーメン'],
    ['ｱﾝ', 'アン'],
    ['Ａｎｎ１', 'Ann1'],
    ['Zoë', 'Zoë'],
    ['Zoe\u0308', 'Zoë'],
    ['Дарья', 'Дарья'],
    ['Ελένη', 'Ελένη'],
    ['नमस्ते', 'नमस्ते'],
    ['สวัสดี', 'สวัสดี'],
    ['مريم', 'مريم'],
    ['𠮷野', '𠮷野'],
    ['ab', 'ab'],
    ['a'.repeat(32), 'a'.repeat(32)],
    ['𠮷'.repeat(32), '𠮷'.repeat(32)],
    ['ﬁ', 'fi'],
  ])('normalizes %j to %j', (given, taken) => expect(check(username, given)).toBe(taken));
  it.each([
    [undefined, 'username_empty'],
    [7, 'username_empty'],
    ['', 'username_empty'],
    ['  \u3000', 'username_empty'],
    ['a', 'username_length'],
    ['雨', 'username_length'],
    ['𠮷', 'username_length'],
    ['a'.repeat(33), 'username_length'],
    ['𠮷'.repeat(33), 'username_length'],
    ['ﷺﷺ', 'username_length'],
    ['ann lee', 'username_letters'],
    ['ann-lee', 'username_letters'],
    ['ann.lee', 'username_letters'],
    ['ann@x', 'username_letters'],
    ['<b>ann', 'username_letters'],
    ['ann👍', 'username_letters'],
    ['雨，水', 'username_letters'],
    ['o’brien', 'username_letters'],
    ['ann\u0000b', 'username_letters'],
    ['ann\u200b', 'username_letters'],
    ['ann\u202elee', 'username_letters'],
    ['ann\ud800', 'username_letters'],
    // Invisible letters and marks, with which two names would look alike, or look empty.
    ['\u3164\u3164', 'username_letters'],
    ['\u115f\u1160', 'username_letters'],
    ['ann\ufe0f', 'username_letters'],
    ['ann\u034f', 'username_letters'],
    ['ann\u{e0100}', 'username_letters'],
    ['a\u180bnn', 'username_letters'],
    // A mark at the start would combine with the character before the name.
    ['\u0301ann', 'username_letters'],
    ['\u0301\u0301', 'username_letters'],
  ])('refuses %j: %s', (given, code) => expect(check(username, given)).toEqual(refused(code)));

  it.each([
    ['Ann', 'ANN', 'ann', 'Ａｎｎ', 'aNN'],
    ['Zoë', 'ZOË', 'Zoe\u0308', 'zoë'],
    ['straße', 'STRASSE', 'Strasse', 'STRAẞE'],
    ['Οδυσσευς', 'ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
    ['ｱﾝ', 'アン'],
    ['ﬁn', 'FIN', 'fin'],
    ['Ⅷ_x', 'ⅷ_X', 'viii_x'],
    ['K9', '\u212a9', 'k9'],
    ['ſam', 'Sam'],
    ['막차', '막차'.normalize('NFD')],
  ])('treats all spellings as one name: %j', (...names) => {
    expect(new Set(names.map(usernameKey)).size).toBe(1);
  });
  it.each([
    ['Ann', 'Anne'],
    ['Zoe', 'Zoë'],
    ['雨水', '雨氷'],
    ['ann_', 'ann'],
    ['アン', 'あん'],
  ])('treats %j and %j as two names', (one, other) => expect(usernameKey(one)).not.toBe(usernameKey(other)));

  it('has the same key in lowercase and uppercase, composed or decomposed', { timeout: 60_000 }, () => {
    const letter = fc
      .integer({ min: 0x30, max: 0x2fa1d })
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /[\p{L}\p{M}\p{N}]/u.test(character))
      // In uppercase, an iota subscript becomes a letter of its own. Before further accents it is ambiguous.
      .filter((character) => !character.normalize('NFKD').includes('\u0345'));
    fc.assert(
      fc.property(fc.string({ unit: letter, minLength: 2, maxLength: 8 }), (name) => {
        fc.pre(problemOf(username, name) === null);
        const key = usernameKey(name);
        expect(usernameKey(key)).toBe(key);
        for (const variant of [
          normaliseUsername(name),
          name.toUpperCase(),
          name.toLowerCase(),
          name.normalize('NFD'),
          name.normalize('NFKD'),
          name.toLowerCase().toUpperCase(),
        ])
          expect(usernameKey(variant)).toBe(key);
      }),
      { numRuns: FULL ? 200_000 : 4000, maxSkipsPerRun: 1000 },
    );
  });
});

describe('slug', () => {
  it.each([
    ['ann', 'ann'],
    [' ann-lee ', 'ann-lee'],
    ['a1-2-b', 'a1-2-b'],
    ['ann--lee', 'ann--lee'],
    ['123', '123'],
    ['a'.repeat(40), 'a'.repeat(40)],
  ])('normalizes %j to %j', (given, taken) => expect(check(slug, given)).toBe(taken));
  it.each([
    [undefined, 'slug_empty'],
    ['', 'slug_empty'],
    ['  ', 'slug_empty'],
    ['ab', 'slug_length'],
    ['a'.repeat(41), 'slug_length'],
    ['Ann', 'slug_letters'],
    ['änn', 'slug_letters'],
    ['ann lee', 'slug_letters'],
    ['ann_lee', 'slug_letters'],
    ['ann/lee', 'slug_letters'],
    ['..ann', 'slug_letters'],
    ['雨水账', 'slug_letters'],
    ['ann\u0000', 'slug_letters'],
    ['ａｎｎ', 'slug_letters'],
    ['-ann', 'slug_hyphens'],
    ['ann-', 'slug_hyphens'],
    ['---', 'slug_hyphens'],
    ['admin', 'slug_reserved'],
    ['about', 'slug_reserved'],
    ['moderator', 'slug_reserved'],
    ['skein', 'slug_reserved'],
    ['support', 'slug_reserved'],
  ])('refuses %j: %s', (given, code) => expect(check(slug, given)).toEqual(refused(code)));
  it('is never the first segment of a path of the site', () => {
    for (const word of [
      'api',
      'images',
      'assets',
      'messages',
      'profile',
      'story',
      'user',
      'voting',
      'auth',
      'moderation',
    ])
      expect(isReservedSlug(word)).toBe(true);
  });
});

describe('bio', () => {
  it.each([
    ['', ''],
    ['  I write.\r\nSlowly. ', 'I write.\nSlowly.'],
    ['👍'.repeat(200), '👍'.repeat(200)],
    ['雨'.repeat(200), '雨'.repeat(200)],
    ['<b>x</b>', '<b>x</b>'],
    ['a\u0000b', 'ab'],
  ])('normalizes %j to %j', (given, taken) => expect(check(bio, given)).toBe(taken));
  it('has at most 200 characters', () =>
    expect(check(bio, '👍'.repeat(203))).toEqual({ code: 'bio_too_long', params: { max: 200, over: 3 } }));
});

it.each(['EN', 'zh-TW', 'ru', '', null, 7])('%j is not a supported language', (given) =>
  expect(parse(accountApi.updateInfo.input.shape.preferred_language, given)).toEqual({ code: 'language_unknown' }),
);
