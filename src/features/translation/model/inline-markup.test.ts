import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { DocumentMark, Inline } from '#features/chapters/model/document.ts';
import { ChapterDocument } from '#features/chapters/model/document-schema.ts';
import { HOSTILE_TEXTS } from '#testing/hostile-texts.ts';
import { FULL } from '#testing/rounds.ts';
import { parseMarked, plainWordsOf, printMarked } from './inline-markup.ts';

const RUNS = FULL ? 20_000 : 1000;
const bold: DocumentMark = { type: 'bold' };
const italic: DocumentMark = { type: 'italic' };
const strike: DocumentMark = { type: 'strike' };
const link = (href: string): DocumentMark => ({ type: 'link', attrs: { href } });
const text = (value: string, ...marks: DocumentMark[]): Inline => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 ? { marks } : {}),
});
const br: Inline = { type: 'hardBreak' };

/** A comparable form of a paragraph: the marks of each letter, in a fixed order. */
function letters(pieces: readonly Inline[]): string[] {
  const order = ['link', 'bold', 'italic', 'strike'];
  return pieces.flatMap((piece) => {
    if (piece.type === 'hardBreak') return ['\n'];
    const marks = [...(piece.marks ?? [])].sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
    return [...piece.text].map((letter) => letter + JSON.stringify(marks));
  });
}

const takes = (content: Inline[]) =>
  z.safeParse(ChapterDocument, { type: 'doc', content: [{ type: 'paragraph', content }] }).success;

const signs = fc.constantFrom(
  '*',
  '**',
  '_',
  '__',
  '~',
  '~~',
  '[',
  ']',
  '](',
  '(',
  ')',
  '\\',
  ' ',
  'a',
  '字',
  '🐇',
  '](https://a.example)',
);
const wording = fc.oneof(
  fc.array(signs, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ minLength: 1, unit: 'binary' }).map((given) => given.replaceAll('\n', ' ')),
);
const address = fc.oneof(
  fc.webUrl(),
  fc.array(signs, { maxLength: 5 }).map((parts) => `https://a.example/${parts.join('')}`),
);
const mark = fc.oneof(fc.constantFrom(bold, italic, strike), address.map(link));
const marks = fc.uniqueArray(mark, { maxLength: 4, selector: ({ type }) => type });
const piece = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(wording, marks).map(([value, given]) => text(value, ...given)) },
  { weight: 1, arbitrary: fc.constant(br) },
);
const typed = fc.array(fc.oneof(signs, fc.constant('\n')), { maxLength: 25 }).map((parts) => parts.join(''));

describe('inline markup', () => {
  it.each<[string, Inline[], string]>([
    ['nothing', [], ''],
    [
      'prose',
      [text('‘Curiouser!’ — 5 * 3 = 15; snake_case, ____, ~5, [sic], a\\b, *** (x)')],
      '‘Curiouser!’ — 5 * 3 = 15; snake_case, ____, ~5, [sic], a\\b, *** (x)',
    ],
    ['verse', [text('a'), br, text('b')], 'a\nb'],
    ['verse in italics', [text('a', italic), br, text('b', italic)], '_a\nb_'],
    ['a mark that ends with a line', [text('a', italic), br, text('b')], '_a_\nb'],
    ['bold', [text('a '), text('b', bold), text(' c')], 'a **b** c'],
    ['with spaces at its ends', [text(' b ', bold)], '** b **'],
    ['inside a word', [text('un'), text('birth', italic), text('day')], 'un_birth_day'],
    ['all at once', [text('x', link('https://a.example/'), bold, italic, strike)], '[**_~~x~~_**](https://a.example/)'],
    ['crossing', [text('a', bold), text('b', bold, italic), text('c', italic)], '**a_b**c_'],
    [
      'across a link',
      [text('a', bold), text('b', link('https://a.example/'), bold), text('c', bold)],
      '**a[b](https://a.example/)c**',
    ],
    ['brackets in an address', [text('a', link('https://a.example/B_(c)'))], '[a](https://a.example/B_(c))'],
    ['half a pair of them', [text('a', link('https://a.example/('))], '[a](https://a.example/\\()'],
    ['signs beside a mark', [text('a', italic), text('_*')], '_a_\\_*'],
    ['signs in pairs', [text('snake_case_word')], 'snake\\_case\\_word'],
    ['what looks like a link', [text('[a](https://a.example)')], '\\[a\\](https://a.example)'],
    ['a backslash before a sign', [text('\\_')], '\\\\_'],
  ])('writes and reads %s', (_, pieces, printed) => {
    expect(printMarked(pieces)).toBe(printed);
    expect(parseMarked(printed)).toEqual(pieces);
  });

  it.each([
    ['a sign alone', 'a * b'],
    ['a pair’s half', '**a'],
    ['nothing between', '____ **** ~~~~'],
    ['signs alone between', '_**_**'],
    ['brackets alone', '[a] (b)'],
    ['no address', '[a](b)'],
    ['another kind of address', '[a](javascript:alert(1))'],
    ['an address without words', '[](https://a.example)'],
    ['an address of too many letters', `[a](https://a.example/${'x'.repeat(500)})`],
    ['a backslash before a letter', '\\a'],
    ['one at the end', 'a\\'],
  ])('reads %s literally', (_, value) => expect(parseMarked(value)).toEqual([text(value)]));

  it('returns the same marks after writing and reading, for any text', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const back = parseMarked(printMarked(pieces));
        expect(letters(back)).toEqual(letters(pieces));
        expect(back.length === 0 || takes(back)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('is read the same way again, whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(typed, fc.string({ unit: 'binary' }), fc.constantFrom(...HOSTILE_TEXTS)), (value) => {
        const pieces = parseMarked(value);
        expect(pieces.length === 0 || takes(pieces)).toBe(true);
        expect(parseMarked(printMarked(pieces))).toEqual(pieces);
      }),
      { numRuns: RUNS },
    );
  });

  it('leaves a text without signs as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const plain = value.replace(/[*_~[\]\\]/g, '');
        expect(plainWordsOf(plain)).toBe(plain);
        expect(printMarked(parseMarked(plain))).toBe(plain);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(['*_~[', '](', '[a](', '[a](https://a.example/', '_**', '_a', '\\', '(', '[x](https://b.example)', '\n_a_'])(
    'is read in linear time, however many signs it has: %j',
    (part) => {
      const value = part.repeat(120_000 / part.length);
      const addresses = vi.spyOn(globalThis, 'URL');
      const pieces = parseMarked(value);
      const looked = addresses.mock.calls.reduce((sum, [given]) => sum + String(given).length, 0);
      addresses.mockRestore();
      expect(looked).toBeLessThanOrEqual(value.length);
      expect(parseMarked(printMarked(pieces))).toEqual(pieces);
    },
  );
});
