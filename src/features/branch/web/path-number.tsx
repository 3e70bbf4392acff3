import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';

/** The number of the chapter on its path, and the choice that led to it. */
export function PathNumber({
  chapter: { number, choice },
  language,
}: {
  chapter: { number: number; choice: string | null };
  language: Language;
}) {
  const t = useT('branch');
  if (choice === null) return t('path.number', { number });
  const name = () => <span lang={LANGUAGE_TAGS[language]}>{choice}</span>;
  return <Sentence id="path.chosen" params={{ number }} wraps={{ choice: name }} parts={['branch']} />;
}
