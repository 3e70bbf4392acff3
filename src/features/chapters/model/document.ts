import * as z from 'zod/mini';
import { tidyText } from '#core/fields.ts';
import { LINK_MAX } from './chapter-limits.ts';

/**
 * A chapter's text: a document of the editor's schema. Blocks are paragraphs, headings, quotes, lists and scene breaks;
 * marks are bold, italic, strike and link. Everything is checked here, attributes too, since the editor's own check does
 * not look at them. HTML is never taken.
 */

/** Every paragraph and heading has an id that stays with it: translations and what became of it hang on it. */
const blockId = z.string().check(z.regex(/^[a-z0-9]{1,16}$/));
const attributesWithId = z.object({ id: z.optional(z.nullable(blockId)) });

/** An address that a link may have: the web alone. */
export const isWebAddress = (href: string) => {
  // The parser lets pass what the database cannot hold.
  if (!href.isWellFormed() || /\p{Cc}/u.test(href)) return false;
  try {
    return /^https?:$/.test(new URL(href).protocol);
  } catch {
    return false;
  }
};

const mark = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bold') }),
  z.object({ type: z.literal('italic') }),
  z.object({ type: z.literal('strike') }),
  z.object({
    type: z.literal('link'),
    attrs: z.object({
      href: z.string().check(z.maxLength(LINK_MAX), z.refine(isWebAddress, { error: 'link_invalid' })),
    }),
  }),
]);
export type DocumentMark = z.output<typeof mark>;

/** The editor knows each mark once per text; a link in a link would not even be HTML. */
const marks = z.array(mark).check(
  z.maxLength(4),
  z.refine((given) => new Set(given.map(({ type }) => type)).size === given.length),
);

const inline = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: z.string().check(z.minLength(1)),
    marks: z.optional(marks),
  }),
  z.object({ type: z.literal('hardBreak') }),
]);
export type Inline = z.output<typeof inline>;

const paragraph = z.object({
  type: z.literal('paragraph'),
  attrs: z.optional(attributesWithId),
  content: z.optional(z.array(inline)),
});
export type Paragraph = z.output<typeof paragraph>;

const heading = z.object({
  type: z.literal('heading'),
  attrs: z.object({ id: z.optional(z.nullable(blockId)), level: z.literal([2, 3]) }),
  content: z.optional(z.array(inline)),
});
const blockquote = z.object({ type: z.literal('blockquote'), content: z.array(paragraph).check(z.minLength(1)) });
const listItem = z.object({ type: z.literal('listItem'), content: z.array(paragraph).check(z.minLength(1)) });
const list = z.object({
  type: z.literal(['bulletList', 'orderedList']),
  content: z.array(listItem).check(z.minLength(1)),
});
const sceneBreak = z.object({ type: z.literal('horizontalRule') });

const block = z.discriminatedUnion('type', [paragraph, heading, blockquote, list, sceneBreak]);
export type Block = z.output<typeof block>;

export const ChapterDocument = z.object({
  type: z.literal('doc'),
  content: z.array(block).check(z.minLength(1)),
});
export type ChapterDocument = z.output<typeof ChapterDocument>;

/** A block that carries text, wherever it stands. */
export type TextBlock = Paragraph | z.output<typeof heading>;

export const EMPTY_DOCUMENT: ChapterDocument = { type: 'doc', content: [{ type: 'paragraph' }] };

/** The blocks that carry text, in reading order, out of quotes and lists too. */
export function textBlocks(document: ChapterDocument): TextBlock[] {
  return document.content.flatMap((part): TextBlock[] => {
    switch (part.type) {
      case 'paragraph':
      case 'heading':
        return [part];
      case 'blockquote':
        return part.content;
      case 'horizontalRule':
        return [];
      default:
        return part.content.flatMap((item) => item.content);
    }
  });
}

