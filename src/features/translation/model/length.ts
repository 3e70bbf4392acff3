import type { Language } from '#core/languages.ts';
import { lengthOf } from '#core/text.ts';
import { plainWordsOf } from './inline-markup.ts';

/** Characters that a text takes in each language for each one it takes in English, as prose mostly does. */
const TYPICAL_LENGTH: Record<Language, number> = {
  en: 1,
  de: 1.1,
  fr: 1.08,
  es: 1.05,
  pt: 1.03,
  ko: 0.5,
  ja: 0.45,
  zh: 0.32,
};

/** From whose language into whose. */
export interface LanguagePair {
  source: Language;
  target: Language;
}

/** Shares of the expected length below and above which a person should look. */
const SHORT = 0.4;
const LONG = 2.5;
/** What is shorter than this, measured in English, may be anything: "No." or "Certainly not, my dear." */
const TOO_SHORT_TO_TELL = 20;

/** How long a text is, in characters of English that would say as much. Addresses of links do not count. */
export function lengthInEnglish(text: string, language: Language): number {
  return lengthOf(plainWordsOf(text).trim()) / TYPICAL_LENGTH[language];
}

/** Is a translation much shorter or longer than such texts are? A hint, never a bound. */
export function isFarFromSource(source: string, target: string, languages: LanguagePair): 'short' | 'long' | null {
  const expected = lengthInEnglish(source, languages.source);
  const length = lengthInEnglish(target, languages.target);
  if (expected < TOO_SHORT_TO_TELL) return null;
  if (length < expected * SHORT) return 'short';
  return length > expected * LONG ? 'long' : null;
}
