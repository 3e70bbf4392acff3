import type { Language } from '#core/languages.ts';

/**
 * How search cuts texts and wishes: words in scripts with spaces, pairs of characters in those without, and in Korean,
 * where particles hang on the words. One rule for the index and for what is looked for, or nothing would be found.
 */

/** Letters that no normal form takes apart. One by one, so that "ss" finds "ß". */
const SPELT: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ð: 'd', þ: 'th' };

/** Text as search compares it: small letters without accents and of one width, katakana as hiragana. */
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
/** A stretch of one kind of script: characters of the unspaced ones, syllables of Korean, or a word. */
const STRETCH = new RegExp(`${UNSPACED}+|${HANGUL}+|[[\\p{L}\\p{M}\\p{N}]--[${UNSPACED}${HANGUL}]]+`, 'gv');
const IN_PAIRS = new RegExp(`^(?:${UNSPACED}|${HANGUL})`, 'v');
const IN_HANGUL = new RegExp(`^${HANGUL}`, 'v');

/** Longer ones are no words, and make the index large. */
const WORD_MAX = 40;

export interface Stretch {
  /** Where it stands in the text, in UTF-16 units. */
  readonly at: number;
  readonly length: number;
  readonly folded: string;
  readonly kind: 'word' | 'characters' | 'hangul';
}

/** The words of a text and its stretches of characters, in their order. */
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

/** Each character with the next one, and the last alone, so that every character begins a piece. */
export function pairsOf(characters: string): string[] {
  const all = [...characters];
  return all.map((character, i) => character + (all[i + 1] ?? ''));
}

export interface Words {
  readonly words: string[];
  readonly pairs: string[];
}

/** What of a text goes into the index, each once. */
export function searchWordsOf(text: string): Words {
  const words = new Set<string>();
  const pairs = new Set<string>();
  for (const { folded, kind } of stretches(text)) {
    if (kind === 'word') words.add(folded);
    else for (const pair of pairsOf(folded)) pairs.add(pair);
  }
  return { words: [...words], pairs: [...pairs] };
}

/** A title as it is compared with a whole query. */
export function titleKey(text: string): string {
  return [...stretches(text)].map(({ folded }) => folded).join(' ');
}

/** PostgreSQL's rules for the endings of words, which leave out words as "the"; languages without any keep words as they are. */
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

/** In the index a word stands with its language, or the "red" of Spanish "redes" would be found in English. */
export const LANGUAGE_MARK = '~';

/** Marks the words of a title in the index; no word begins with it. */
export const TITLE_MARK = '=';
