import { describe, expect, it } from 'vitest';
import {
  addBelow,
  canJoin,
  joinWithAbove,
  leaveOut,
  putBack,
  releaseGone,
  rowsToSpread,
  separate,
  setRowText,
  spread,
} from './edit-rows.ts';
import {
  countDone,
  type EditorRow,
  editorRowsOf,
  isCopiedRow,
  isCopiedTranslation,
  isDoneByWriting,
  rowState,
} from './editor-rows.ts';
import type { SourcePart } from './source-parts.ts';
import { EMPTY_TEXT, type TranslatedParagraph, type TranslationText } from './working-text.ts';

const PARTS: SourcePart[] = [
  { key: '@title', kind: 'title', text: 'Titel' },
  { key: 'a', kind: 'paragraph', text: 'Eins.' },
  { key: 'b', kind: 'paragraph', text: 'Zwei.' },
  { key: 'c', kind: 'paragraph', text: 'Drei.' },
];
const said = (id: string, sources: string, text: string): TranslatedParagraph => ({
  id,
  sources: [...sources],
  text,
});
const textOf = (...paragraphs: TranslatedParagraph[]): TranslationText => ({ ...EMPTY_TEXT, paragraphs });
const row = (text: TranslationText, key: string): EditorRow => {
  const found = editorRowsOf(PARTS, text).find((one) => one.key === key);
  if (!found) throw new Error(`No row ${key}`);
  return found;
};
let made = 0;
const newId = () => {
  made += 1;
  return `n${made}`;
};
const write = (text: TranslationText, key: string, value: string) =>
  setRowText(text, editorRowsOf(PARTS, text), row(text, key), value, newId);
const keys = (text: TranslationText) => editorRowsOf(PARTS, text).map(({ key }) => key);

