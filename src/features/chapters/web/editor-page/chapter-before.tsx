import { useState } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Link } from '#web/ui/link.tsx';
import type { ChapterEditorData } from '../../contract.ts';
import prose from '../prose.module.css';
import styles from './editor-page.module.css';

/** The ending of the preceding chapter: open while the text is empty, folded afterwards. */
export function ChapterBefore({
  before,
  storyId,
  language,
  open,
}: {
  before: NonNullable<ChapterEditorData['before']>;
  storyId: string;
  language: Language;
  open: boolean;
}) {
  const t = useT('chapters');
  // Only initially: folding it while the author types would move the line being edited.
  const [atFirst] = useState(open);
  const lang = LANGUAGE_TAGS[language];
  return (
    <details className={styles.quietMore} open={atFirst}>
      <summary>
        <b>{t('chapters.before', { number: before.number })}</b>
        <span className="small" lang={lang}>
          {t('chapters.before_by', { title: before.title, author: before.author })}
        </span>
      </summary>
      <div className={styles.in}>
        <div className={prose.prose} lang={lang}>
          {before.ending.map((paragraph, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the ending of a published text does not change here
            <p key={i}>{paragraph}</p>
          ))}
        </div>
        <p className="small">
          <Link to={to.chapter({ storyId, chapterId: before.id })}>{t('chapters.before_read')}</Link>
        </p>
      </div>
    </details>
  );
}
