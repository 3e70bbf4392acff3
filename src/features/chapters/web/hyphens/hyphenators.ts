import type { Language } from '#core/languages.ts';
import type { Hyphenate } from '../hyphenation.ts';

/** Soft hyphens are only added to longer words: browsers wrap all others well enough at spaces. */
const LONGEST_WHOLE = 12;
/** Anything longer isn’t a word, and the patterns take quadratic time. */
const LONGEST_WORD = 60;
/** A word that isn’t part of an address, a handle or a number. */
const WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}@/._-])\\p{L}{${LONGEST_WHOLE + 1},${LONGEST_WORD}}(?![\\p{L}\\p{N}@/_]|[.:]\\p{L})`,
  'gu',
);
const SOFT_HYPHEN = '\u00ad';
const REMEMBERED = 5000;

type Patterns = typeof import('hyphen/en-us/index.js');

/** Patterns are loaded when a text in their language is shown for the first time, because they take memory. */
const PATTERNS: Partial<Record<Language, () => Promise<{ readonly default: Patterns }>>> = {
  en: () => import('hyphen/en-us/index.js'),
  de: () => import('hyphen/de/index.js'),
  fr: () => import('hyphen/fr/index.js'),
  es: () => import('hyphen/es/index.js'),
  pt: () => import('hyphen/pt/index.js'),
};

const loaded = new Map<Language, Promise<Hyphenate>>();

/** Returns functions that add soft hyphens to long words, for those of the languages that are hyphenated. */
export async function loadHyphenators(languages: readonly Language[]): Promise<ReadonlyMap<Language, Hyphenate>> {
  const entries = languages.flatMap((language) => {
    const load = PATTERNS[language];
    if (!load) return [];
    const hyphenate = loaded.get(language) ?? load().then(({ default: patterns }) => hyphenatorWith(patterns));
    loaded.set(language, hyphenate);
    return [hyphenate.then((ready) => [language, ready] as const)];
  });
  return new Map(await Promise.all(entries));
}

function hyphenatorWith({ hyphenateSync }: Patterns): Hyphenate {
  const known = new Map<string, string>();
  const hyphenated = (word: string) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const after = hyphenateSync(word, { hyphenChar: SOFT_HYPHEN, minWordLength: LONGEST_WHOLE + 1 });
    if (known.size >= REMEMBERED) known.clear();
    known.set(word, after);
    return after;
  };
  // Authors may have written soft hyphens themselves.
  return (text) => (text.includes(SOFT_HYPHEN) ? text : text.replace(WORDS, hyphenated));
}
