import type { Language } from '#core/languages.ts';
import type { Translate } from '#core/messages.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';

/** Returns the UI texts of a language, to find elements by name. */
export function wordsOf(language: Language): Translate {
  return translatorOf(language).t;
}
