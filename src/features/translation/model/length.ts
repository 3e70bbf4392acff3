import type { Language } from '#core/languages.ts';
import { lengthOf } from '#core/text.ts';
import { plainWordsOf } from './inline-markup.ts';

/** Typical number of characters per character of English, for prose. */
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

/** The languages of the original and the translation. */
export interface LanguagePair {
  source: Language;
  target: Language;
}

/** Ratios to the expected length outside of which the translator gets a hint. */
const SHORT = 0.4;
const LONG = 2.5;
/** Texts shorter than this, measured in English, may have any length: “No.” or “Certainly not, my dear.” */
const TOO_SHORT_TO_TELL = 20;

/** Length of a text, in characters of equivalent English. Addresses of links don’t count. */
export function lengthInEnglish(text: string, language: Language): number {
  return lengthOf(plainWordsOf(text).trim()) / TYPICAL_LENGTH[language];
}

/** Tells whether a translation is unusually short or long for its original. Only a hint, never a limit. */
export function isFarFromSource(source: string, target: string, languages: LanguagePair): 'short' | 'long' | null {
  const expected = lengthInEnglish(source, languages.source);
  const length = lengthInEnglish(target, languages.target);
  if (expected < TOO_SHORT_TO_TELL) return null;
  if (length < expected * SHORT) return 'short';
  return length > expected * LONG ? 'long' : null;
}