/** How many blocks there are, those in quotes and lists one by one. */
export function countBlocks(document: ChapterDocument): number {
  return document.content.reduce(
    (count, part) => count + (part.type === 'horizontalRule' ? 1 : textBlocks({ type: 'doc', content: [part] }).length),
    0,
  );
}

/** The text of one block; a hard break is a line feed. */
export function blockText(part: TextBlock): string {
  return (part.content ?? []).map((piece) => (piece.type === 'text' ? piece.text : '\n')).join('');
}

export const SCENE_BREAK = '***';

/** The whole text without marks: blocks divided by a blank line, a scene break as three asterisks. */
export function plainText(document: ChapterDocument): string {
  return document.content
    .flatMap((part) =>
      part.type === 'horizontalRule' ? [SCENE_BREAK] : textBlocks({ type: 'doc', content: [part] }).map(blockText),
    )
    .join('\n\n');
}

function addressOf(piece: Inline | undefined): string | null {
  const link = piece?.type === 'text' ? piece.marks?.find((given) => given.type === 'link') : undefined;
  return link ? new URL(link.attrs.href).href : null;
}

/** The whole text with the address of each link behind it: whoever judges a text must see where it leads. */
export function textWithAddresses(document: ChapterDocument): string {
  const withAddresses = (pieces: Inline[]) =>
    pieces.flatMap((piece, i): Inline[] => {
      const address = addressOf(piece);
      // A link in which the form changes is several pieces.
      const isEnd = address !== null && address !== addressOf(pieces[i + 1]);
      return isEnd ? [piece, { type: 'text', text: ` <${address}>` }] : [piece];
    });
  return plainText(
    mapTextBlocks(document, (part) => (part.content ? { ...part, content: withAddresses(part.content) } : part)),
  );
}

/** The paragraphs of plain text: divided by blank lines, their indents kept. */
export function plainParagraphs(text: string): string[] {
  return tidyText(text)
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((piece) => piece.replace(/^\n+|\n+$/g, ''))
    .filter((piece) => piece.trim() !== '');
}

/**
 * A document of plain text: paragraphs divided by blank lines, single line feeds as hard breaks, `***` as scene break.
 * Indents stay, as verse and Chinese prose have them.
 */
export function documentFromPlain(text: string): ChapterDocument {
  const content = plainParagraphs(text).map((piece): Block => {
    if (piece.trim() === SCENE_BREAK) return { type: 'horizontalRule' };
    const lines = piece.split('\n');
    const parts = lines.flatMap((line, i): Inline[] => [
      ...(i > 0 ? [{ type: 'hardBreak' } as const] : []),
      ...(line === '' ? [] : [{ type: 'text', text: line } as const]),
    ]);
    return { type: 'paragraph', content: parts };
  });
  return content.length > 0 ? { type: 'doc', content } : EMPTY_DOCUMENT;
}

/** The document with every text tidied: no control characters, no lone surrogates; letters stay as they were typed. */
export function tidyDocument(document: ChapterDocument): ChapterDocument {
  const tidyInline = (pieces: Inline[] | undefined) =>
    pieces
      ?.map((piece) => (piece.type === 'text' ? { ...piece, text: tidyText(piece.text).replaceAll('\n', ' ') } : piece))
      .filter((piece) => piece.type !== 'text' || piece.text !== '');
  return mapTextBlocks(document, (part) =>
    part.content ? { ...part, content: tidyInline(part.content) ?? [] } : part,
  );
}

/** The document with every text-carrying block replaced, its shape kept. */
export function mapTextBlocks(document: ChapterDocument, change: <B extends TextBlock>(part: B) => B): ChapterDocument {
  const content = document.content.map((part): Block => {
    switch (part.type) {
      case 'paragraph':
      case 'heading':
        return change(part);
      case 'blockquote':
        return { ...part, content: part.content.map(change) };
      case 'horizontalRule':
        return part;
      default:
        return { ...part, content: part.content.map((item) => ({ ...item, content: item.content.map(change) })) };
    }
  });
  return { ...document, content };
}
