import { LANGUAGE_NAMES, LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';

/** Returns a function that lists the names of languages, each in its own words, separated as in the language of the page. */
export function useLanguageList(): (languages: readonly Language[]) => string {
  const list = new Intl.ListFormat(LANGUAGE_TAGS[useLanguage()], { style: 'narrow' });
  return (languages) => list.format(languages.map((language) => LANGUAGE_NAMES[language]));
}
