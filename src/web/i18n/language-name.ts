import { LANGUAGE_NAMES, LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { useLanguage } from './i18n.tsx';

/** Cached, because creating one is expensive and lists need one for every row. */
const known = new Map<Language, Intl.DisplayNames>();

function namesIn(language: Language): Intl.DisplayNames {
  let names = known.get(language);
  if (!names) {
    names = new Intl.DisplayNames([LANGUAGE_TAGS[language]], { type: 'language', fallback: 'none' });
    known.set(language, names);
  }
  return names;
}

/** Returns the name of any language in one of ours. Null if it is unknown. */
export function languageName(code: string, inWordsOf: Language): string | null {
  try {
    return namesIn(inWordsOf).of(code) ?? null;
  } catch {
    return null;
  }
}

/**
 * Returns a function that names one of our languages in the reader’s language. For sentences and facts, where the
 * language isn’t chosen.
 */
export function useLanguageName(): (language: Language) => string {
  const reader = useLanguage();
  return (language) => languageName(language, reader) ?? LANGUAGE_NAMES[language];
}
