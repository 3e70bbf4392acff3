import { DEFAULT_LANGUAGE, type Language } from '#core/languages.ts';

/**
 * What a reader gets (product §7): the language asked for, else English, else what the text was written in. A translation
 * into the language that the text has itself is no version of it.
 */
export function languageShown(asked: Language, original: Language, translated: Iterable<Language>): Language {
  const there = new Set(translated);
  return wantedLanguages(asked, original).find((language) => there.has(language)) ?? original;
}

/** The languages whose translation would be shown in the place of the original, the best one first. */
export function wantedLanguages(asked: Language, original: Language): Language[] {
  if (asked === original) return [];
  return asked === DEFAULT_LANGUAGE || original === DEFAULT_LANGUAGE ? [asked] : [asked, DEFAULT_LANGUAGE];
}
