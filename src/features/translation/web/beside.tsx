import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { Prose } from '#features/chapters/web/prose.tsx';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { BesideRows } from '../contract-views.ts';
import styles from './beside.module.css';

/**
 * Shows the original and its translation paragraph by paragraph: side by side on wide screens, otherwise one below the
 * other. Readers can have the translation first, also without a script. It is remembered with the reader settings.
 */
export function BesideOriginal({
  rows,
  original,
  language,
}: {
  rows: BesideRows;
  original: Language;
  language: Language;
}) {
  const t = useT('translations');
  const lang = LANGUAGE_TAGS[useLanguage()];
  return (
    <div className={styles.beside}>
      <label className={styles.swap} lang={lang}>
        <input type="checkbox" name="reader-translationFirst" value="on" />
        {t('translations.first')}
      </label>
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows never change places while they are shown
        <div key={i} className={classNames(styles.row, row.isStale && styles.stale)}>
          <div className={styles.original}>{row.original && <Prose document={row.original} language={original} />}</div>
          <div>
            {row.isStale && (
              <p className={styles.mark} lang={lang}>
                {t('translations.changed')}
              </p>
            )}
            {row.translation && <Prose document={row.translation} language={language} />}
          </div>
        </div>
      ))}
    </div>
  );
}
