import { useMemo } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';
import { COUNTRIES, countryName } from '../model/law.ts';

/** Returns a function that names countries in the language of the page. */
export function useCountryName(): (code: string) => string {
  const tag = LANGUAGE_TAGS[useLanguage()];
  return (code) => countryName(code, tag);
}

/** The countries as options of a select, by name. The European Union comes first. */
export function CountryOptions() {
  const tag = LANGUAGE_TAGS[useLanguage()];
  const sorted = useMemo(() => {
    const [union = '', ...countries] = COUNTRIES;
    const named = (code: string) => ({ code, name: countryName(code, tag) });
    const { compare } = new Intl.Collator(tag);
    return [named(union), ...countries.map(named).sort((a, b) => compare(a.name, b.name))];
  }, [tag]);
  return sorted.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));
}
