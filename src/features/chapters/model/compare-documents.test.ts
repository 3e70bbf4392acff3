import { describe, expect, it } from 'vitest';
import type { Language } from '#core/languages.ts';
import { cpuMs } from '#testing/cpu-time.ts';
import { compareDocuments, contentKey, differences, mergeDocuments, textOfBlock } from './compare-documents.ts';
import type { Block, ChapterDocument } from './document.ts';

const p = (text: string, id: string | null = null): Block => ({
  type: 'paragraph',
  attrs: { id },
  ...(text ? { content: [{ type: 'text', text }] } : {}),
});
const hr: Block = { type: 'horizontalRule' };
const quote = (...texts: [string, string | null][]): Block => ({
  type: 'blockquote',
  content: texts.map(([text, id]) => p(text, id)) as Extract<Block, { type: 'paragraph' }>[],
});
const doc = (...content: Block[]): ChapterDocument => ({ type: 'doc', content });
const kinds = (a: ChapterDocument, b: ChapterDocument) => compareDocuments(a, b).map(({ kind }) => kind);

describe('two texts of one chapter', () => {
  it('match by id, even if the words changed', () => {
    const rows = compareDocuments(doc(p('One.', 'a'), p('Two.', 'b')), doc(p('One.', 'a'), p('Zwei.', 'b')));
    expect(rows.map(({ kind }) => kind)).toEqual(['same', 'changed']);
    expect(rows[1]).toEqual({ kind: 'changed', a: p('Two.', 'b'), b: p('Zwei.', 'b') });
  });

  it('match by words if ids are missing', () => {
    expect(kinds(doc(p('One.'), p('Two.')), doc(p('One.', 'a'), p('Two.', 'b')))).toEqual(['same', 'same']);
  });

  it('show what only one of them has', () => {
    expect(kinds(doc(p('1', 'a'), p('2', 'b')), doc(p('1', 'a'), p('3', 'c'), p('2', 'b')))).toEqual([
      'same',
      'only_b',
      'same',
    ]);
    expect(kinds(doc(p('1', 'a'), p('2', 'b')), doc(p('2', 'b')))).toEqual(['only_a', 'same']);
  });

  it('match an unsaved paragraph with the one in the same position', () => {
    expect(kinds(doc(p('1', 'a'), p('the start and on')), doc(p('1', 'a'), p('the start', 'x')))).toEqual([
      'same',
      'changed',
    ]);
    // With ids on both sides they are two paragraphs.
    expect(kinds(doc(p('here', 'x')), doc(p('there', 'y')))).toEqual(['only_a', 'only_b']);
  });

  it('keep quotes and scene breaks whole', () => {
    const rows = compareDocuments(doc(quote(['a', 'q1'], ['b', 'q2']), hr), doc(quote(['a', 'q1'], ['c', 'q2']), hr));
    expect(rows.map(({ kind }) => kind)).toEqual(['changed', 'same']);
    expect(textOfBlock(quote(['a', 'q1'], ['b', 'q2']))).toBe('a\nb');
    expect(textOfBlock(hr)).toBe('***');
  });

  it('show a change of marks alone', () => {
    const bold: Block = {
      type: 'paragraph',
      attrs: { id: 'a' },
      content: [{ type: 'text', text: 'One.', marks: [{ type: 'bold' }] }],
    };
    expect(kinds(doc(p('One.', 'a')), doc(bold))).toEqual(['changed']);
  });

  it('are compared quickly even if nothing is the same', () => {
    const many = (word: string) => doc(...Array.from({ length: 3000 }, (_, i) => p(`${word} ${i}`, `${word}${i}`)));
    const from = cpuMs();
    expect(compareDocuments(many('a'), many('b'))).toHaveLength(6000);
    expect(cpuMs() - from).toBeLessThan(2000);
  }, 60_000);
});

