import type { Language } from '#core/languages.ts';

/**
 * Splits texts and queries for search: into words for scripts with spaces, and into pairs of characters for scripts
 * without, and for Korean, where particles are attached to words. Index and queries must use the same rules.
 */

/** Letters that Unicode normalization doesn’t decompose. Spelled out, so that “ss” finds “ß”. */
const SPELT: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ð: 'd', þ: 'th' };

/** Normalizes text for search: lower case, without accents, uniform width, katakana as hiragana. */
export function fold(text: string): string {
  return text
    .toWellFormed()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøłđıðþ]/g, (letter) => SPELT[letter] ?? letter)
    .normalize('NFC')
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

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
    if (folded === '') continue;
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

export interface Words {
  readonly words: string[];
  readonly pairs: string[];
}

/** The distinct words and pairs of a text for the index. */
export function searchWordsOf(text: string): Words {
  const words = new Set<string>();
  const pairs = new Set<string>();
  for (const { folded, kind } of stretches(text)) {
    if (kind === 'word') words.add(folded);
    else for (const pair of pairsOf(folded)) pairs.add(pair);
  }
  return { words: [...words], pairs: [...pairs] };
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
