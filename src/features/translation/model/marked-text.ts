import type { Inline } from '#features/chapters/model/document.ts';

/** A paragraph's words with their marks written out, and back. */
export function printMarked(pieces: readonly Inline[]): string {
  return pieces.map((piece) => (piece.type === 'text' ? piece.text : '\n')).join('');
}

export function parseMarked(text: string): Inline[] {
  return text === '' ? [] : [{ type: 'text', text }];
}
