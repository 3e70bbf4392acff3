import type { Language } from '#core/languages.ts';
import { type DiffPiece, differences } from '#features/chapters/model/compare-documents.ts';
import type { Inline } from '#features/chapters/model/document.ts';
import { parseMarked } from './inline-markup.ts';

/** A run of text with its marks. If both versions have it, with the marks of the later one. */
export interface MarkedChange {
  side: DiffPiece['side'];
  pieces: Inline[];
}

const wordsOf = (piece: Inline) => (piece.type === 'text' ? piece.text : '\n');
const plain = (pieces: readonly Inline[]) => pieces.map(wordsOf).join('');

const addressOf = (piece: Inline | undefined): string | null =>
  (piece?.type === 'text' && piece.marks?.find((mark) => mark.type === 'link')?.attrs.href) || null;

/** The pieces of a marked text, with the address of each link after its words. */
export function withAddresses(text: string): Inline[] {
  const pieces = parseMarked(text);
  return pieces.flatMap((piece, i): Inline[] => {
    const address = addressOf(piece);
    const isShown = address !== null && address !== addressOf(pieces[i + 1]);
    return isShown ? [piece, { type: 'text', text: ` (${address})` }] : [piece];
  });
}

/** True if only marks or link addresses differ, not the words. */
export function isOnlyForm(before: string, now: string): boolean {
  return before !== now && plain(parseMarked(before)) === plain(parseMarked(now));
}

/**
 * The differences of two marked texts, word by word, including addresses of links. Words are compared without their
 * marks.
 */
export function markedChanges(before: string, now: string, language: Language): MarkedChange[] {
  const texts = { a: withAddresses(before), b: withAddresses(now) };
  const at = { a: 0, b: 0 };
  return differences(plain(texts.a), plain(texts.b), language).map(({ text, side }) => {
    const from = { ...at };
    if (side !== 'b') at.a += text.length;
    if (side !== 'a') at.b += text.length;
    const shown = side === 'a' ? 'a' : 'b';
    return { side, pieces: cut(texts[shown], from[shown], at[shown]) };
  });
}

/** The pieces between two offsets in the plain text. A hard break counts as one character. */
function cut(pieces: readonly Inline[], from: number, to: number): Inline[] {
  const kept: Inline[] = [];
  let start = 0;
  for (const piece of pieces) {
    const text = wordsOf(piece);
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    if (part !== '') kept.push(piece.type === 'text' ? { ...piece, text: part } : piece);
    start += text.length;
  }
  return kept;
}
