import { LANGUAGE_NAMES, LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { useLanguage } from './i18n.tsx';

/** What any language is called in one of ours; null when it is none that has a name. */
export function languageName(code: string, inWordsOf: Language): string | null {
  try {
    const names = new Intl.DisplayNames([LANGUAGE_TAGS[inWordsOf]], { type: 'language', fallback: 'none' });
    return names.of(code) ?? null;
  } catch {
    return null;
  }
}

/** One of our languages in the words of who reads the page: for sentences and facts, where it is not chosen. */
export function useLanguageName(): (language: Language) => string {
  const reader = useLanguage();
  return (language) => languageName(language, reader) ?? LANGUAGE_NAMES[language];
}
