import type { Language } from '#core/languages.ts';
import type { Term } from './search-query.ts';
import { fold, stretches } from './search-words.ts';

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

function isForm(word: string, { folded, stems }: Term, language: Language): boolean {
  if (word.startsWith(folded)) return true;
  const stem = stems[language];
  if (!stem) return false;
  // English changes the y of “ferry” to the i of “ferries”.
  const base = stem.length > 3 ? stem.replace(/i$/, '') : stem;
  return word.startsWith(base) && word.length - base.length <= ENDING_MAX;
}

/** Finds the words of a query in a text, in text order, up to `max`. */
function hitsIn(text: string, { terms, language }: Sought, max: number): Span[] {
  const hits: Span[] = [];
  const words = terms.filter(({ kind }) => kind === 'word');
  const characters = terms.filter(({ kind }) => kind !== 'word');
  for (const { at, length, folded, kind } of stretches(text)) {
    if (kind === 'word') {
      const term = words.find((candidate) => isForm(folded, candidate, language));
      if (term) {
        // Marks only the typed prefix of a word, but all of an inflected form.
        const isPart = folded.length === length && folded.startsWith(term.folded);
        hits.push({ from: at, to: at + (isPart ? term.folded.length : length) });
      }
    } else if (folded.length === length) {
      for (const term of characters) {
        for (let i = folded.indexOf(term.folded); i >= 0; i = folded.indexOf(term.folded, i + term.folded.length))
          hits.push({ from: at + i, to: at + i + term.folded.length });
      }
    }
    if (hits.length >= max) break;
  }
  return hits.sort((a, b) => a.from - b.from);
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
