import type { Language } from '#core/languages.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';
import { languageName, useLanguageName } from '#web/i18n/language-name.ts';

/** Names the language that a translation seems to be in, and its own. `language` is null if it has no name. */
export function useSeemsIn(): (seemsIn: string, into: Language) => { language: string | null; into: string } {
  const reader = useLanguage();
  const nameOf = useLanguageName();
  return (seemsIn, into) => ({ language: languageName(seemsIn, reader), into: nameOf(into) });
}
