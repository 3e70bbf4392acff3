import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Block, EMPTY_DOCUMENT, plainText, textBlocks } from '#features/chapters/model/document.ts';
import { ChapterDocument } from '#features/chapters/model/document-schema.ts';
import { buildDocument } from './build-document.ts';
import { writtenDocuments } from './model.test-kit.ts';
import { paragraphParts } from './source-parts.ts';

const doc = (...content: Block[]): ChapterDocument => ({ type: 'doc', content });
const p = (id: string, text = id.toUpperCase()) =>
  ({ type: 'paragraph', attrs: { id }, content: [{ type: 'text', text }] }) as const satisfies Block;
const h = (id: string, level: 2 | 3 = 2): Block => ({ ...p(id), type: 'heading', attrs: { id, level } });
const quote = (...content: ReturnType<typeof p>[]): Block => ({ type: 'blockquote', content });
const list = (...items: ReturnType<typeof p>[][]): Block => ({
  type: 'bulletList',
  content: items.map((content) => ({ type: 'listItem', content })),
});
const hr: Block = { type: 'horizontalRule' };

/** Paragraphs as `id<source,source`. The text of each is its id. */
const renders = (...given: string[]) =>
  given.map((entry) => {
    const [id, sources] = entry.split('<') as [string, string?];
    return { id, sources: sources?.split(',') ?? [], text: id.toUpperCase() };
  });

describe('the published text of a translation', () => {
  it.each<[string, ChapterDocument, string[], ChapterDocument]>([
    ['in its own order', doc(p('a'), p('b')), ['x<b', 'y<a'], doc(p('x'), p('y'))],
    ['with headings where the source has them', doc(h('a', 3), p('b')), ['x<a', 'y<b'], doc(h('x', 3), p('y'))],
    ['in quotes', doc(p('a'), quote(p('b'), p('c'))), ['x<a', 'y<b', 'z<c'], doc(p('x'), quote(p('y'), p('z')))],
    [
      'in two quotes that stay separate',
      doc(quote(p('a')), quote(p('b'))),
      ['x<a', 'y<b'],
      doc(quote(p('x')), quote(p('y'))),
    ],
    [
      'in lists, point by point',
      doc(list([p('a'), p('b')], [p('c')])),
      ['x<a', 'y<b', 'z<c'],
      doc(list([p('x'), p('y')], [p('z')])),
    ],
    ['and splits a quote', doc(quote(p('a'), p('b'))), ['x<a', 'n', 'y<b'], doc(quote(p('x')), p('n'), quote(p('y')))],
    ['by the form of the first source', doc(h('a'), p('b')), ['x<b,a'], doc(p('x'))],
    ['by the first existing source', doc(p('b'), h('a')), ['x<gone,a', 'y<gone'], doc(h('x'), p('y'))],
    ['with scene breaks', doc(p('a'), hr, p('b')), ['x<a', 'y<b'], doc(p('x'), hr, p('y'))],
    ['with additions before breaks', doc(p('a'), hr, p('b')), ['x<a', 'n', 'y<b'], doc(p('x'), p('n'), hr, p('y'))],
    ['without left-out parts', doc(p('a'), hr, p('b'), hr, p('c')), ['x<a', 'y<c'], doc(p('x'), hr, p('y'))],
    ['without a break that a paragraph spans', doc(p('a'), hr, p('b'), p('c')), ['x<a,b', 'y<c'], doc(p('x'), p('y'))],
    ['without breaks going back', doc(p('a'), hr, p('b')), ['x<b', 'y<a', 'z<b'], doc(p('x'), p('y'), p('z'))],
    ['with a break at each end', doc(hr, p('a'), hr), ['x<a'], doc(hr, p('x'), hr)],
    ['without a break at the end', doc(p('a'), hr, p('b')), ['x<a'], doc(p('x'))],
    ['as an empty document', doc(p('a'), hr), [], EMPTY_DOCUMENT],
  ])('is built %s', (_, source, given, expected) => expect(buildDocument(source, renders(...given))).toEqual(expected));

  it('has marks, and leaves out paragraphs without words', () => {
    const built = buildDocument(doc(p('a')), [
      { id: 'x', sources: ['a'], text: 'one **two**\nthree' },
      { id: 'y', sources: ['a'], text: ' ' },
    ]);
    expect(built.content).toEqual([
      {
        type: 'paragraph',
        attrs: { id: 'x' },
        content: [
          { type: 'text', text: 'one ' },
          { type: 'text', text: 'two', marks: [{ type: 'bold' }] },
          { type: 'hardBreak' },
          { type: 'text', text: 'three' },
        ],
      },
    ]);
  });

  it('equals the original if every paragraph says the same', () => {
    fc.assert(
      fc.property(writtenDocuments, (source) => {
        const parts = paragraphParts(source);
        const built = buildDocument(
          source,
          parts.map(({ key, text }) => ({ id: key, sources: [key], text })),
        );
        expect(z.safeParse(ChapterDocument, built).success).toBe(true);
        expect(paragraphParts(built)).toEqual(parts);
        const breaksOnce = (text: string) => text.replace(/(\*\*\*\n\n)+/g, '***\n\n');
        expect(plainText(built)).toBe(breaksOnce(plainText(source)).replace(/(\n\n\*\*\*)+$/, '\n\n***'));
      }),
    );
  });

  it('has every paragraph in order, whatever its sources', () => {
    const texts = fc.array(fc.tuple(fc.string(), fc.array(fc.nat({ max: 20 }), { maxLength: 3 })), { maxLength: 12 });
    fc.assert(
      fc.property(writtenDocuments, texts, (source, given) => {
        const paragraphs = given.map(([text, sources], i) => ({
          id: `t${i}`,
          sources: sources.map((n) => `p${n}`),
          text,
        }));
        const built = buildDocument(source, paragraphs);
        expect(z.safeParse(ChapterDocument, built).success).toBe(true);
        const kept = paragraphs.filter(({ text }) => text.trim() !== '').map(({ id }) => id);
        expect(textBlocks(built).flatMap(({ attrs }) => attrs?.id ?? [])).toEqual(kept);
        const kinds = built.content.map(({ type }) => type);
        expect(kinds.some((type, i) => type === 'horizontalRule' && kinds[i + 1] === type)).toBe(false);
      }),
    );
  });
});
