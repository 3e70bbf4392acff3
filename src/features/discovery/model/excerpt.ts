import { fold } from '#core/fold.ts';
import type { Language } from '#core/languages.ts';
import { nameTerm } from './authors.ts';
import { hangulForms } from './hangul.ts';
import { STEM_MIN, type Term } from './search-query.ts';
import { type Stretch, stretches } from './search-words.ts';

/** A piece of a text. Matches are marked. */
export interface ExcerptPiece {
  text: string;
  isHit: boolean;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The maximum length of a word’s ending after its stem. */
const ENDING_MAX = 5;

/** The terms of the query, and the language of the text. */
export interface Sought {
  readonly terms: readonly Term[];
  readonly language: Language;
}

function isInflected(word: string, stem: string): boolean {
  // English changes the y of “ferry” to the i of “ferries”.
  const base = stem.length > 3 ? stem.replace(/i$/, '') : stem;
  return word.startsWith(base) && word.length - base.length <= ENDING_MAX;
}

/** True for a German word that begins or ends with another one. */
function isCompound(word: string, stem: string): boolean {
  if (stem.length < STEM_MIN) return false;
  const at = word.lastIndexOf(stem);
  return at === 0 || (at >= STEM_MIN && word.length - at - stem.length <= ENDING_MAX);
}

function isForm(word: string, { folded, stems, phrase }: Term, language: Language): boolean {
  if (phrase === null ? word.startsWith(folded) : word === folded) return true;
  const stem = stems[language];
  if (!stem) return false;
  return isInflected(word, stem) || (language === 'de' && phrase === null && isCompound(word, stem));
}

/** A character with the marks that change it when it is normalized. */
const CHARACTER = /[^\p{M}ﾞﾟ][\p{M}ﾞﾟ]*/gu;

/** Finds a folded text within a text. `isAt` can refuse a position in the folded text. */
function* spansOf(text: string, sought: readonly string[], isAt = (_folded: string, _at: number) => true) {
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = '';
  for (const { 0: character, index } of text.matchAll(CHARACTER)) {
    const one = fold(character);
    folded += one;
    for (let i = 0; i < one.length; i += 1) {
      starts.push(index);
      ends.push(index + character.length);
    }
  }
  // An empty text is everywhere, and would be found for ever.
  for (const one of sought.filter((text) => text !== ''))
    for (let i = folded.indexOf(one); i >= 0; i = folded.indexOf(one, i + one.length))
      if (isAt(folded, i)) yield { from: starts[i]!, to: ends[i + one.length - 1]! };
}

/** Finds a folded text within a run of characters. Few runs change their length when they are folded. */
function* spansInRun({ at, length, folded }: Stretch, text: string, sought: string): Generator<Span> {
  if (folded.length !== length) {
    for (const { from, to } of spansOf(text.slice(at, at + length), [sought])) yield { from: at + from, to: at + to };
    return;
  }
  for (let i = folded.indexOf(sought); i >= 0; i = folded.indexOf(sought, i + sought.length))
    yield { from: at + i, to: at + i + sought.length };
}

/** Terms without spaces, each with the forms in which it is found: a Korean word also without its particles. */
const formsOf = (terms: readonly Term[]) =>
  terms.flatMap(({ kind, folded }) => {
    if (kind === 'word') return [];
    return [kind === 'hangul' ? hangulForms(folded) : [folded]];
  });

/** Finds terms in a run of characters, in the first form that is there. */
function hitsInRun(run: Stretch, text: string, terms: readonly (readonly string[])[]): Span[] {
  return terms.flatMap((forms) => {
    for (const form of forms) {
      const spans = [...spansInRun(run, text, form)];
      if (spans.length > 0) return spans;
    }
    return [];
  });
}

/** Returns the span of a phrase that ends with the last of these stretches. */
function phraseAt(last: readonly Stretch[], phrase: readonly Term[], language: Language): Span | null {
  const said = last.slice(-phrase.length);
  const isSaid =
    said.length === phrase.length &&
    said.every(({ kind, folded }, i) => kind === 'word' && isForm(folded, phrase[i]!, language));
  const end = said.at(-1);
  return isSaid && end ? { from: said[0]!.at, to: end.at + end.length } : null;
}

/** Finds the words of a query in a text, in text order, up to `max`. */
function hitsIn(text: string, { terms, language }: Sought, max: number): Span[] {
  const hits: Span[] = [];
  const words = terms.filter(({ kind, phrase }) => kind === 'word' && phrase === null);
  const runs = formsOf(terms);
  const inQuotes = terms.filter(({ phrase }) => phrase !== null);
  const phrases = [...Map.groupBy(inQuotes, ({ phrase }) => phrase).values()];
  const longest = Math.max(0, ...phrases.map(({ length }) => length));
  const last: Stretch[] = [];
  for (const stretch of stretches(text)) {
    const { at, length, folded, kind } = stretch;
    if (longest > 0) {
      last.push(stretch);
      if (last.length > longest) last.shift();
      for (const phrase of phrases) hits.push(...[phraseAt(last, phrase, language)].filter((span) => span !== null));
    }
    if (kind === 'word') {
      const term = words.find((candidate) => isForm(folded, candidate, language));
      if (term) {
        // Marks only the typed prefix of a word, but all of an inflected form.
        const isPart = folded.length === length && folded.startsWith(term.folded);
        hits.push({ from: at, to: at + (isPart ? term.folded.length : length) });
      }
    } else if (runs.length > 0) {
      hits.push(...hitsInRun(stretch, text, runs));
    }
    if (hits.length >= max) break;
  }
  return hits.sort((a, b) => a.from - b.from || b.to - a.to);
}

function piecesOf(text: string, hits: readonly Span[], from: number, to: number): ExcerptPiece[] {
  const pieces: ExcerptPiece[] = [];
  let at = from;
  const add = (end: number, isHit: boolean) => {
    if (end > at) pieces.push({ text: text.slice(at, end), isHit });
    at = Math.max(at, end);
  };
  for (const hit of hits) {
    if (hit.from < at || hit.to > to) continue;
    add(hit.from, false);
    add(hit.to, true);
  }
  add(to, false);
  return pieces;
}

const HITS_IN_LINE = 50;

/** A text as one piece without matches. */
export function unmarked(text: string): ExcerptPiece[] {
  return [{ text, isHit: false }];
}

/** A whole short text with its matches. */
export function markedLine(text: string, sought: Sought): ExcerptPiece[] {
  return piecesOf(text, hitsIn(text, sought, HITS_IN_LINE), 0, text.length);
}

/** A member’s name with the terms that it contains. */
export function markedName(name: string, terms: readonly Term[]): ExcerptPiece[] {
  const isPartOrWhole = (folded: string, at: number) => at === 0 || folded[at - 1] === '_';
  const hits = terms.flatMap((term) => {
    const sought = nameTerm(term);
    // A short term or family name is a part of the name, not within one.
    const isShort = term.kind !== 'word' || sought.length < STEM_MIN - 1;
    return [...spansOf(name, [sought], isShort ? isPartOrWhole : undefined)];
  });
  return piecesOf(
    name,
    hits.sort((a, b) => a.from - b.from || b.to - a.to),
    0,
    name.length,
  );
}

/** Maximum number of matches that are compared to find the best excerpt. */
const HITS_IN_TEXT = 200;
const GAP = '…';
/** Scripts without spaces need about half as many characters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const LENGTH = { spaced: 190, dense: 90 } as const;

/** A position to cut at that splits neither words nor characters: the next space if one is near. */
function placeNear(text: string, at: number, step: 1 | -1): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  for (let i = 0, place = at; i < 20 && place > 0 && place < text.length; i += 1, place += step)
    if (/\s/u.test(text[place]!)) return place;
  return /[\udc00-\udfff]/.test(text[at]!) ? at - 1 : at;
}

