import type { ReactNode } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import segments from '#web/ui/segments.module.css';
import styles from './reader.module.css';

const PANEL = 'reader-settings';

/** Opens the settings with a native popover, so it works before any script is loaded. */
export function ReaderSettingsButton() {
  const t = useT('reader');
  return (
    <Button kind="bare" popoverTarget={PANEL} aria-label={t('reader.settings')}>
      <span className={styles.letters} aria-hidden="true">
        Aa
      </span>
    </Button>
  );
}

declare module '#web/page/page-slots.ts' {
  interface PageSlots {
    /** More settings for reading, on the pages of chapters and paths. Loads no data. */
    'reader.settings': object;
  }
}

/**
 * Background, font size and line spacing (spec §9), and `children` below. The boot script stores the choices in this
 * browser.
 */
export function ReaderSettings({ children }: { children?: ReactNode }) {
  const t = useT('reader');
  return (
    <div
      id={PANEL}
      popover="auto"
      role="dialog"
      aria-label={t('reader.settings')}
      className={`${styles.settings} no-print`}
    >
      <fieldset>
        <legend>{t('reader.background')}</legend>
        <div className={segments.swatches}>
          <label data-reader-bg="default">
            <input type="radio" name="reader-bg" value="default" defaultChecked />
            <b aria-hidden="true">Aa</b>
            {t('reader.background_default')}
          </label>
          <label data-reader-bg="paper">
            <input type="radio" name="reader-bg" value="paper" />
            <b aria-hidden="true">Aa</b>
            {t('reader.background_paper')}
          </label>
          <label data-reader-bg="care">
            <input type="radio" name="reader-bg" value="care" />
            <b aria-hidden="true">Aa</b>
            {t('reader.background_care')}
          </label>
        </div>
      </fieldset>
      <fieldset>
        <legend>{t('reader.size')}</legend>
        <div className={segments.seg}>
          <label>
            <input type="radio" name="reader-size" value="small" />
            <span className={segments.a1} aria-hidden="true">
              A
            </span>
            <span className="hide">{t('reader.size_small')}</span>
          </label>
          <label>
            <input type="radio" name="reader-size" value="medium" defaultChecked />
            <span className={segments.a2} aria-hidden="true">
              A
            </span>
            <span className="hide">{t('reader.size_medium')}</span>
          </label>
          <label>
            <input type="radio" name="reader-size" value="large" />
            <span className={segments.a3} aria-hidden="true">
              A
            </span>
            <span className="hide">{t('reader.size_large')}</span>
          </label>
        </div>
      </fieldset>
      <fieldset>
        <legend>{t('reader.line')}</legend>
        <div className={segments.seg}>
          <label>
            <input type="radio" name="reader-line" value="compact" />
            <span>{t('reader.line_compact')}</span>
          </label>
          <label>
            <input type="radio" name="reader-line" value="normal" defaultChecked />
            <span>{t('reader.line_normal')}</span>
          </label>
          <label>
            <input type="radio" name="reader-line" value="loose" />
            <span>{t('reader.line_loose')}</span>
          </label>
        </div>
      </fieldset>
      {children}
    </div>
  );
}
