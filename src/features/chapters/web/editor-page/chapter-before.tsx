import { useEffect, useRef, useState } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import type { ChapterEditorData } from '../../contract.ts';
import prose from '../prose.module.css';
import styles from './editor-page.module.css';
import room from './room.module.css';

/**
 * The ending of the preceding chapter: open while the text is empty, folded afterwards. On phones, only its last lines
 * are shown until the author expands it, so that the line to write on is on the first screen.
 */
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
  const [isWhole, setWhole] = useState(false);
  const ending = useRef<HTMLDivElement>(null);
  // Shows the last lines, right above the text. Has no effect if nothing is cut off.
  useEffect(() => {
    const element = ending.current;
    if (element && !isWhole) element.scrollTop = element.scrollHeight;
  }, [isWhole]);
  return (
    <details className={styles.quietMore} open={atFirst}>
      <summary>
        <b>{t('chapters.before', { number: before.number })}</b>
        <span className="small" lang={lang}>
          {t('chapters.before_by', { title: before.title, author: before.author })}
        </span>
      </summary>
      <div className={styles.in}>
        <div ref={ending} className={classNames(prose.prose, !isWhole && room.lastLines)} lang={lang}>
          {before.ending.map((paragraph, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the ending of a published text does not change here
            <p key={i}>{paragraph}</p>
          ))}
        </div>
        <p className={`small ${room.beforeMore}`}>
          {!isWhole && (
            <TextButton className={room.onPhones} onClick={() => setWhole(true)}>
              {t('chapters.before_more')}
            </TextButton>
          )}
          <Link to={to.chapter({ storyId, chapterId: before.id })}>{t('chapters.before_read')}</Link>
        </p>
      </div>
    </details>
  );
}
