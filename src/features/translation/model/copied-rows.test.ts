import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { otherWords } from '#testing/other-words.ts';
import { type ComparedTexts, copiedWords, isCopied } from './copied-rows.ts';

const BOOKS = join(import.meta.dirname, '../../../testing/texts');
const paragraphsOf = (book: string): string[] =>
  JSON.parse(readFileSync(join(BOOKS, `${book}.json`), 'utf8')).chapters[0].paragraphs;

const row = (source: string | null, text: string | null, kind: ComparedTexts['kind'] = 'paragraph') => ({
  kind,
  source,
  text,
  isCopied: isCopied({ kind, source, text }),
});
const SENTENCE = 'The ferry left an hour late, and nobody on the pier had asked it to wait.';
const LINE = 'Yes, she said.';

describe('a row', () => {
  it.each([
    ['the same words', SENTENCE, true],
    [
      'other punctuation, case and spaces',
      'THE FERRY left an hour late – and nobody on the pier had asked it to wait!',
      true,
    ],
    ['other markup', `**The ferry** left an hour late, and _nobody_ on the pier had asked it to wait.`, true],
    ['one other word', SENTENCE.replace('pier', 'quay'), true],
    [
      'a translation',
      'Die Fähre fuhr eine Stunde zu spät ab, und am Anleger hatte sie niemand gebeten zu warten.',
      false,
    ],
    [
      'a copy followed by its translation',
      `${SENTENCE}\n\nDie Fähre fuhr eine Stunde zu spät ab, und am Anleger wartete keiner.`,
      false,
    ],
    ['the first words', 'The ferry left an hour late, and', false],
    ['nothing', '', false],
  ])('%s: copied %s', (_, text, expected) => {
    expect(isCopied(row(SENTENCE, text))).toBe(expected);
  });
  it('may have the same names, numbers and exclamations', () => {
    for (const text of ['Nora Vale, Jan Brandt', '1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13', 'Ha! Ha! Ha!'])
      expect(isCopied(row(text, text))).toBe(false);
  });
  it('may have the same title or heading', () => {
    for (const kind of ['title', 'heading'] as const) expect(isCopied(row(SENTENCE, SENTENCE, kind))).toBe(false);
    for (const kind of ['summary', 'description', 'choice', 'quote', 'item'] as const)
      expect(isCopied(row(SENTENCE, SENTENCE, kind))).toBe(true);
  });
  it('may be added or left out', () => {
    expect(isCopied(row(null, SENTENCE))).toBe(false);
    expect(isCopied(row(SENTENCE, null))).toBe(false);
  });
  it('is no copy in a language of the same family', () => {
    expect(
      isCopied(
        row(
          'La casa de Ana está cerca del mar, y por la mañana todos los pescadores cantan.',
          'A casa da Ana fica perto do mar, e de manhã todos os pescadores cantam.',
        ),
      ),
    ).toBe(false);
    expect(
      isCopied(
        row(
          '人皆有不忍人之心。先王有不忍人之心，斯有不忍人之政矣。',
          '人には皆、人に忍びざるの心がある。先王にはこの心があり、この政があった。',
        ),
      ),
    ).toBe(false);
  });
});

describe('a translation', () => {
  it('is a copy if it is the original', () => {
    for (const book of ['alice.en', 'alice.de', 'alice.fr', 'mengzi.zh']) {
      const paragraphs = paragraphsOf(book);
      expect(copiedWords(paragraphs.map((text) => row(text, text)))).toMatchObject({ isCopy: true, own: '' });
    }
  });
  it('is none if it is a published translation of the same book', () => {
    const original = paragraphsOf('alice.en');
    for (const book of ['alice.de', 'alice.fr']) {
      const rows = paragraphsOf(book).map((text, i) => row(original[i] ?? '', text));
      expect(copiedWords(rows)).toMatchObject({ isCopy: false, copied: '' });
    }
  });
  it('is a copy from half of the letters on, wherever they are', () => {
    const rows = (copies: number) =>
      Array.from({ length: 10 }, (_, i) => row(`${SENTENCE} ${i}`, i < copies ? SENTENCE : otherWords(SENTENCE)));
    expect(copiedWords(rows(4))).toMatchObject({ isCopy: false });
    expect(copiedWords(rows(5))).toMatchObject({ isCopy: true });
    expect(copiedWords(rows(5).reverse())).toMatchObject({ isCopy: true });
  });
  it('is a copy if it has only short lines', () => {
    const lines = ['Who’s there?', LINE, 'The ferry?', 'It left.', 'When was that?', 'An hour ago.'];
    expect(copiedWords(lines.map((text) => row(text, text))).isCopy).toBe(true);
    const german = [
      'Wer ist da?',
      'Ja, sagte sie.',
      'Die Fähre?',
      'Sie ist weg.',
      'Seit wann denn?',
      'Seit einer Stunde.',
    ];
    expect(copiedWords(lines.map((text, i) => row(text, german[i]!))).isCopy).toBe(false);
    // Names and exclamations between translated paragraphs.
    expect(copiedWords([row(SENTENCE, otherWords(SENTENCE)), ...lines.map((text) => row(text, text))]).isCopy).toBe(
      false,
    );
  });
  it('says what was copied and what wasn’t', () => {
    const own = 'Draußen lag das Wasser wie Blei.';
    expect(
      copiedWords([
        row('The Ferry', 'Die Fähre', 'title'),
        row(SENTENCE, SENTENCE),
        row('The water lay like lead.', own),
      ]),
    ).toEqual({ isCopy: true, copied: SENTENCE, own });
    expect(copiedWords([])).toEqual({ isCopy: false, copied: '', own: '' });
    expect(copiedWords([row(SENTENCE, null)])).toEqual({ isCopy: false, copied: '', own: '' });
  });
  it('may be hostile', () => {
    const texts = [
      'a'.repeat(100_000),
      'ab '.repeat(66_000),
      '\u0301'.repeat(100_000),
      '**_~~'.repeat(40_000),
      '](('.repeat(60_000),
    ];
    const start = performance.now();
    for (const text of texts) expect(copiedWords([row(text, text)]).own).toBeDefined();
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
