const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** Shorter words are too similar to each other. */
const TYPO_MIN = 3;

/**
 * Returns the possible corrections of a word with one wrong letter, likelier ones first: swapped, missing, extra or
 * replaced letter. None has fewer than three letters.
 */
export function slipsOf(word: string): string[] {
  if (word.length < TYPO_MIN || !/^[a-z]+$/.test(word)) return [];
  const cuts = [...Array(word.length + 1).keys()].map((i) => [word.slice(0, i), word.slice(i)] as const);
  const ways = [
    cuts.flatMap(([a, b]) => (b.length > 1 ? [a + b[1] + b[0] + b.slice(2)] : [])),
    cuts.flatMap(([a, b]) => LETTERS.map((letter) => a + letter + b)),
    cuts.flatMap(([a, b]) => (b ? [a + b.slice(1)] : [])),
    cuts.flatMap(([a, b]) => (b ? LETTERS.map((letter) => a + letter + b.slice(1)) : [])),
  ];
  // The first letter is seldom wrong.
  const slips = new Set(ways.flat().sort((a, b) => Number(b[0] === word[0]) - Number(a[0] === word[0])));
  slips.delete(word);
  return [...slips].filter((slip) => slip.length >= TYPO_MIN);
}

/** The corrections of one word that are tried. Short words have many. */
const CORRECTIONS = 24;
/** The queries that are tried. */
const QUERIES = 48;

/**
 * Returns corrected queries, likelier ones first. `known` has the words that occur in texts. Words that occur nowhere
 * are replaced. If all words occur, but never together, one of them is.
 */
export function correctedQueries(words: readonly string[], known: ReadonlySet<string>): string[] {
  const corrections = words.map((word) =>
    slipsOf(word)
      .filter((slip) => known.has(slip))
      .slice(0, CORRECTIONS),
  );
  const unknown = words.flatMap((word, i) => (!known.has(word) && corrections[i]!.length > 0 ? [i] : []));
  const typed = words.join(' ');
  const queries =
    unknown.length > 0
      ? combined(words, unknown, corrections)
      : words.flatMap((_, i) => combined(words, [i], corrections));
  return [...new Set(queries)].filter((q) => q !== typed).slice(0, QUERIES);
}

/** Replaces the words at these positions, each with its likeliest correction first. */
function combined(
  words: readonly string[],
  at: readonly number[],
  corrections: readonly (readonly string[])[],
): string[] {
  let queries: (readonly string[])[] = [words];
  for (const i of at)
    queries = corrections[i]!.flatMap((word) => queries.map((query) => query.with(i, word))).slice(0, QUERIES);
  return queries.map((query) => query.join(' '));
}
