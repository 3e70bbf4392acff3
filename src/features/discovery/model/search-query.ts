import { LANGUAGES, type Language } from '#core/languages.ts';
import { LANGUAGE_MARK, pairsOf, type Stretch, stretches, TITLE_MARK } from './search-words.ts';

/** A search query, split into terms, and as queries of the index. */

/** Further words of a query are ignored. */
const TERMS_MAX = 12;
/** From this length on, a stem also matches as a prefix of a longer word in a title: “lemon” in “Lemonade”. */
const STEM_MIN = 4;

/** One term of a query. */
export interface Term {
  readonly folded: string;
  readonly kind: Stretch['kind'];
  /** Its stem in each language. Null if it is a stop word there, such as English “the”. */
  readonly stems: Readonly<Partial<Record<Language, string | null>>>;
}

/** Returns the distinct terms of a query. The database adds their stems (`withStems`). */
export function termsOf(q: string): Term[] {
  const terms = new Map<string, Term>();
  for (const { folded, kind } of stretches(q)) {
    if (terms.size === TERMS_MAX) break;
    terms.set(folded, { folded, kind, stems: {} });
  }
  return [...terms.values()];
}

/** Particles at the end of a Korean word. The part before them is what matters. */
const PARTICLE = /(?:으로|에서|은|는|이|가|을|를|에|의|로|와|과|도|만)$/;

const lexeme = (mark: string, text: string, isPrefix: boolean) => `'${mark}${text}'${isPrefix ? ':*' : ''}`;
const all = (parts: readonly string[]) => `(${parts.join(' & ')})`;
const any = (parts: readonly string[]) => `(${[...new Set(parts)].join(' | ')})`;

/** Matches a run of characters by its pairs, and a single character as a prefix. */
function ofCharacters(characters: string, mark: string): string {
  const pairs = pairsOf(characters);
  if (pairs.length === 1) return lexeme(mark, characters, true);
  return all(pairs.slice(0, -1).map((pair) => lexeme(mark, pair, false)));
}

function ofHangul(word: string, mark: string): string {
  const bare = word.replace(PARTICLE, '');
  const isShort = [...bare].length < 2;
  return bare === word || isShort
    ? ofCharacters(word, mark)
    : any([ofCharacters(word, mark), ofCharacters(bare, mark)]);
}

function inText(term: Term, language: Language): string | null {
  if (term.kind === 'hangul') return ofHangul(term.folded, '');
  if (term.kind === 'characters') return ofCharacters(term.folded, '');
  const stem = term.stems[language];
  return stem ? lexeme('', `${language}${LANGUAGE_MARK}${stem}`, false) : null;
}

/** For each language, the terms that aren’t stop words there. */
function inTexts(terms: readonly Term[]): string | null {
  const ways = LANGUAGES.flatMap((language) => {
    const told = terms.flatMap((term) => inText(term, language) ?? []);
    return told.length > 0 ? [all(told)] : [];
  });
  return ways.length > 0 ? any(ways) : null;
}

function inTitle(term: Term): string {
  if (term.kind === 'hangul') return ofHangul(term.folded, TITLE_MARK);
  if (term.kind === 'characters') return ofCharacters(term.folded, TITLE_MARK);
  const stems = Object.values(term.stems).filter((stem): stem is string => stem !== null && stem.length >= STEM_MIN);
  return any([term.folded, ...stems].map((form) => lexeme(TITLE_MARK, form, true)));
}

export interface Asked {
  /** `tsquery` strings for titles and for whole texts. */
  readonly title: string;
  readonly text: string;
}

/** Returns the index queries, or null if the query has no words. */
export function askedFor(terms: readonly Term[]): Asked | null {
  if (terms.length === 0) return null;
  const title = all(terms.map(inTitle));
  return { title, text: inTexts(terms) ?? title };
}

/** For shorter runs, half of it is another word: what remains of 孟子 matches every child. */
const NEAR_MIN = 3;

/**
 * Queries for titles that differ in one character: all pairs except those with that character. Null if no run is long
 * enough.
 */
export function askedForNear(terms: readonly Term[]): Asked | null {
  const ways = terms.map((term) => {
    if (term.kind === 'word') return inTitle(term);
    const characters = [...term.folded];
    const pairs = pairsOf(term.folded).slice(0, -1);
    const others = characters
      .map((_, i) => pairs.filter((_pair, at) => at !== i && at !== i - 1))
      .filter((rest) => rest.length > 0)
      .map((rest) => all(rest.map((pair) => lexeme(TITLE_MARK, pair, false))));
    return others.length > 0 ? any(others) : ofCharacters(term.folded, TITLE_MARK);
  });
  const isNear = terms.some(({ kind, folded }) => kind !== 'word' && [...folded].length >= NEAR_MIN);
  return isNear ? { title: all(ways), text: all(ways) } : null;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** Shorter words are too similar to each other. */
const TYPO_MIN = 4;

/**
 * Returns the possible corrections of a word with one wrong letter, likelier ones first: swapped, missing, extra or
 * replaced letter.
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
  return [...slips];
}
