import { tidyText } from '#core/text.ts';
import type { Block, ChapterDocument, Heading, Inline, Paragraph } from './document-schema.ts';

/** Functions for reading a chapter's text. Its schema is in a separate file, because only validation needs it. */
export type { Block, ChapterDocument, DocumentMark, Inline, Paragraph } from './document-schema.ts';

/** A block that contains text, at any level. */
export type TextBlock = Paragraph | Heading;

export const EMPTY_DOCUMENT: ChapterDocument = { type: 'doc', content: [{ type: 'paragraph' }] };

/** Returns the blocks that contain text, in reading order, including those in quotes and lists. */
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

/** Counts the blocks, including each one in quotes and lists. */
export function countBlocks(document: ChapterDocument): number {
  return document.content.reduce(
    (count, part) => count + (part.type === 'horizontalRule' ? 1 : textBlocks({ type: 'doc', content: [part] }).length),
    0,
  );
}

/** Returns the text of one block. A hard break becomes a line feed. */
export function blockText(part: TextBlock): string {
  return (part.content ?? []).map((piece) => (piece.type === 'text' ? piece.text : '\n')).join('');
}

export const SCENE_BREAK = '***';

/** Returns the whole text without marks: blocks separated by blank lines, a scene break as three asterisks. */
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

/** Returns the text with the URL after each link, because reviewers must see where it leads. */
export function textWithAddresses(document: ChapterDocument): string {
  const withAddresses = (pieces: Inline[]) =>
    pieces.flatMap((piece, i): Inline[] => {
      const address = addressOf(piece);
      // A link whose formatting changes consists of several pieces.
      const isEnd = address !== null && address !== addressOf(pieces[i + 1]);
      return isEnd ? [piece, { type: 'text', text: ` <${address}>` }] : [piece];
    });
  return plainText(
    mapTextBlocks(document, (part) => (part.content ? { ...part, content: withAddresses(part.content) } : part)),
  );
}

/** Splits plain text into paragraphs at blank lines. Indents are kept. */
export function plainParagraphs(text: string): string[] {
  return tidyText(text)
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((piece) => piece.replace(/^\n+|\n+$/g, ''))
    .filter((piece) => piece.trim() !== '');
}

/**
 * Converts plain text to a document: paragraphs separated by blank lines, single line feeds as hard breaks, `***` as a
 * scene break. Indents are kept, because verse and Chinese prose use them.
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

/** Cleans every text of the document: no control characters, no lone surrogates. Letters stay as typed. */
export function tidyDocument(document: ChapterDocument): ChapterDocument {
  const tidyInline = (pieces: Inline[] | undefined) =>
    pieces
      ?.map((piece) => (piece.type === 'text' ? { ...piece, text: tidyText(piece.text).replaceAll('\n', ' ') } : piece))
      .filter((piece) => piece.type !== 'text' || piece.text !== '');
  return mapTextBlocks(document, (part) =>
    part.content ? { ...part, content: tidyInline(part.content) ?? [] } : part,
  );
}

/** Maps every block that contains text, keeping the structure. */
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
