import { type ReactNode, useState } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { useHeadingFocus } from '#web/ui/use-heading-focus.ts';
import type { TranslationEditorData } from '../../contract-views.ts';
import type { EditorRow } from '../../model/editor-rows.ts';
import styles from './editor.module.css';
import { MarkedWords } from './marked-words.tsx';

/** “German to English”. */
export function useDirection(): (from: Language, into: Language) => string {
  const t = useT('translate');
  const nameOf = useLanguageName();
  return (from, into) => t('translate.direction', { from: nameOf(from), into: nameOf(into) });
}

/** Shows what is being translated, the progress, and notices. */
export function TranslationEditorHeader({
  source,
  language,
  announced,
  count,
  done,
  left,
  changed,
  into,
  rows,
  isCopy,
  onNext,
  onCopied,
  children,
}: {
  source: TranslationEditorData['source'];
  language: Language;
  /** True if the editor replaces another page. The heading then takes the focus. */
  announced: boolean;
  count: number;
  done: number;
  /** Number of unfinished rows, and how many of them are unfinished because the original changed. */
  left: number;
  changed: number;
  into: ReactNode;
  rows: readonly EditorRow[];
  /** True if most of it still has the words of the original. It can’t be submitted then. */
  isCopy: boolean;
  onNext: () => void;
  /** Called to go to the first row that has them. */
  onCopied: () => void;
  children: ReactNode;
}) {
  const t = useT('translate');
  const direction = useDirection();
  const heading = useHeadingFocus(announced);
  const [isReading, setReading] = useState(false);
  return (
    <div className={styles.top}>
      <div className={styles.facts}>
        <Meta>
          <span>
            {source.number === null
              ? t('translate.story_by', { name: source.author.username })
              : t('translate.chapter_by', { number: source.number, name: source.author.username })}
          </span>
          <span>{direction(source.language, language)}</span>
          <span>{t('translate.parts', { count })}</span>
        </Meta>
        {into}
      </div>
      <h1 ref={heading} tabIndex={-1} lang={LANGUAGE_TAGS[source.language]}>
        {source.title}
      </h1>
      <div className={styles.howFar}>
        <progress
          className={styles.spool}
          max={count}
          value={done}
          aria-label={t('translate.parts_done', { done, count })}
        />
        <span className="num">{t('translate.done_of', { done, count })}</span>
        {left > 0 && (
          <TextButton className="small" onClick={onNext}>
            {t('translate.to_go', { count: left, changed })}
          </TextButton>
        )}
      </div>
      {children}
      {left === 0 && isCopy && (
        <Banner
          kind="warn"
          action={
            <Button small onClick={onCopied}>
              {t('translate.show_copied')}
            </Button>
          }
        >
          {t('translate.all_copied')}
        </Banner>
      )}
      {left === 0 && !isCopy && (
        <Banner
          kind="act"
          action={
            <Button small onClick={() => setReading(true)}>
              {t('translate.read_through')}
            </Button>
          }
        >
          {t('translate.all_done', { count })}
        </Banner>
      )}
      {isReading && (
        <Dialog wide title={t('translate.read_through')} onClose={() => setReading(false)}>
          <div className={styles.read} lang={LANGUAGE_TAGS[language]}>
            {rows.map(({ key, text }) => text.trim() !== '' && <div key={key}>{<MarkedWords text={text} />}</div>)}
          </div>
        </Dialog>
      )}
    </div>
  );
}
