import type { Language } from '#core/languages.ts';
import type { Translate } from '#core/messages.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';

/** The sentences that the pages show in a language, to find things by their names. */
export function wordsOf(language: Language): Translate {
  return translatorOf(language).t;
}
