import {
  type Block,
  type ChapterDocument,
  EMPTY_DOCUMENT,
  type Paragraph,
  type TextBlock,
} from '#features/chapters/model/document.ts';

type Quote = Extract<Block, { type: 'blockquote' }>;
type List = Extract<Block, { type: 'bulletList' | 'orderedList' }>;
type SceneBreak = Extract<Block, { type: 'horizontalRule' }>;

/** The quote or list that a paragraph is in, by its index among the blocks, and the index of the list item. */
export interface Container {
  type: Quote['type'] | List['type'];
  at: number;
  item: number;
}

/** A block taken out of its container. Quotes and lists contain only paragraphs. */
export type Leaf = { block: TextBlock | SceneBreak; place: null } | { block: Paragraph; place: Container };

/** The blocks of a text in reading order. Those in quotes and lists are returned one by one. */
export function leavesOf(document: ChapterDocument): Leaf[] {
  return document.content.flatMap((part, at): Leaf[] => {
    switch (part.type) {
      case 'blockquote':
        return part.content.map((block) => ({ block, place: { type: part.type, at, item: 0 } }));
      case 'bulletList':
      case 'orderedList':
        return part.content.flatMap(({ content }, item) =>
          content.map((block) => ({ block, place: { type: part.type, at, item } })),
        );
      default:
        return [{ block: part, place: null }];
    }
  });
}

/** Builds a document from such blocks. Consecutive ones of the same quote, list or item are put together again. */
export function documentOf(leaves: readonly Leaf[]): ChapterDocument {
  const content: Block[] = [];
  let last: Container | null = null;
  for (const { block, place } of leaves) {
    if (place === null) content.push(block);
    else if (last?.at === place.at) append(content.at(-1) as Quote | List, block, last.item === place.item);
    else content.push(begin(place.type, block));
    last = place;
  }
  return content.length > 0 ? { type: 'doc', content } : EMPTY_DOCUMENT;
}

function begin(type: Container['type'], block: Paragraph): Block {
  return type === 'blockquote'
    ? { type, content: [block] }
    : { type, content: [{ type: 'listItem', content: [block] }] };
}

function append(into: Quote | List, block: Paragraph, isSameItem: boolean): void {
  if (into.type === 'blockquote') into.content.push(block);
  else if (isSameItem) into.content.at(-1)!.content.push(block);
  else into.content.push({ type: 'listItem', content: [block] });
}

/** Id of a block. Null for scene breaks. */
export function idOf({ block }: Leaf): string | null {
  return block.type === 'horizontalRule' ? null : (block.attrs?.id ?? null);
}
