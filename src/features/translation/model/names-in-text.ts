/** Scripts that separate words with spaces. In them, a term matches only whole words. */
const SPACED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]$/u;

/** A match of a glossary term in a text. */
export interface NamePlace<Name> {
  from: number;
  to: number;
  name: Name;
}

const escaped = (term: string) => term.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function patternOf(term: string): RegExp {
  const letters = [...term];
  const bound = (letter: string | undefined) => letter !== undefined && SPACED.test(letter);
  const word = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{N}]';
  const start = bound(letters[0]) ? `(?<!${word})` : '';
  const end = bound(letters.at(-1)) ? `(?!${word})` : '';
  return new RegExp(`${start}${escaped(term)}${end}`, 'giu');
}

/**
 * Returns a function that finds glossary terms: the first match of each, in the order of the text. Of overlapping
 * matches, the longest wins.
 */
export function nameFinder<Name extends { term: string }>(names: readonly Name[]): (text: string) => NamePlace<Name>[] {
  const patterns = names.map((name) => ({ name, pattern: patternOf(name.term) }));
  return (text) => {
    const found = patterns.flatMap(({ name, pattern }) =>
      [...text.matchAll(pattern)].map((match) => ({ from: match.index, to: match.index + match[0].length, name })),
    );
    const longestFirst = found.sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from);
    const taken: NamePlace<Name>[] = [];
    for (const place of longestFirst) {
      if (taken.every(({ from, to }) => place.to <= from || place.from >= to)) taken.push(place);
    }
    const said = new Set<Name>();
    return taken.sort((a, b) => a.from - b.from).filter(({ name }) => !said.has(name) && said.add(name));
  };
}
