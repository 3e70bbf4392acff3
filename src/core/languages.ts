/** The eight languages of the interface and of every text (spec §1). English is the default and the fall-back. */
export const LANGUAGES = ['en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
/** Whether a text, of an address or a form, is one of the languages. */
export function isLanguage(text: string | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

export const DEFAULT_LANGUAGE: Language = 'en';

/** Each language in its own words, as language menus show it. */
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

/** The tag for `lang`, `hreflang` and `Intl`, where it says more than the bare code. */
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

/** What a text in this language is counted in (product §4); `common.units` has the words for it. */
export function lengthUnit(language: Language): 'character' | 'word' {
  return language === 'zh' || language === 'ja' ? 'character' : 'word';
}

/**
 * The language that a tag stands for: any regional variant falls to its base (`zh-TW` → `zh`, `pt_PT` → `pt`).
 * Null when it is none of ours.
 */
export function baseLanguage(tag: string | null | undefined): Language | null {
  const base = tag?.trim().toLowerCase().split(/[-_]/, 1)[0];
  return LANGUAGES.find((language) => language === base) ?? null;
}

/** The best of ours in an `Accept-Language` header, by its quality values; null when none fits. */
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

/** Order of product §11: what the address asks for, what was chosen before, what the browser prefers, English. */
export function chooseLanguage(request: {
  asked?: string | null | undefined;
  saved?: string | null | undefined;
  accepts?: string | null | undefined;
}): Language {
  return (
    baseLanguage(request.asked) ?? baseLanguage(request.saved) ?? acceptedLanguage(request.accepts) ?? DEFAULT_LANGUAGE
  );
}
