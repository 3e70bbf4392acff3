/** The eight languages of the UI and of all texts (spec §1). English is the default and the fallback. */
export const LANGUAGES = ['en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
/** Returns whether a text from a URL or form is one of the languages. */
export function isLanguage(text: string | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

export const DEFAULT_LANGUAGE: Language = 'en';

/** Name of each language in the language itself, as in language menus. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  zh: '中文',
  de: 'Deutsch',
  fr: 'Français',
  ko: '한국어',
  pt: 'Português',
  ja: '日本語',
  es: 'Español',
};

/** Tag of each language for `lang`, `hreflang` and `Intl`. More specific than the code for some. */
export const LANGUAGE_TAGS: Record<Language, string> = {
  en: 'en',
  zh: 'zh-Hans',
  de: 'de',
  fr: 'fr',
  ko: 'ko',
  pt: 'pt-BR',
  ja: 'ja',
  es: 'es',
};

/**
 * Returns the unit in which the length of texts in this language is shown (product §4). Its names are in
 * `common.units`.
 */
export function lengthUnit(language: Language): 'character' | 'word' {
  return language === 'zh' || language === 'ja' ? 'character' : 'word';
}

/** Returns the languages in a list, each once, in its order. Ignores what isn’t one of ours. */
export function languagesIn(list: readonly unknown[]): Language[] {
  return [...new Set(list)].filter((entry): entry is Language => LANGUAGES.some((language) => language === entry));
}

/** Separates languages in the query of a URL. It is never escaped there. */
const BETWEEN_LANGUAGES = '.';

/** Writes languages for the query of a URL, as `pt.en`. */
export function writeLanguages(languages: readonly Language[]): string {
  return languages.join(BETWEEN_LANGUAGES);
}

/**
 * Reads languages that `writeLanguages` has written. Returns the most wanted one first and the others by their codes,
 * because each order would be cached as a page of its own.
 */
export function readLanguages(text: string): Language[] {
  const [first, ...others] = languagesIn(text.split(BETWEEN_LANGUAGES));
  return first === undefined ? [] : [first, ...others.sort()];
}

/**
 * Returns the language of a tag. Regional variants map to their base (`zh-TW` → `zh`, `pt_PT` → `pt`).
 * Null if it isn’t one of ours.
 */
export function baseLanguage(tag: string | null | undefined): Language | null {
  const base = tag?.trim().toLowerCase().split(/[-_]/, 1)[0];
  return LANGUAGES.find((language) => language === base) ?? null;
}

/** Returns our best language in an `Accept-Language` header, by quality value. Null if there is none. */
export function acceptedLanguage(header: string | null | undefined): Language | null {
  let best: Language | null = null;
  let bestQuality = 0;
  for (const entry of (header ?? '').slice(0, 500).split(',')) {
    const [tag, ...parameters] = entry.split(';');
    const quality = Number(parameters.find((p) => p.trim().startsWith('q='))?.split('=')[1] ?? 1);
    const language = baseLanguage(tag);
    if (language && quality > bestQuality) {
      best = language;
      bestQuality = quality;
    }
  }
  return best;
}

/** Chooses a language in the order of product §11: the URL, the saved choice, the browser’s preference, English. */
export function chooseLanguage(request: {
  asked?: string | null | undefined;
  saved?: string | null | undefined;
  accepts?: string | null | undefined;
}): Language {
  return (
    baseLanguage(request.asked) ?? baseLanguage(request.saved) ?? acceptedLanguage(request.accepts) ?? DEFAULT_LANGUAGE
  );
}
