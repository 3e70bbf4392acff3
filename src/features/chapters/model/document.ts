import { tidyText } from '#core/text.ts';
import type { Block, ChapterDocument, Heading, Inline, Paragraph } from './document-schema.ts';

/** Functions for reading a chapter's text. Its schema is in a separate file, because only validation needs it. */
export type { Block, ChapterDocument, DocumentMark, Inline, Paragraph } from './document-schema.ts';

/** A block that carries text, wherever it stands. */
export type TextBlock = Paragraph | Heading;

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
