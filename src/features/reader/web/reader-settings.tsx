import type { ReactNode } from 'react';
import type { Language } from '#core/languages.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import segments from '#web/ui/segments.module.css';
import { Keys } from './keys.tsx';
import styles from './reader.module.css';

const PANEL = 'reader-settings';

/** Letters on the button in languages that don’t use Latin ones. */
const LETTERS: Partial<Record<Language, string>> = { zh: '文', ja: 'あ', ko: '가' };

/** Opens the settings with a native popover, so it works before any script is loaded. */
export function ReaderSettingsButton() {
  const t = useT('reader');
  const language = useLanguage();
  return (
    <Button kind="bare" popoverTarget={PANEL} aria-label={t('reader.settings')}>
      <span className={styles.letters} aria-hidden="true">
        {LETTERS[language] ?? 'Aa'}
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
 * Theme, background, font size, line spacing and font (spec §9), `children`, and the keys. The boot script checks the
 * chosen options, and stores new choices in this browser.
 */
export function ReaderSettings({
  isTranslation = false,
  children,
}: {
  /** True if paragraphs have an original to show. */
  isTranslation?: boolean;
  children?: ReactNode;
}) {
  const t = useT('reader');
  const letter = (size: string | undefined) => (
    <span className={size} aria-hidden="true" key="letter">
      A
    </span>
  );
  return (
    <div
      id={PANEL}
      popover="auto"
      role="dialog"
      aria-label={t('reader.settings')}
      className={`${styles.settings} no-print`}
    >
      <Options
        name="theme"
        legend={t('reader.theme')}
        options={[
          ['light', t('reader.theme_light')],
          ['dark', t('reader.theme_dark')],
        ]}
      />
      <fieldset>
        <legend>{t('reader.background')}</legend>
        <div className={segments.swatches}>
          {(
            [
              ['default', t('reader.background_default')],
              ['paper', t('reader.background_paper')],
              ['care', t('reader.background_care')],
            ] as const
          ).map(([value, name]) => (
            <label key={value} data-reader-bg={value}>
              <input type="radio" name="reader-background" value={value} />
              <b aria-hidden="true">Aa</b>
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <Options
        name="fontSize"
        legend={t('reader.size')}
        options={[
          ['x-small', t('reader.size_x_small'), letter(segments.a0)],
          ['small', t('reader.size_small'), letter(segments.a1)],
          ['medium', t('reader.size_medium'), letter(segments.a2)],
          ['large', t('reader.size_large'), letter(segments.a3)],
          ['x-large', t('reader.size_x_large'), letter(segments.a4)],
        ]}
      />
      <Options
        name="lineSpacing"
        legend={t('reader.line')}
        options={[
          ['compact', t('reader.line_compact')],
          ['normal', t('reader.line_normal')],
          ['loose', t('reader.line_loose')],
        ]}
      />
      <Options
        name="face"
        legend={t('reader.face')}
        options={[
          ['serif', t('reader.face_serif')],
          ['sans', t('reader.face_sans')],
        ]}
      />
      {isTranslation && (
        <label className={`${styles.choice} needs-script`}>
          <input type="checkbox" name="reader-original" value="on" />
          {t('reader.original_by_tap')}
        </label>
      )}
      {children}
      <Keys />
    </div>
  );
}

/** A row of options. `face` is shown instead of the name. */
function Options({
  name,
  legend,
  options,
}: {
  name: string;
  legend: string;
  options: readonly (readonly [value: string, name: string, face?: ReactNode])[];
}) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className={segments.seg}>
        {options.map(([value, option, face]) => (
          <label key={value}>
            <input type="radio" name={`reader-${name}`} value={value} />
            {face}
            <span className={face ? 'hide' : undefined}>{option}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
