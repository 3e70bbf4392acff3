import type { Language } from '#core/languages.ts';
import { differences, type Piece } from '#features/chapters/model/compare-documents.ts';
import type { Inline } from '#features/chapters/model/document.ts';
import { parseMarked } from './marked-text.ts';

/** A stretch of two texts, with the marks that it has in the one it is from; in the later one where both have it. */
export interface MarkedChange {
  side: Piece['side'];
  pieces: Inline[];
}

const wordsOf = (piece: Inline) => (piece.type === 'text' ? piece.text : '\n');

/** What two marked texts differ by, word by word. Words are compared without their marks. */
export function markedChanges(before: string, now: string, language: Language): MarkedChange[] {
  const texts = { a: parseMarked(before), b: parseMarked(now) };
  const at = { a: 0, b: 0 };
  const plain = (pieces: readonly Inline[]) => pieces.map(wordsOf).join('');
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
