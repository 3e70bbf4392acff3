import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChapterDocument, type Paragraph, textBlocks } from '#features/chapters/model/document.ts';
import { parseMarked } from './inline-markup.ts';
import { writtenDocuments } from './model.test-kit.ts';
import { chapterParts, paragraphParts, storyParts, textOf, textsOf } from './source-parts.ts';

const p = (id: string, text: string): Paragraph => ({
  type: 'paragraph',
  attrs: { id },
  content: [{ type: 'text', text }],
});
const document: ChapterDocument = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { id: 'h', level: 2 }, content: [{ type: 'text', text: 'A heading' }] },
    p('p', 'Words'),
    { type: 'horizontalRule' },
    { type: 'paragraph', attrs: { id: 'blank' } },
    p('white', '  '),
    { type: 'paragraph', content: [{ type: 'text', text: 'Not stored yet' }] },
    { type: 'blockquote', content: [p('q', 'Quoted'), p('r', 'More of it')] },
    { type: 'orderedList', content: [{ type: 'listItem', content: [p('i', 'One point')] }] },
    {
      type: 'paragraph',
      attrs: { id: 'm' },
      content: [
        { type: 'text', text: 'Bold', marks: [{ type: 'bold' }] },
        { type: 'hardBreak' },
        { type: 'text', text: 'verse' },
      ],
    },
  ],
};

describe('the parts to translate', () => {
  it('are the title and description of a story', () => {
    expect(storyParts({ title: 'T', description: 'D' })).toEqual([
      { key: '@title', kind: 'title', text: 'T' },
      { key: '@summary', kind: 'description', text: 'D' },
    ]);
  });
  it('are those of a chapter in reading order, with the choice if there is one', () => {
    const chapter = { title: 'T', summary: 'S', choice: null, document };
    expect(chapterParts(chapter)).toEqual([
      { key: '@title', kind: 'title', text: 'T' },
      { key: '@summary', kind: 'summary', text: 'S' },
      { key: 'h', kind: 'heading', text: 'A heading' },
      { key: 'p', kind: 'paragraph', text: 'Words' },
      { key: 'q', kind: 'quote', text: 'Quoted' },
      { key: 'r', kind: 'quote', text: 'More of it' },
      { key: 'i', kind: 'item', text: 'One point' },
      { key: 'm', kind: 'paragraph', text: '**Bold**\nverse' },
    ]);
    expect(chapterParts({ ...chapter, choice: 'Go on' })[2]).toEqual({ key: '@choice', kind: 'choice', text: 'Go on' });
    expect(chapterParts({ ...chapter, choice: '' })).toEqual(chapterParts(chapter));
  });
  it('have the words of each paragraph', () => {
    fc.assert(
      fc.property(writtenDocuments, (given) => {
        const parts = paragraphParts(given);
        expect(parts.map(({ key }) => key)).toEqual(textBlocks(given).map(({ attrs }) => attrs?.id));
        expect(parts.map(({ text }) => parseMarked(text))).toEqual(textBlocks(given).map(({ content }) => content));
      }),
    );
  });
  it('may have keys that every object has', () => {
    const texts = textsOf([{ key: 'a', kind: 'paragraph', text: 'A' }]);
    expect(['a', 'b', 'constructor'].map((key) => textOf(texts, key))).toEqual(['A', undefined, undefined]);
  });
});
