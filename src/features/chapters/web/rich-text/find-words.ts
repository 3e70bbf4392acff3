/** An occurrence in a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Folds case and compatibility forms, letter by letter, so that positions in the result are positions in the text. A
 * letter that would change its length stays the same.
 */
function folded(text: string): string {
  return Array.from(text, (letter) => {
    const plain = letter.normalize('NFKC').toLowerCase();
    return plain.length === letter.length ? plain : letter;
  }).join('');
}

/** Returns all occurrences in a text, ignoring case and width. They don’t overlap. */
export function occurrencesOf(words: string, text: string): Span[] {
  const wanted = folded(words);
  const within = folded(text);
  const found: Span[] = [];
  if (wanted === '') return found;
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + wanted.length))
    found.push({ from: at, to: at + wanted.length });
  return found;
}
