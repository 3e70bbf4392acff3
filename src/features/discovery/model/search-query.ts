import { LANGUAGES, type Language } from '#core/languages.ts';
import { hangulForms } from './hangul.ts';
import {
  AUTHOR_MARK,
  BACKWARD_MARK,
  LANGUAGE_MARK,
  pairsOf,
  type Stretch,
  stretches,
  TITLE_MARK,
  triplesOf,
} from './search-words.ts';

/** A search query, split into terms, and as queries of the index. */

/** Further words of a query are ignored. */
const TERMS_MAX = 12;
/** From this length on, a stem also matches as a prefix of a longer word in a title: “lemon” in “Lemonade”. */
export const STEM_MIN = 4;

/** One term of a query. */
export interface Term {
  readonly folded: string;
  readonly kind: Stretch['kind'];
  /** Its stem in each language. Null if it is a stop word there, such as English “the”. */
  readonly stems: Readonly<Partial<Record<Language, string | null>>>;
  /** The number of the phrase in quotes that it belongs to, from 1. Null if it isn’t in quotes. */
  readonly phrase: number | null;
}

/** Text in the quotation marks of any language: in a pair, or between two of the same mark. */
const QUOTED = /["„“”«»„‟〝〞＂「」『』]([^"„“”«»‟〝〞＂「」『』]+)["“”«»‟〝〞＂」』]/gu;

/**
 * Returns the terms of a query, distinct except in phrases. Words in quotes are a phrase: they must follow each other.
 * The database adds their stems (`withStems`).
 */
export function termsOf(q: string): Term[] {
  const all: Term[] = [];
  const add = (text: string, phrase: number | null) => {
    for (const { folded, kind } of stretches(text)) {
      const isKnown = phrase === null && all.some((term) => term.phrase === null && term.folded === folded);
      if (!isKnown && all.length < TERMS_MAX) all.push({ folded, kind, stems: {}, phrase });
    }
  };
  let at = 0;
  let phrases = 0;
  for (const { 0: quote, 1: inside, index } of q.matchAll(QUOTED)) {
    add(q.slice(at, index), null);
    add(inside!, isPhrase(inside!) ? ++phrases : null);
    at = index + quote.length;
  }
  add(q.slice(at), null);
  return all;
}

/** The index knows the order of words only. Runs of characters are found as they are written anyway. */
function isPhrase(text: string): boolean {
  const inside = [...stretches(text)];
  return inside.length > 1 && inside.every(({ kind }) => kind === 'word');
}

const lexeme = (mark: string, text: string, isPrefix: boolean) => `'${mark}${text}'${isPrefix ? ':*' : ''}`;
const all = (parts: readonly string[]) => `(${parts.join(' & ')})`;
const any = (parts: readonly string[]) => `(${[...new Set(parts)].join(' | ')})`;
const inLanguage = (language: Language, stem: string, isPrefix = false) =>
  lexeme('', `${language}${LANGUAGE_MARK}${stem}`, isPrefix);

/** The terms in groups: those of a phrase together, the others alone. */
function groupsOf(terms: readonly Term[]): (readonly Term[])[] {
  return [...Map.groupBy(terms, (term) => term.phrase ?? term).values()];
}

/** Matches words that follow each other. The ones that have no lexeme can be any word. */
function inOrder(lexemes: readonly (string | null)[]): string | null {
  let query = '';
  let distance = 0;
  for (const one of lexemes) {
    distance += 1;
    if (one === null) continue;
    query += query === '' ? one : ` <${distance}> ${one}`;
    distance = 0;
  }
  return query === '' ? null : `(${query})`;
}

/** Matches a run of characters by its triples, a shorter one by its pair, and a single one as the beginning of a pair. */
function ofCharacters(characters: string, mark: string): string {
  const triples = triplesOf(characters);
  if (triples.length > 0) return all(triples.map((triple) => lexeme(mark, triple, false)));
  const [pair = ''] = pairsOf(characters);
  return lexeme(mark, pair, pair === [...pair][0]);
}

/** A Korean word is found by its shortest form, which is in all others. */
function unspaced({ kind, folded }: Term, mark: string): string {
  return ofCharacters(kind === 'hangul' ? hangulForms(folded).at(-1)! : folded, mark);
}

/** Matches one group in the texts of a language. Null if it consists of stop words. */
function inText(group: readonly Term[], language: Language): string | null {
  const [first] = group as [Term, ...Term[]];
  if (first.kind !== 'word') return unspaced(first, '');
  return inOrder(
    group.map(({ stems }) => {
      const stem = stems[language];
      return stem ? inLanguage(language, stem) : null;
    }),
  );
}

/** For each language, the terms that aren’t stop words there. */
function inTexts(terms: readonly Term[]): string | null {
  const ways = LANGUAGES.flatMap((language) => {
    const told = groupsOf(terms).flatMap((group) => inText(group, language) ?? []);
    return told.length > 0 ? [all(told)] : [];
  });
  return ways.length > 0 ? any(ways) : null;
}

/** The stems by which a word is also found as the beginning of a longer word in a title. */
export function titleStems({ stems }: Term): string[] {
  return Object.values(stems).filter((stem): stem is string => stem !== null && stem.length >= STEM_MIN);
}

function titleForms(term: Term): string {
  if (term.kind !== 'word') return unspaced(term, TITLE_MARK);
  return any([term.folded, ...titleStems(term)].map((form) => lexeme(TITLE_MARK, form, true)));
}

function inTitle(group: readonly Term[]): string {
  const [first] = group as [Term, ...Term[]];
  if (group.length === 1) return titleForms(first);
  return inOrder(group.map(({ folded }) => lexeme(TITLE_MARK, folded, false)))!;
}

export interface Asked {
  /** `tsquery` strings for titles and for whole texts. */
  readonly title: string;
  readonly text: string;
  /** The words of all phrases in any order, if the query has a phrase: the index alone can find these. */
  readonly loose: { readonly title: string; readonly text: string } | null;
  /** German texts with compounds that contain the words. Null if the words can’t be a part of one. */
  readonly compounds: string | null;
}

const asTexts = (terms: readonly Term[]) => {
  const title = all(groupsOf(terms).map(inTitle));
  return { title, text: inTexts(terms) ?? title };
};

/** Returns the index queries, or null if the query has no words. */
export function askedFor(terms: readonly Term[]): Asked | null {
  if (terms.length === 0) return null;
  const alone = terms.map((term) => ({ ...term, phrase: null }));
  const hasPhrase = terms.some(({ phrase }) => phrase !== null);
  return {
    ...asTexts(terms),
    loose: hasPhrase ? asTexts(alone) : null,
    compounds: hasPhrase ? null : inCompounds(terms),
  };
}

const isPart = ({ kind, stems: { de } }: Term) => kind === 'word' && (de?.length ?? 0) >= STEM_MIN;

/** Matches German words that begin or end with the terms: “Lampe” in “Lampenschirm” and “Glühlampe”. */
function inCompounds(terms: readonly Term[]): string | null {
  if (!terms.some(isPart)) return null;
  const ways = terms.flatMap((term) => {
    const stem = term.stems.de;
    if (term.kind !== 'word' || !isPart(term)) return inText([term], 'de') ?? [];
    const backward = [...stem!].reverse().join('');
    return any([inLanguage('de', stem!, true), lexeme('', `de${BACKWARD_MARK}${backward}`, true)]);
  });
  return all(ways);
}

/** For each term, the ids of the authors whose name contains it. */
export type AuthorIds = ReadonlyMap<Term, readonly string[]>;

/**
 * Returns the query for stories by their authors, or by authors and words of the title together. Null if no author has
 * one of the terms in their name.
 */
export function askedByAuthor(terms: readonly Term[], authors: AuthorIds): string | null {
  if ([...authors.values()].every((ids) => ids.length === 0)) return null;
  const ways = groupsOf(terms).map((group) => {
    const ids = (authors.get(group[0]!) ?? []).filter((id) =>
      group.every((term) => authors.get(term)?.includes(id) ?? false),
    );
    return any([inTitle(group), ...ids.map((id) => lexeme(AUTHOR_MARK, id, false))]);
  });
  return all(ways);
}

/** For shorter runs, half of it is another word: what remains of 孟子 matches every child. */
const NEAR_MIN = 3;

/**
 * Queries for titles that differ in one character: all pairs except those with that character. Null if no run is long
 * enough.
 */
export function askedForNear(terms: readonly Term[]): Asked | null {
  const ways = terms.map((term) => {
    if (term.kind === 'word') return titleForms(term);
    const characters = [...term.folded];
    const pairs = pairsOf(term.folded).slice(0, -1);
    const others = characters
      .map((_, i) => pairs.filter((_pair, at) => at !== i && at !== i - 1))
      .filter((rest) => rest.length > 0)
      .map((rest) => all(rest.map((pair) => lexeme(TITLE_MARK, pair, false))));
    return others.length > 0 ? any(others) : ofCharacters(term.folded, TITLE_MARK);
  });
  const isNear = terms.some(({ kind, folded }) => kind !== 'word' && [...folded].length >= NEAR_MIN);
  return isNear ? { title: all(ways), text: all(ways), loose: null, compounds: null } : null;
}
