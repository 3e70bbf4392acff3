import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { rounds } from '#testing/rounds.ts';
import {
  type Block,
  countBlocks,
  documentFromPlain,
  EMPTY_DOCUMENT,
  type Inline,
  plainText,
  textBlocks,
  tidyDocument,
} from './document.ts';
import { ChapterDocument } from './document-schema.ts';

const RUNS = rounds(24, 'random texts');
const doc = (...content: unknown[]) => ({ type: 'doc', content });
const text = (value: string, ...marks: unknown[]) => ({
  type: 'text',
  text: value,
  ...(marks.length ? { marks } : {}),
});
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const link = (href: unknown) => ({ type: 'link', attrs: { href } });
const takes = (document: unknown) => z.safeParse(ChapterDocument, document).success;

describe('the schema accepts', () => {
  it.each<[string, unknown]>([
    ['an empty paragraph', doc({ type: 'paragraph' })],
    [
      'paragraphs with ids',
      doc({ type: 'paragraph', attrs: { id: 'a1b2c3d4' } }, { type: 'paragraph', attrs: { id: null } }),
    ],
    [
      'headings of the second and third level',
      doc({ type: 'heading', attrs: { level: 2 } }, { type: 'heading', attrs: { level: 3 } }),
    ],
    [
      'all marks at once',
      doc(paragraph(text('x', { type: 'bold' }, { type: 'italic' }, { type: 'strike' }, link('https://a.example/')))),
    ],
    ['verse', doc(paragraph(text('a'), { type: 'hardBreak' }, text('b')))],
    ['quotes', doc({ type: 'blockquote', content: [paragraph(text('x'))] })],
    [
      'lists',
      doc({ type: 'orderedList', content: [{ type: 'listItem', content: [paragraph(text('x')), paragraph()] }] }),
    ],
    ['scene breaks', doc({ type: 'horizontalRule' })],
    ['HTML as text', doc(paragraph(text('<script>alert(1)</script>')))],
  ])('%s', (_, document) => expect(takes(document)).toBe(true));
});

