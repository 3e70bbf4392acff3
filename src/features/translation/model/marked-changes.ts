import type { Language } from '#core/languages.ts';
import { type DiffPiece, differences } from '#features/chapters/model/compare-documents.ts';
import type { Inline } from '#features/chapters/model/document.ts';
import { parseMarked } from './inline-markup.ts';

/** A stretch of two texts, with the marks that it has in the one it is from; in the later one where both have it. */
export interface MarkedChange {
  side: DiffPiece['side'];
  pieces: Inline[];
}

const wordsOf = (piece: Inline) => (piece.type === 'text' ? piece.text : '\n');
const plain = (pieces: readonly Inline[]) => pieces.map(wordsOf).join('');

const addressOf = (piece: Inline | undefined): string | null =>
  (piece?.type === 'text' && piece.marks?.find((mark) => mark.type === 'link')?.attrs.href) || null;

/** The pieces of a marked text, with the address of every link behind its words. */
export function withAddresses(text: string): Inline[] {
  const pieces = parseMarked(text);
  return pieces.flatMap((piece, i): Inline[] => {
    const address = addressOf(piece);
    const isShown = address !== null && address !== addressOf(pieces[i + 1]);
    return isShown ? [piece, { type: 'text', text: ` (${address})` }] : [piece];
  });
}

/** The words are the same, what is emphasized or where links lead is not. */
export function isOnlyForm(before: string, now: string): boolean {
  return before !== now && plain(parseMarked(before)) === plain(parseMarked(now));
}

/** What two marked texts differ by, word by word, addresses of links among them. Words are compared without their marks. */
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

/** The pieces between two places, counted as they read; a hard break is one sign. */
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
