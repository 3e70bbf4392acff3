import { useMemo } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { COUNTRIES, countryName } from '../model/law.ts';

/** Returns the countries with their names in a language, in its order. The European Union comes first. */
export function useCountries(language: Language): readonly { code: string; name: string }[] {
  return useMemo(() => {
    const tag = LANGUAGE_TAGS[language];
    const [union, ...countries] = COUNTRIES.map((code) => ({ code, name: countryName(code, tag) }));
    const { compare } = new Intl.Collator(tag);
    return [...(union ? [union] : []), ...countries.sort((a, b) => compare(a.name, b.name))];
  }, [language]);
}
