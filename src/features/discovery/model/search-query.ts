import { LANGUAGES, type Language } from '#core/languages.ts';
import { LANGUAGE_MARK, pairsOf, type Stretch, stretches, TITLE_MARK } from './search-words.ts';

/** What somebody looks for, taken apart, and as the index is asked for it. */

/** More words than these say no more. */
const TERMS_MAX = 12;
/** From here on a stem may be the beginning of a longer word of a title: "lemon" of "Lemonade". */
const STEM_MIN = 4;

/** One word of a query. */
export interface Term {
  readonly folded: string;
  readonly kind: Stretch['kind'];
  /** Its form without ending in each language; null where the language has it everywhere, as English "the". */
  readonly stems: Readonly<Partial<Record<Language, string | null>>>;
}

/** The words of a query, each once. Stems are found by the database (`withStems`). */
export function termsOf(q: string): Term[] {
  const terms = new Map<string, Term>();
  for (const { folded, kind } of stretches(q)) {
    if (terms.size === TERMS_MAX) break;
    terms.set(folded, { folded, kind, stems: {} });
  }
  return [...terms.values()];
}

/** Particles that a Korean word may end with: what it is about stands before them. */
const PARTICLE = /(?:으로|에서|은|는|이|가|을|를|에|의|로|와|과|도|만)$/;

const lexeme = (mark: string, text: string, isPrefix: boolean) => `'${mark}${text}'${isPrefix ? ':*' : ''}`;
const all = (parts: readonly string[]) => `(${parts.join(' & ')})`;
const any = (parts: readonly string[]) => `(${[...new Set(parts)].join(' | ')})`;

/** Stretches of characters by their pairs; a single one by whatever begins with it. */
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

/** Each language with the words that its texts keep. */
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
  /** `tsquery`s for titles and for whole texts. */
  readonly title: string;
  readonly text: string;
}

/** The questions to the index; null where there is no word in the query. */
export function askedFor(terms: readonly Term[]): Asked | null {
  if (terms.length === 0) return null;
  const title = all(terms.map(inTitle));
  return { title, text: inTexts(terms) ?? title };
}

/** Of shorter stretches half is another word: what is left of 孟子 is every child. */
const NEAR_MIN = 3;

/**
 * Titles in which one character is another: each pair but those with that character. Null for wishes without a stretch
 * that is long enough to tell.
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
/** Shorter words are too near to each other. */
const TYPO_MIN = 4;

/** What was meant, if one letter of a word is wrong; likelier slips first: swapped, left out, one too many, another. */
export function slipsOf(word: string): string[] {
  if (word.length < TYPO_MIN || !/^[a-z]+$/.test(word)) return [];
  const cuts = [...Array(word.length + 1).keys()].map((i) => [word.slice(0, i), word.slice(i)] as const);
  const ways = [
    cuts.flatMap(([a, b]) => (b.length > 1 ? [a + b[1] + b[0] + b.slice(2)] : [])),
    cuts.flatMap(([a, b]) => LETTERS.map((letter) => a + letter + b)),
    cuts.flatMap(([a, b]) => (b ? [a + b.slice(1)] : [])),
    cuts.flatMap(([a, b]) => (b ? LETTERS.map((letter) => a + letter + b.slice(1)) : [])),
  ];
  // Hardly anyone misses the first letter.
  const slips = new Set(ways.flat().sort((a, b) => Number(b[0] === word[0]) - Number(a[0] === word[0])));
  slips.delete(word);
  return [...slips];
}
