import type { ReactNode } from 'react';
import { baseLanguage, type Language } from '#core/languages.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';
import { ContentLanguage } from '#web/ui/link.tsx';

interface Asked {
  /** The language requested for the texts of a page: `?lang=`, otherwise that of the page. */
  asked: Language;
  /** Set if that differs from the page’s language, so that links have to include it. */
  named: Language | null;
}

export function translationLanguage({ language, query }: { language: Language; query: URLSearchParams }): Asked {
  const asked = baseLanguage(query.get('lang')) ?? language;
  return { asked, named: asked === language ? null : asked };
}

/**
 * Makes the links of an island keep the language that was requested for the texts of this page. Only in the browser.
 */
export function AskedLanguage({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { named } = translationLanguage({ language, query: new URLSearchParams(location.search) });
  return <ContentLanguage value={named}>{children}</ContentLanguage>;
}
