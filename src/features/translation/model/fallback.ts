import { DEFAULT_LANGUAGE, type Language } from '#core/languages.ts';

/**
 * Returns the language that a reader gets (product §7): the requested one, otherwise English, otherwise the original. A
 * translation into the original’s own language is ignored.
 */
export function languageShown(asked: Language, original: Language, translated: Iterable<Language>): Language {
  const there = new Set(translated);
  return wantedLanguages(asked, original).find((language) => there.has(language)) ?? original;
}

/** The languages whose translation would be shown instead of the original, best first. */
export function wantedLanguages(asked: Language, original: Language): Language[] {
  if (asked === original) return [];
  return asked === DEFAULT_LANGUAGE || original === DEFAULT_LANGUAGE ? [asked] : [asked, DEFAULT_LANGUAGE];
}
