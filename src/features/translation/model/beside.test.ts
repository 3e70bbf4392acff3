import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  type Block,
  blockText,
  type ChapterDocument,
  plainText,
  textBlocks,
} from '#features/chapters/model/document.ts';
import { BesideRows } from '../contract-views.ts';
import { besideRows } from './beside.ts';
import { leavesOf } from './leaves.ts';
import { numbered, writtenDocuments } from './model.test-kit.ts';

const doc = (...content: Block[]): ChapterDocument => ({ type: 'doc', content });
const p = (id: string) =>
  ({ type: 'paragraph', attrs: { id }, content: [{ type: 'text', text: id }] }) as const satisfies Block;
const hr: Block = { type: 'horizontalRule' };

/** Rows as `original|translation`, with a star if stale. */
const rows = (
  source: ChapterDocument,
  translation: ChapterDocument,
  names: Record<string, string[]>,
  stale: string[] = [],
) =>
  besideRows(source, translation, new Map(Object.entries(names)), new Set(stale)).map(
    (row) =>
      [row.original, row.translation].map((text) => (text ? plainText(text).replaceAll('\n\n', ' ') : '')).join('|') +
      (row.isStale ? '*' : ''),
  );

describe('original and translation side by side', () => {
  it('puts paragraphs that belong together in one row', () => {
    expect(rows(doc(p('a'), p('b'), p('c')), doc(p('x'), p('y')), { x: ['a'], y: ['b', 'c'] })).toEqual([
      'a|x',
      'b c|y',
    ]);
  });
  it('puts omitted and added paragraphs in rows of their own', () => {
    expect(rows(doc(p('a'), p('b')), doc(p('x'), p('n')), { x: ['a'] })).toEqual(['a|x', '|n', 'b|']);
  });
  it('keeps scene breaks with the paragraph before them', () => {
    const names = { x: ['a'], y: ['b'] };
    expect(rows(doc(hr, p('a'), hr, p('b'), hr), doc(p('x'), hr, p('y')), names)).toEqual([
      '*** a ***|x ***',
      'b ***|y',
    ]);
  });
  it('marks what has changed, even if it no longer exists', () => {
    const names = { x: ['a'], y: ['b'], z: ['gone'] };
    const translation = doc(p('x'), p('y'), p('z'));
    expect(rows(doc(p('a'), p('b'), p('c')), translation, names, ['b', 'c', 'gone', '@title'])).toEqual([
      'a|x',
      'b|y*',
      '|z*',
      'c|*',
    ]);
  });
  it('keeps the block types of each text', () => {
    const quote: Block = { type: 'blockquote', content: [p('a'), p('b')] };
    const found = besideRows(
      doc(quote),
      doc(p('x'), p('y')),
      new Map([
        ['x', ['a']],
        ['y', ['b']],
      ]),
      new Set(),
    );
    expect(found.map(({ original }) => original)).toEqual([
      doc({ ...quote, content: [p('a')] }),
      doc({ ...quote, content: [p('b')] }),
    ]);
  });

  it('contains every block of both texts once, in the order of the original', () => {
    const names = fc.array(fc.array(fc.nat({ max: 12 }), { maxLength: 3 }), { maxLength: 30 });
    fc.assert(
      fc.property(writtenDocuments, writtenDocuments, names, (source, other, given) => {
        const translation = numbered(other, 't');
        const sourcesOf = new Map(given.map((sources, i) => [`t${i}`, sources.map((n) => `p${n}`)]));
        const found = besideRows(source, translation, sourcesOf, new Set());
        expect(z.safeParse(BesideRows, found).success).toBe(true);
        const blocks = (texts: (ChapterDocument | null)[]) =>
          texts
            .flatMap((text) => (text ? leavesOf(text) : []))
            .map(({ block }) => JSON.stringify(block))
            .sort();
        expect(blocks(found.map((row) => row.original))).toEqual(blocks([source]));
        expect(blocks(found.map((row) => row.translation))).toEqual(blocks([translation]));
        const firsts = found.flatMap(({ original }) => (original ? textBlocks(original).slice(0, 1) : []));
        const order = textBlocks(source).filter((part) => firsts.some((first) => first.attrs?.id === part.attrs?.id));
        expect(firsts.map(blockText)).toEqual(order.map(blockText));
      }),
    );
  });
});
