import { type ReactNode, useState } from 'react';
import type { Language } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './editor-page.module.css';

/** Says that a text seems to be in another language than its story. */
export function useLanguageSays(): (seemsIn: Language, language: Language) => string {
  const t = useT('chapters');
  const nameOf = useLanguageName();
  return (seemsIn, language) => t('chapters.seems_in', { language: nameOf(seemsIn), story: nameOf(language) });
}

/** Shown if the text seems to be in another language than its story, until the author says that it isn’t. */
export function LanguageNotice({
  seemsIn,
  language,
  kind,
  children,
}: {
  seemsIn: Language | null;
  language: Language;
  kind: 'warn' | 'act';
  /** What the author can do about it. */
  children: (seemsIn: Language) => ReactNode;
}) {
  const t = useT('chapters');
  const nameOf = useLanguageName();
  const says = useLanguageSays();
  const [dismissed, setDismissed] = useState<Language | null>(null);
  if (seemsIn === null || seemsIn === language || seemsIn === dismissed) return null;
  return (
    <Banner
      kind={kind}
      action={
        <span className={styles.actions}>
          {children(seemsIn)}
          <Button small kind="bare" onClick={() => setDismissed(seemsIn)}>
            {t('chapters.is_in', { language: nameOf(language) })}
          </Button>
        </span>
      }
    >
      {says(seemsIn, language)}
    </Banner>
  );
}
