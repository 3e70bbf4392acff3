import { fold } from '#core/fold.ts';
import type { Language } from '#core/languages.ts';

/**
 * Splits texts and queries for search: into words for scripts with spaces, and into runs of characters for scripts
 * without, and for Korean, where particles are attached to words. Index and queries must use the same rules.
 */

const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々〆〇ﾞﾟ]';
const HANGUL = '\\p{Script=Hangul}';
/** A run of one kind of script: unspaced characters, Korean syllables, or a word. */
const STRETCH = new RegExp(`${UNSPACED}+|${HANGUL}+|[[\\p{L}\\p{M}\\p{N}]--[${UNSPACED}${HANGUL}]]+`, 'gv');
const IN_PAIRS = new RegExp(`^(?:${UNSPACED}|${HANGUL})`, 'v');
const IN_HANGUL = new RegExp(`^${HANGUL}`, 'v');

/** Longer ones are not words, and would bloat the index. */
const WORD_MAX = 40;

export interface Stretch {
  /** Position in the text, in UTF-16 units. */
  readonly at: number;
  readonly length: number;
  readonly folded: string;
  readonly kind: 'word' | 'characters' | 'hangul';
}

/** The words and runs of characters of a text, in order. */
export function* stretches(text: string): Generator<Stretch> {
  for (const { 0: found, index: at } of text.matchAll(STRETCH)) {
    const folded = fold(found);
    // Some letters are only a mark with a space, such as U+037A. Nothing that can be searched for remains of them.
    if (folded.trim() === '') continue;
    const kind = IN_HANGUL.test(found) ? 'hangul' : IN_PAIRS.test(found) ? 'characters' : 'word';
    yield {
      at,
      length: found.length,
      folded: kind === 'word' ? [...folded].slice(0, WORD_MAX).join('') : folded,
      kind,
    };
  }
}

/** Each character with the next one, and the last one alone, so that every character starts a pair. */
export function pairsOf(characters: string): string[] {
  const all = [...characters];
  return all.map((character, i) => character + (all[i + 1] ?? ''));
}

/** Prefix of three characters in the index. Otherwise a search for one character would read these, too. */
const TRIPLE_MARK = '#';

/**
 * Each character with the next two. A run of three or more characters is found by these: its pairs could also be in
 * different places of a text.
 */
export function triplesOf(characters: string): string[] {
  const all = [...characters];
  return all.slice(0, -2).map((character, i) => `${TRIPLE_MARK}${character}${all[i + 1]}${all[i + 2]}`);
}

/** The last position of a word that PostgreSQL can store is 16383. Longer texts start again at 1. */
const PLACES = 16_000;
/** PostgreSQL stores no more positions of a word. */
const PLACES_OF_WORD = 255;

export interface Words {
  /** The distinct words, each with its positions in ascending order, for phrases. */
  readonly words: ReadonlyMap<string, readonly number[]>;
  /** The distinct pairs and triples of the runs of characters. */
  readonly pieces: readonly string[];
}

/** The distinct pieces of a text are counted up to this one: a `tsvector` holds at most a megabyte. */
const PIECES_MAX = 40_000;

/** The distinct words and pieces for the index. No phrase continues from one of the texts in the next. */
export function searchWordsOf(...texts: readonly string[]): Words {
  const words = new Map<string, Set<number>>();
  const pieces = new Set<string>();
  let count = 0;
  for (const text of texts) {
    for (const { folded, kind } of stretches(text)) {
      count += 1;
      if (kind === 'word') {
        const places = words.get(folded) ?? new Set();
        words.set(folded, places);
        if (places.size < PLACES_OF_WORD) places.add((count % PLACES) + 1);
      } else {
        for (const piece of [...pairsOf(folded), ...triplesOf(folded)]) if (pieces.size < PIECES_MAX) pieces.add(piece);
      }
    }
    count += 1;
  }
  const sorted = [...words].map(([word, places]) => [word, [...places].sort((a, b) => a - b)] as const);
  return { words: new Map(sorted), pieces: [...pieces] };
}

/** Normalizes a title for comparison with a whole query. */
export function titleKey(text: string): string {
  return [...stretches(text)].map(({ folded }) => folded).join(' ');
}

/** PostgreSQL’s stemmers, which also drop stop words such as “the”. Languages without one keep words unchanged. */
export const STEMMERS: Record<Language, string> = {
  en: 'english_stem',
  zh: 'simple',
  de: 'german_stem',
  fr: 'french_stem',
  ko: 'simple',
  pt: 'portuguese_stem',
  ja: 'simple',
  es: 'spanish_stem',
};

/**
 * In the index each word is followed by its language. Otherwise the “red” of Spanish “redes” would be found in English.
 */
export const LANGUAGE_MARK = '~';

/** Prefix of the words of a title in the index. No word starts with it. */
export const TITLE_MARK = '=';

/** Prefix of the id of an author in the index of a story. */
export const AUTHOR_MARK = '@';

/**
 * Between the language and a German word spelled backward, by whose beginning the last part of a compound is found:
 * “Lampe” in “Glühlampe”.
 */
export const BACKWARD_MARK = '<';
/** Shorter words are not indexed backward: they are rarely compounds. */
export const COMPOUND_MIN = 8;
