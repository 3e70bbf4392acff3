import { LANGUAGE_NAMES, LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { useLanguage } from './i18n.tsx';

/** Costly to make, and asked in every row of a list. */
const known = new Map<Language, Intl.DisplayNames>();

function namesIn(language: Language): Intl.DisplayNames {
  let names = known.get(language);
  if (!names) {
    names = new Intl.DisplayNames([LANGUAGE_TAGS[language]], { type: 'language', fallback: 'none' });
    known.set(language, names);
  }
  return names;
}

/** What any language is called in one of ours; null when it is none that has a name. */
export function languageName(code: string, inWordsOf: Language): string | null {
  try {
    return namesIn(inWordsOf).of(code) ?? null;
  } catch {
    return null;
  }
}

/** One of our languages in the words of who reads the page: for sentences and facts, where it is not chosen. */
export function useLanguageName(): (language: Language) => string {
  const reader = useLanguage();
  return (language) => languageName(language, reader) ?? LANGUAGE_NAMES[language];
}
