import { fold } from '#core/fold.ts';
import { usernameKey } from '#features/accounts/model/identity.ts';
import { hangulForms } from './hangul.ts';
import { type AuthorIds, type Term, titleStems } from './search-query.ts';
import { stretches } from './search-words.ts';

/** A member whose name has one of the terms of a query. */
export interface Named {
  readonly id: string;
  readonly username: string;
}

/** Shorter terms are found as a part of a name only if they are written without spaces. */
const INFIX_MIN = 3;
/** Scripts in which names are short. Family names have one or two characters. */
const isUnspaced = ({ kind }: Term) => kind !== 'word';
/** A name as the database compares it (`fold_name`). */
export const foldedName = (username: string) => fold(usernameKey(username));
/** A term as it would be in a name. */
export const nameTerm = (term: Term) => foldedName(term.folded);
const joined = (terms: readonly Term[]) => terms.map(nameTerm).join('_');

/**
 * True if a term can be looked up by itself. “R” of “R_Castellan” would find everyone with this initial, so it only
 * counts beside another term of the same name.
 */
export function isSought(term: Term): boolean {
  return isUnspaced(term) || [...nameTerm(term)].length >= INFIX_MIN;
}

/** Returns whether a part of a name begins with a term, or a longer one is anywhere in it. */
function hasTerm(key: string, term: Term): boolean {
  const sought = nameTerm(term);
  const parts = [...key.split('_'), key.replaceAll('_', '')];
  const isAnywhere = !isUnspaced(term) && [...sought].length >= INFIX_MIN;
  return parts.some((part) => (isAnywhere ? part.includes(sought) : part.startsWith(sought)));
}

/** Returns for each term whose names contain it. Terms of a phrase must be there in their order. */
export function authorsWith(terms: readonly Term[], named: readonly Named[]): AuthorIds {
  const phrases = Map.groupBy(terms, ({ phrase }) => phrase);
  const keys = named.map(({ id, username }) => ({ id, key: foldedName(username) }));
  const isIn = (key: string, term: Term) =>
    term.phrase === null ? hasTerm(key, term) : key.includes(joined(phrases.get(term.phrase)!));
  return new Map(terms.map((term) => [term, keys.filter(({ key }) => isIn(key, term)).map(({ id }) => id)]));
}

/** Returns the ids of those whose names have all terms. */
export function withAllTerms(terms: readonly Term[], authors: AuthorIds): string[] {
  const [first = [], ...rest] = terms.map((term) => authors.get(term) ?? []);
  return first.filter((id) => rest.every((ids) => ids.includes(id)));
}

/** Returns whether a title contains a term, as in the index. */
function titleHas(title: string, term: Term): boolean {
  const words = [...stretches(title)].map(({ folded }) => folded);
  if (term.kind !== 'word') return hangulForms(term.folded).some((form) => words.some((word) => word.includes(form)));
  return [term.folded, ...titleStems(term)].some((form) => words.some((word) => word.startsWith(form)));
}

/** Returns the terms that aren’t in any of these names. */
export function termsInNoName(terms: readonly Term[], named: readonly Named[]): Term[] {
  const byTerm = authorsWith(terms, named);
  return terms.filter((term) => byTerm.get(term)!.length === 0);
}

/** Returns whether each term is in the name of one of these authors, or in one of these titles. */
export function isByAuthors(terms: readonly Term[], authors: readonly Named[], titles: readonly string[]): boolean {
  if (authors.length === 0) return false;
  return termsInNoName(terms, authors).every((term) => titles.some((title) => titleHas(title, term)));
}

/** Maximum number of names whose work is counted. */
const COUNTED = 20;

/** Returns the names that are most like the query, shorter ones first, and the id of the one that is the whole query. */
export function bestNames(terms: readonly Term[], named: readonly Named[]): { best: Named[]; wholeId: string | null } {
  const whole = terms.map(nameTerm).join('');
  const letters = ({ username }: Named) => foldedName(username).replaceAll('_', '');
  const best = named.toSorted((a, b) => letters(a).length - letters(b).length).slice(0, COUNTED);
  return { best, wholeId: best.find((name) => letters(name) === whole)?.id ?? null };
}
