import type { ReactNode } from 'react';
import { baseLanguage, type Language } from '#core/languages.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';
import { ContentLanguage } from '#web/ui/link.tsx';

interface Asked {
  /** The language that the texts of a page are asked for in: `?lang=`, else that of the page. */
  asked: Language;
  /** The same where it is another than that of the page, and links have to name it. */
  named: Language | null;
}

export function translationLanguage({ language, query }: { language: Language; query: URLSearchParams }): Asked {
  const asked = baseLanguage(query.get('lang')) ?? language;
  return { asked, named: asked === language ? null : asked };
}

/** In the browser: keeps the links of an island in the language that this page's texts were asked for in. */
export function AskedLanguage({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { named } = translationLanguage({ language, query: new URLSearchParams(location.search) });
  return <ContentLanguage value={named}>{children}</ContentLanguage>;
}
