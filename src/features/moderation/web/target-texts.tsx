import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { highlight } from './highlight.ts';
import { MarkedParagraphs } from './marked-text.tsx';
import styles from './submission-case.module.css';
import { useFieldName } from './words.ts';

/** The texts that a report or an appeal is about. Highlights the passage that the decision quotes. */
export function TargetTexts({
  texts,
  language,
  passage = '',
}: {
  texts: readonly { field: string; text: string }[];
  language: Language | null;
  passage?: string;
}) {
  const t = useT('moderation');
  const fieldName = useFieldName();
  const shown = texts.filter(({ text }) => text.trim() !== '');
  const { texts: marked, findings } = highlight(
    shown,
    passage ? shown.map(({ field }) => ({ check: 'advisor' as const, field, excerpts: [passage] })) : [],
  );
  if (shown.length === 0) return <p className="soft">{t('moderation.no_text')}</p>;
  return (
    <div className={styles.texts}>
      {marked.map(({ field, paragraphs }) => (
        <section key={field}>
          <h3>{fieldName(field)}</h3>
          <MarkedParagraphs
            // The passage is highlighted without a note.
            paragraphs={paragraphs.map((paragraph) => ({ ...paragraph, begins: [] }))}
            findings={findings}
            lang={language ? LANGUAGE_TAGS[language] : undefined}
            numbered={field === 'content'}
          />
        </section>
      ))}
    </div>
  );
}