/** An excerpt around the position with the most terms of the query. The start of the text if there is no match. */
export function excerptOf(text: string, sought: Sought): ExcerptPiece[] {
  const { terms } = sought;
  const hits = hitsIn(text, sought, terms.length > 1 ? HITS_IN_TEXT : 3);
  const isDense =
    (text.slice(0, 400).match(DENSE)?.length ?? 0) > 100 || (text.match(DENSE)?.length ?? 0) * 2 > text.length;
  const length = isDense ? LENGTH.dense : LENGTH.spaced;
  const kindsFrom = (i: number) => {
    const near = hits.slice(i, i + 12).filter(({ to }) => to - hits[i]!.from <= length * 0.7);
    return new Set(near.map(({ from, to }) => fold(text.slice(from, to)))).size;
  };
  let best = 0;
  let most = 0;
  for (let i = 0; i < hits.length && most < terms.length; i += 1) {
    const kinds = kindsFrom(i);
    if (kinds > most) [best, most] = [i, kinds];
  }
  const first = hits[best]?.from ?? 0;
  const begin = placeNear(text, Math.max(0, first - Math.floor(length * 0.3)), 1);
  const from = begin > first ? first : begin;
  const to = Math.max(placeNear(text, from + length, -1), hits[best]?.to ?? 0);
  const pieces = piecesOf(text, hits, from, to).map((piece) => ({ ...piece, text: piece.text.replace(/\s+/gu, ' ') }));
  const before = from > 0 ? [{ text: `${GAP} `, isHit: false }] : [];
  const after = to < text.length ? [{ text: ` ${GAP}`, isHit: false }] : [];
  return joined([...before, ...pieces, ...after]);
}

/** Joins adjacent pieces of the same kind. */
function joined(pieces: readonly ExcerptPiece[]): ExcerptPiece[] {
  const all: ExcerptPiece[] = [];
  for (const { text, isHit } of pieces) {
    const last = all.at(-1);
    if (last?.isHit === isHit) last.text = `${last.text}${text}`.replace(/ {2,}/g, ' ');
    else all.push({ text, isHit });
  }
  return all;
}
