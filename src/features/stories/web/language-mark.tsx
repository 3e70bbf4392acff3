import { LANGUAGE_NAMES, LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';

/** The name of a language in itself. Nothing if it is that of the page. */
export function LanguageMark({ language, className }: { language: Language; className?: string | undefined }) {
  if (language === useLanguage()) return null;
  return (
    <span className={className} lang={LANGUAGE_TAGS[language]}>
      {LANGUAGE_NAMES[language]}
    </span>
  );
}
