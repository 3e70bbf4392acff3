import { describe, expect, it } from 'vitest';
import { charactersOf, cleanText, openingOf, QUOTE_MAX, shorten } from './card-text.ts';

describe('cleanText', () => {
  it.each([
    ['joins lines', 'one\n\n two\tthree ', 'one two three'],
    ['removes soft hyphens', 'over\u00adcharged', 'overcharged'],
    ['removes what changes the direction', 'safe\u202egnp.exe\u2066', 'safegnp.exe'],
    ['removes invisible characters', 'a\u200bb\u2060c\ufeff\u0007', 'abc'],
    ['keeps emoji of several parts', 'a 👩‍👩‍👧‍👦 b', 'a 👩‍👩‍👧‍👦 b'],
    ['keeps accents', 'e\u0301 ệ', 'é ệ'],
    ['keeps at most three accents on a character', `a${'\u0335'.repeat(40)}b`, `a${'\u0335'.repeat(3)}b`],
    ['replaces half of a surrogate pair', 'a\ud83d', 'a\ufffd'],
  ])('%s', (_, text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });
});

describe('shorten', () => {
  it('keeps a text of the maximum length', () => {
    const text = 'x'.repeat(QUOTE_MAX);
    expect(shorten(text)).toBe(text);
  });

  it('cuts between words', () => {
    expect(shorten('The ferry left, on time', 17)).toBe('The ferry left…');
  });

  it('cuts Chinese anywhere, and never inside an emoji', () => {
    expect(shorten('渡船准时离开了码头', 5)).toBe('渡船准时…');
    expect(charactersOf(shorten('👩‍👩‍👧‍👦'.repeat(9), 4))).toHaveLength(4);
  });
});

describe('openingOf', () => {
  it('returns the first sentences, as many as fit', () => {
    const sentence = `Then ${'word '.repeat(13).trim()}.`;
    expect(openingOf(`${sentence} ${sentence} ${sentence}`, 'en')).toBe(`${sentence} ${sentence}`);
  });

  it('does not end after an initial', () => {
    const names = `Present: Ms C. Farr, Mr L. Kettley, Mr R. Singh ${'and others '.repeat(20)}`;
    expect(openingOf(names, 'en')).toMatch(/^Present: .* others…$/);
    expect(openingOf('Ask Mr L.', 'en')).toBe('Ask Mr L.');
  });

  it('shortens a long first sentence', () => {
    expect(openingOf('字'.repeat(400), 'zh')).toBe(`${'字'.repeat(159)}…`);
  });
});