describe('the schema refuses', () => {
  it.each<[string, unknown]>([
    ['no document', null],
    ['HTML', '<p>x</p>'],
    ['another root', { type: 'paragraph' }],
    ['nothing in it', doc()],
    ['an unknown block', doc({ type: 'image', attrs: { src: 'x' } })],
    ['a block of HTML', doc({ type: 'html', content: '<b>' })],
    ['a code block', doc({ type: 'codeBlock', content: [text('x')] })],
    ['text without a paragraph', doc(text('x'))],
    ['a bare list item', doc({ type: 'listItem', content: [paragraph()] })],
    ['an unknown inline', doc(paragraph({ type: 'mention', attrs: { id: '1' } }))],
    ['a paragraph in a paragraph', doc(paragraph(paragraph()))],
    ['a heading in a quote', doc({ type: 'blockquote', content: [{ type: 'heading', attrs: { level: 2 } }] })],
    [
      'a list in a list',
      doc({ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'bulletList', content: [] }] }] }),
    ],
    ['an empty quote', doc({ type: 'blockquote', content: [] })],
    ['an empty list', doc({ type: 'bulletList', content: [] })],
    ['an empty text', doc(paragraph(text('')))],
    ['a text that is a number', doc(paragraph({ type: 'text', text: 7 }))],
    ['a heading of the first level', doc({ type: 'heading', attrs: { level: 1 } })],
    ['a heading of the fourth level', doc({ type: 'heading', attrs: { level: 4 } })],
    ['a heading without a level', doc({ type: 'heading' })],
    ['an unknown mark', doc(paragraph(text('x', { type: 'underline' })))],
    ['a mark twice', doc(paragraph(text('x', { type: 'bold' }, { type: 'bold' })))],
    ['two links on one text', doc(paragraph(text('x', link('https://a.example/'), link('https://b.example/'))))],
    ['more marks than there are', doc(paragraph(text('x', ...Array(5).fill({ type: 'bold' }))))],
    ['an id with other signs', doc({ type: 'paragraph', attrs: { id: 'a"onload=x' } })],
    ['an id in capitals', doc({ type: 'paragraph', attrs: { id: 'ABC' } })],
    ['an empty id', doc({ type: 'paragraph', attrs: { id: '' } })],
    ['an id that is too long', doc({ type: 'paragraph', attrs: { id: 'a'.repeat(17) } })],
    ['a link without an address', doc(paragraph(text('x', { type: 'link' })))],
  ])('%s', (_, document) => expect(takes(document)).toBe(false));

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>',
    'file:///etc/passwd',
    'ftp://a.example/',
    'mailto:a@b.example',
    'blob:https://a.example/x',
    '//a.example/',
    '/story/1',
    '',
    'a.example',
    'https://',
    'http://[',
    'https://a.example/\u0000',
    'https://a.example/\u0007',
    'https://a.example/\ud800',
    'https://a.example/\nx',
    `https://a.example/${'x'.repeat(483)}`,
    7,
    null,
  ])('the link %j', (href) => expect(takes(doc(paragraph(text('x', link(href)))))).toBe(false));

  it.each([
    'https://a.example',
    'http://a.example/x?y=1#z',
    'HTTPS://A.EXAMPLE/',
    'https://例え.example/道',
    `https://a.example/${'x'.repeat(482)}`,
  ])('but not the link %s', (href) => expect(takes(doc(paragraph(text('x', link(href)))))).toBe(true));

  it('any nesting depth, quickly', () => {
    let deep: unknown = paragraph(text('x'));
    for (let i = 0; i < 5000; i += 1) deep = { type: 'blockquote', content: [deep] };
    const began = performance.now();
    expect(takes(doc(deep))).toBe(false);
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('drops unknown attributes', () => {
    const parsed = z.parse(ChapterDocument, {
      type: 'doc',
      version: 9,
      content: [
        {
          type: 'paragraph',
          attrs: { id: 'a', style: 'x', onclick: 'x' },
          html: '<b>',
          content: [{ ...text('x'), evil: 1 }],
        },
        {
          type: 'heading',
          attrs: { level: 2, class: 'x' },
          content: [text('y', { ...link('https://a.example/'), onclick: 'x' })],
        },
        { type: 'horizontalRule', attrs: { onload: 'x' } },
      ],
    });
    expect(JSON.stringify(parsed)).not.toMatch(/style|onclick|html|evil|class|onload|version/);
    const marks = [{ type: 'link', attrs: { href: 'https://a.example/', onclick: 'x', target: '_top' } }];
    expect(z.parse(ChapterDocument, doc(paragraph({ type: 'text', text: 'x', marks })))).toEqual(
      doc(paragraph(text('x', link('https://a.example/')))),
    );
  });

  it('ignores __proto__ and constructor', () => {
    const parsed = z.parse(
      ChapterDocument,
      JSON.parse('{"type":"doc","__proto__":{"x":1},"content":[{"type":"paragraph","constructor":1}]}'),
    );
    expect(parsed).toEqual(doc({ type: 'paragraph' }));
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('plain text becomes a document', () => {
  const shape = (plain: string) =>
    documentFromPlain(plain).content.map((part) =>
      part.type === 'paragraph'
        ? (part.content ?? []).map((piece) => (piece.type === 'text' ? piece.text : '/')).join('')
        : part.type,
    );
  it.each([
    ['a\n\nb', ['a', 'b']],
    ['a\r\n\r\nb\rc', ['a', 'b/c']],
    ['a\n   \nb', ['a', 'b']],
    ['\n\n\na\n\n\n\n\nb\n\n', ['a', 'b']],
    ['one\ntwo\nthree', ['one/two/three']],
    ['a\n\n***\n\nb', ['a', 'horizontalRule', 'b']],
    ['a\n\n  ***  \n\nb', ['a', 'horizontalRule', 'b']],
    ['a\n***\nb', ['a/***/b']],
    ['<p>x</p>\n\n<script>', ['<p>x</p>', '<script>']],
    [
      '  So much depends\n    upon\n\n  a red wheel\n    barrow',
      ['  So much depends/    upon', '  a red wheel/    barrow'],
    ],
    ['a\u0000b\u0007c\ufeffd\uffff', ['abcd']],
    ['a\ud800b', ['a\ufffdb']],
    ['　　她走了。\n\n　　雨停了。', ['　　她走了。', '　　雨停了。']],
  ])('%j', (plain, expected) => expect(shape(plain)).toEqual(expected));

  it.each(['', ' ', '\n', '\n \n\t\n', '\u0000', '\ufeff'])('%j becomes an empty paragraph', (plain) => {
    expect(documentFromPlain(plain)).toEqual(EMPTY_DOCUMENT);
  });
});

/** Text from people and machines, including what breaks parsers. */
const hostileText = fc.string({
  unit: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom('\n', '\n\n', '\r\n', '\r', ' ', '\t', '　', '***', '\n***\n', '\u2028', '\u00a0'),
    },
    { weight: 4, arbitrary: fc.constantFrom('a', '字', 'か', '글', '🐇', '<b>', '&amp;', '"', '\\', '’') },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '\u0000',
        '\u0007',
        '\u001f',
        '\u007f',
        '\u0085',
        '\ufeff',
        '\ufffe',
        '\u202e',
        '\u200b',
        '\u0301',
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom('\ud800', '\udc00', '\udfff') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  ),
  maxLength: 60,
});

describe('for any text', () => {
  it('converting to a document and back twice changes nothing more', () => {
    fc.assert(
      fc.property(hostileText, (plain) => {
        const once = documentFromPlain(plain);
        expect(documentFromPlain(plainText(once))).toEqual(once);
      }),
      { numRuns: RUNS * 4 },
    );
  });

  it('the document fits the schema, and the database and JSON can store it', () => {
    fc.assert(
      fc.property(hostileText, (plain) => {
        const document = documentFromPlain(plain);
        expect(z.parse(ChapterDocument, document)).toEqual(document);
        expect(tidyDocument(document)).toEqual(document);
        expect(JSON.parse(JSON.stringify(document))).toEqual(document);
        const all = plainText(document);
        expect(all.isWellFormed()).toBe(true);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they must have been removed
        expect(all).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/);
      }),
      { numRuns: RUNS },
    );
  });

  it('no letter is lost or added', () => {
    const visible = (value: string) => value.replace(/[\s*]/g, '');
    const letters = fc.string({
      unit: fc.constantFrom('a', '字', '🐇', ' ', '\n', '\n\n', '　', '***'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(letters, (plain) => {
        expect(visible(plainText(documentFromPlain(plain)))).toBe(visible(plain));
      }),
      { numRuns: RUNS },
    );
  });
});

const inline: fc.Arbitrary<Inline> = fc.oneof(
  {
    weight: 4,
    arbitrary: hostileText.filter((value) => value !== '').map((value): Inline => ({ type: 'text', text: value })),
  },
  { weight: 1, arbitrary: fc.constant<Inline>({ type: 'hardBreak' }) },
);
const paragraphs = fc.array(inline, { maxLength: 4 }).map((content) => ({ type: 'paragraph' as const, content }));
const blocks: fc.Arbitrary<Block> = fc.oneof(
  paragraphs,
  fc.record({
    type: fc.constant('heading' as const),
    attrs: fc.record({ level: fc.constantFrom(2 as const, 3 as const) }),
    content: fc.array(inline, { maxLength: 3 }),
  }),
  fc.record({
    type: fc.constant('blockquote' as const),
    content: fc.array(paragraphs, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    type: fc.constantFrom('bulletList' as const, 'orderedList' as const),
    content: fc.array(
      fc.record({
        type: fc.constant('listItem' as const),
        content: fc.array(paragraphs, { minLength: 1, maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  fc.constant<Block>({ type: 'horizontalRule' }),
);
const documents = fc
  .array(blocks, { minLength: 1, maxLength: 6 })
  .map((content): ChapterDocument => ({ type: 'doc', content }));

describe('for any document of the editor', () => {
  it('cleaning keeps its structure, its marks and every letter that can be stored', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const tidy = tidyDocument(document);
        expect(z.safeParse(ChapterDocument, tidy).success).toBe(true);
        expect(tidyDocument(tidy)).toEqual(tidy);
        expect(textBlocks(tidy)).toHaveLength(textBlocks(document).length);
        expect(countBlocks(tidy)).toBe(countBlocks(document));
        expect(JSON.stringify(tidy).isWellFormed()).toBe(true);
        expect(JSON.stringify(tidy)).not.toMatch(/\\u00(0|1)|\\ud[89a-f]/);
      }),
      { numRuns: RUNS },
    );
  });

  it('converting its plain text keeps the text', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const plain = plainText(tidyDocument(document));
        const again = plainText(documentFromPlain(plain));
        expect(again.replace(/\s/g, '')).toBe(plain.replace(/\s/g, ''));
      }),
      { numRuns: RUNS },
    );
  });
});