describe('editor rows', () => {
  it('follow the order of the original, one for each part', () => {
    expect(keys(EMPTY_TEXT)).toEqual(['@title', 'a', 'b', 'c']);
  });

  it('join the parts that one paragraph translates, and the paragraphs that translate one part', () => {
    const text = textOf(said('x', 'ab', 'One and two.'), said('y', 'c', 'Three'), said('z', 'c', 'more.'));
    expect(keys(text)).toEqual(['@title', 'a', 'c']);
    expect(row(text, 'a').parts.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(row(text, 'c').text).toBe('Three\n\nmore.');
  });

  it('put added paragraphs and those without a source after the one that they follow', () => {
    const text = textOf(
      said('x', 'a', 'One.'),
      said('p', '', 'A note.'),
      said('q', 'g', 'Old.'),
      said('y', 'b', 'Two.'),
    );
    expect(keys(text)).toEqual(['@title', 'a', 'p', 'q', 'b', 'c']);
    expect(row(text, 'q').gone).toEqual(['g']);
    expect(row(text, 'p').gone).toEqual([]);
  });
});

describe('the state of a row', () => {
  const none = new Set<string>();
  const text = textOf(said('x', 'a', 'One.'));
  it.each([
    ['nothing is written', row(text, 'b'), new Set(['b']), none, 'open'],
    ['it was not confirmed', row(text, 'a'), none, none, 'open'],
    ['it was confirmed', row(text, 'a'), new Set(['a']), none, 'done'],
    ['its source changed', row(text, 'a'), none, new Set(['a']), 'changed'],
    ['it was confirmed although its source changed', row(text, 'a'), new Set(['a']), new Set(['a']), 'done'],
    ['its source no longer exists', row(textOf(said('q', 'g', 'Old.')), 'q'), none, new Set(['g']), 'changed'],
  ])('is right when %s', (_, one, done, stale, state) => {
    expect(rowState(one, done, stale)).toBe(state);
  });

  it.each<[string, EditorRow, string[], [string, string | null][], boolean]>([
    ['it is still empty', row(EMPTY_TEXT, 'b'), [], [], true],
    ['it is a field', row(EMPTY_TEXT, '@title'), [], [], true],
    ['its source is new', row(EMPTY_TEXT, 'b'), [], [['b', null]], true],
    ['it was written and never confirmed', row(text, 'a'), [], [], true],
    ['its source changed', row(text, 'a'), [], [['a', 'Eins?']], false],
    ['a part was added to confirmed ones', row(textOf(said('x', 'ab', 'One.')), 'a'), ['a'], [['b', null]], false],
    ['a part of its source no longer exists', row(textOf(said('x', 'ag', 'One.')), 'a'), [], [['g', 'Alt.']], false],
    ['it has no source', row(textOf(said('p', '', 'A note.')), 'p'), [], [], false],
  ])('tells whether typing confirms it when %s', (_, one, done, was, expected) => {
    expect(isDoneByWriting(one, new Set(done), new Map(was))).toBe(expected);
  });

  it('counts parts, not rows', () => {
    const both = textOf(said('x', 'ab', 'Both.'));
    expect(countDone(PARTS, both, new Set(['a', 'b', 'c']))).toBe(2);
  });
});

describe('writing in a row', () => {
  it('splits at blank lines, and new paragraphs get the same sources', () => {
    const text = write(textOf(said('x', 'a', 'One.')), 'a', 'One.\n\nAnd a half.\nStill.');
    expect(text.paragraphs.map((p) => [p.sources, p.text])).toEqual([
      [['a'], 'One.'],
      [['a'], 'And a half.\nStill.'],
    ]);
    expect(text.paragraphs[0]!.id).toBe('x');
  });

  it('keeps ids and sources of unchanged paragraphs', () => {
    const before = textOf(said('x', 'a', 'One.'), said('y', 'ab', 'Between.'), said('z', 'b', 'Two.'));
    const text = write(before, 'a', 'One.\n\nBetween us.\n\nTwo.');
    expect(text.paragraphs).toEqual([said('x', 'a', 'One.'), said('y', 'ab', 'Between us.'), said('z', 'b', 'Two.')]);
  });

  it('loses no source when paragraphs are joined', () => {
    const before = textOf(said('x', 'a', 'One.'), said('y', 'ab', 'Between.'), said('z', 'b', 'Two.'));
    const text = write(before, 'a', 'All of it.');
    expect(text.paragraphs).toEqual([said('x', 'ab', 'All of it.')]);
  });

  it('puts a first paragraph in the order of the original', () => {
    const text = write(textOf(said('x', 'a', 'One.'), said('z', 'c', 'Three.')), 'b', 'Two.');
    expect(text.paragraphs.map((p) => p.text)).toEqual(['One.', 'Two.', 'Three.']);
  });

  it('keeps the order of the translation if another row is in between', () => {
    const before = textOf(said('x', 'a', 'One'), said('z', 'c', 'Three.'), said('y', 'a', 'goes on.'));
    const text = write(before, 'a', 'One, changed\n\ngoes on.');
    expect(text.paragraphs.map((p) => p.text)).toEqual(['One, changed', 'Three.', 'goes on.']);
  });

  it('leaves no paragraph after everything is deleted, unless it joins rows', () => {
    expect(write(textOf(said('x', 'a', 'One.')), 'a', ' ').paragraphs).toEqual([]);
    expect(write(textOf(said('x', 'ab', 'Both.')), 'a', '').paragraphs).toEqual([said('x', 'ab', '')]);
  });

  it('stops a part from being left out', () => {
    const out = leaveOut(EMPTY_TEXT, row(EMPTY_TEXT, 'a'));
    expect(row(out, 'a').isLeftOut).toBe(true);
    expect(write(out, 'a', 'One.').leftOut).toEqual([]);
    expect(putBack(out, row(out, 'a')).leftOut).toEqual([]);
  });
});

describe('joined rows', () => {
  it.each([
    ['both are written', textOf(said('x', 'a', 'One.'), said('y', 'b', 'Two.')), 'One.\n\nTwo.'],
    ['the upper one is written', textOf(said('x', 'a', 'Both.')), 'Both.'],
    ['the lower one is written', textOf(said('y', 'b', 'Both.')), 'Both.'],
    ['nothing is written', EMPTY_TEXT, ''],
  ])('can be joined and split when %s', (_, text, words) => {
    const rows = editorRowsOf(PARTS, text);
    const joined = joinWithAbove(text, rows, row(text, 'b'), newId);
    expect(keys(joined)).toEqual(['@title', 'a', 'c']);
    expect(row(joined, 'a').text).toBe(words);
    expect(keys(separate(joined, row(joined, 'a')))).toEqual(['@title', 'a', 'b', 'c']);
  });

  it('exclude fields and added paragraphs', () => {
    const text = textOf(said('x', 'a', 'One.'), said('p', '', 'A note.'));
    const rows = editorRowsOf(PARTS, text);
    expect(rows.map((one) => canJoin(rows, one))).toEqual([false, false, false, false, true]);
  });
});

it('adds a paragraph without a source after a row', () => {
  const before = textOf(said('x', 'a', 'One.'), said('y', 'b', 'Two.'));
  const { text, id } = addBelow(before, editorRowsOf(PARTS, before), row(before, 'a'), newId);
  expect(keys(text)).toEqual(['@title', 'a', id, 'b', 'c']);
});

it('keeps a paragraph as added when its source no longer exists', () => {
  const text = releaseGone(textOf(said('q', 'g', 'Old.')), ['g']);
  expect(text.paragraphs).toEqual([said('q', '', 'Old.')]);
});

it('distributes pasted paragraphs over the empty rows below', () => {
  const pasted = write(textOf(said('z', 'c', 'Three.')), 'a', 'One.\n\nTwo.\n\nTwo and a half.');
  const rows = editorRowsOf(PARTS, pasted);
  expect(rowsToSpread(rows, row(pasted, 'a')).map(({ key }) => key)).toEqual(['a', 'b']);
  const text = spread(pasted, rows, row(pasted, 'a'), newId);
  expect(text.paragraphs.map((p) => [p.sources.join(), p.text])).toEqual([
    ['a', 'One.'],
    ['b', 'Two.'],
    ['b', 'Two and a half.'],
    ['c', 'Three.'],
  ]);
});

describe('a translation', () => {
  const SENTENCES = [
    'The ferry left an hour late, and nobody on the pier had asked it to wait.',
    'She bought a ticket for two, although she had come to the harbor alone.',
  ];
  const ferry: SourcePart[] = [
    { key: '@title', kind: 'title', text: 'The empty seat beside her' },
    ...SENTENCES.map((text, i): SourcePart => ({ key: 'ab'[i]!, kind: 'paragraph', text })),
  ];
  const rowsWith = (...texts: string[]) => {
    const paragraphs = texts.map((text, i) => said(`x${i}`, 'ab'[i]!, text));
    return editorRowsOf(ferry, { ...textOf(...paragraphs), fields: { ...EMPTY_TEXT.fields, title: ferry[0]!.text } });
  };

  it.each<[string, string[], boolean]>([
    ['is a copy if all of it has the words of the original', SENTENCES, true],
    ['is a copy if half of it has', [SENTENCES[0]!, 'Sie kaufte eine Karte für zwei, obwohl sie allein kam.'], true],
    ['is none if all of it is translated', ['Die Fähre fuhr spät ab, keiner wartete.', 'Sie kam allein.'], false],
    ['is none if it is empty, whatever its title', [], false],
  ])('%s', (_, texts, isCopy) => {
    expect(isCopiedTranslation(rowsWith(...texts))).toBe(isCopy);
  });

  it('has rows that are copied, wherever it is a copy', () => {
    expect(
      rowsWith(...SENTENCES)
        .filter(isCopiedRow)
        .map(({ key }) => key),
    ).toEqual(['a', 'b']);
  });
});