describe('the merged text', () => {
  const rows = compareDocuments(
    doc(p('1', 'a'), p('mine', 'b'), p('only mine', 'c')),
    doc(p('1', 'a'), p('theirs', 'b'), p('only theirs', 'd')),
  );

  it('takes mine or the other, as a whole or row by row', () => {
    const all = (choice: 'a' | 'b') => new Map(rows.map((_, i) => [i, choice] as const));
    expect(mergeDocuments(rows, all('a'))).toEqual(doc(p('1', 'a'), p('mine', 'b'), p('only mine', 'c')));
    expect(mergeDocuments(rows, all('b'))).toEqual(doc(p('1', 'a'), p('theirs', 'b'), p('only theirs', 'd')));
    expect(
      mergeDocuments(
        rows,
        new Map([
          [1, 'b'],
          [2, 'a'],
          [3, 'b'],
        ]),
      ),
    ).toEqual(doc(p('1', 'a'), p('theirs', 'b'), p('only mine', 'c'), p('only theirs', 'd')));
  });

  it('never has duplicate ids', () => {
    expect(mergeDocuments(rows, new Map([[1, 'both']])).content.slice(1, 3)).toEqual([
      p('mine', 'b'),
      { ...p('theirs'), attrs: { id: null } },
    ]);
  });

  it('always has a paragraph', () => {
    const gone = compareDocuments(doc(p('mine', 'a')), doc(p('theirs', 'b')));
    expect(
      mergeDocuments(
        gone,
        new Map([
          [0, 'b'],
          [1, 'a'],
        ]),
      ),
    ).toEqual(doc({ type: 'paragraph' }));
  });
});

it('texts with equal content have the same key', () => {
  expect(contentKey(doc(p('One.', 'a')))).toBe(
    contentKey(doc({ type: 'paragraph', content: [{ type: 'text', text: 'One.' }] })),
  );
  expect(contentKey(doc(p('', 'a')))).toBe(contentKey(doc({ type: 'paragraph', content: [] })));
  const turned = { content: [{ content: [{ text: 'One.', type: 'text' }], type: 'paragraph' }], type: 'doc' };
  expect(contentKey(turned as ChapterDocument)).toBe(contentKey(doc(p('One.'))));
  const heading = (level: 2 | 3): Block => ({ type: 'heading', attrs: { id: null, level } });
  expect(contentKey(doc(heading(2)))).not.toBe(contentKey(doc(heading(3))));
});

describe('changed words', () => {
  /** Both texts in one: `[-removed-]`, `[+new+]`. */
  const shown = (a: string, b: string, language: Language) =>
    differences(a, b, language)
      .map(({ text, side }) => (side === 'both' ? text : side === 'a' ? `[-${text}-]` : `[+${text}+]`))
      .join('');

  it.each<[Language, string, string, string]>([
    ['en', 'I would look at the list.', 'I would ask the list.', 'I would [-look at-][+ask+] the list.'],
    ['en', 'There it isn’t.', 'There it is.', 'There it [-isn’t-][+is+].'],
    ['en', 'You pull the cord.', 'You pull the old cord.', 'You pull the [+old +]cord.'],
    ['en', 'He came, saw and left.', 'She went, saw and left.', '[-He came-][+She went+], saw and left.'],
    ['en', 'Yes, he said.', 'Yes, sir, he said.', 'Yes, [+sir, +]he said.'],
    [
      'de',
      'Die Straßenbahn hält hier.',
      'Die Straßenbahnen halten hier.',
      'Die [-Straßenbahn hält-][+Straßenbahnen halten+] hier.',
    ],
    ['de', 'Er geht – allein.', 'Er bleibt, allein.', 'Er [-geht –-][+bleibt,+] allein.'],
    ['zh', '外婆看了看天空', '外婆看了看雨水', '外婆看了看[-天空-][+雨水+]'],
    ['zh', '他走了，我回家。', '她来了，我回家。', '[-他走了-][+她来了+]，我回家。'],
    ['ko', '외할머니는 하늘을 보았다.', '외할머니가 하늘을 보았다.', '[-외할머니는-][+외할머니가+] 하늘을 보았다.'],
    ['ko', '나는 집에 갔다.', '우리는 학교에 갔다.', '[-나는 집에-][+우리는 학교에+] 갔다.'],
  ])('are whole words, and adjacent ones are one change (%s)', (language, a, b, both) => {
    expect(shown(a, b, language)).toBe(both);
  });

  it('keep their line breaks', () => {
    expect(shown('one\ntwo', 'three\nfour', 'en')).toBe('[-one-][+three+]\n[-two-][+four+]');
  });

  it('are the whole texts if almost nothing is the same', () => {
    const long = (word: string) => Array.from({ length: 3000 }, (_, i) => `${word}${i}`).join('; ');
    const pieces = differences(long('a'), long('b'), 'en');
    expect(pieces.map(({ side }) => side)).toEqual(['a', 'b']);
    expect(differences('', 'new', 'en')).toEqual([{ text: 'new', side: 'b' }]);
    expect(differences('', '', 'en')).toEqual([]);
  });
});
