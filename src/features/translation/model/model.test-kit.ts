import fc from 'fast-check';
import { type Block, type ChapterDocument, mapTextBlocks, type Paragraph } from '#features/chapters/model/document.ts';

const paragraph = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map(
    (text): Paragraph => ({ type: 'paragraph', content: [{ type: 'text', text: `w${text}`.replaceAll('\n', ' ') }] }),
  );
const paragraphs = fc.array(paragraph, { minLength: 1, maxLength: 3 });

const block = fc.oneof<fc.Arbitrary<Block>[]>(
  paragraph,
  paragraph.map((given) => ({ ...given, type: 'heading', attrs: { level: 2 } }) as const),
  paragraphs.map((content) => ({ type: 'blockquote', content }) as const),
  fc.array(paragraphs, { minLength: 1, maxLength: 3 }).map((items) => ({
    type: 'orderedList' as const,
    content: items.map((content) => ({ type: 'listItem' as const, content })),
  })),
  fc.constant({ type: 'horizontalRule' } as const),
);

/** Gives each paragraph an id: the prefix and its number. */
export function numbered(document: ChapterDocument, sign: string): ChapterDocument {
  let count = 0;
  return mapTextBlocks(document, (part) => {
    const id = `${sign}${count}`;
    count += 1;
    return { ...part, attrs: { ...part.attrs, id } };
  });
}

/** Documents of up to 30 paragraphs with words, of every kind, with the ids p0, p1, … */
export const writtenDocuments = fc
  .tuple(fc.array(block, { maxLength: 8 }), paragraph, fc.array(block, { maxLength: 4 }))
  .map(([before, some, after]) => numbered({ type: 'doc', content: [...before, some, ...after] }, 'p'));
