import { type Language, lengthUnit } from '#core/languages.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { useModeColor } from '#features/stories/web/mode.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { ChapterEditorData } from '../../contract.ts';
import { type Length, lengthStateOf } from '../length.ts';
import styles from './length.module.css';

type Bounds = Pick<ChapterEditorData['story'], 'minUnits' | 'maxUnits'>;

/** Explains the number to the writer. */
function useRemark({ minUnits, maxUnits }: Bounds, unit: ReturnType<typeof lengthUnit>): (length: Length) => string {
  const t = useT('chapters');
  return ({ kind, count }) =>
    ({
      short: () => t('chapters.short', { count, unit }),
      fits: () => t('chapters.range', { min: minUnits, max: maxUnits }),
      nearly_full: () => t('chapters.left', { count, unit }),
      over: () => t('chapters.over', { count, unit }),
    })[kind]();
}

/**
 * The length of the text between the bounds of its story: written is solid, free is dotted, and the tick is the
 * minimum. Positions depend on the text, so they are attributes.
 */
export function LengthGauge({
  units,
  bounds,
  language,
  mode,
}: {
  units: number;
  bounds: Bounds;
  language: Language;
  mode: WritingMode;
}) {
  const t = useT('chapters');
  const length = lengthStateOf(units, bounds);
  const { written, least, most, kind } = length;
  const isOver = kind === 'over';
  const unit = lengthUnit(language);
  const remark = useRemark(bounds, unit);
  const color = useModeColor();
  return (
    <>
      <b className={classNames(styles.words, isOver && styles.tooMuch, 'num')}>
        {t('common.units', { count: units, unit })}
      </b>
      <svg
        className={classNames(styles.gauge, color(mode), isOver && styles.over)}
        width="100%"
        height="20"
        role="img"
        aria-label={t('chapters.length_label', { units, unit, min: bounds.minUnits, max: bounds.maxUnits })}
      >
        <line className={styles.run} x1="0" y1="10" x2={`${written}%`} y2="10" />
        {!isOver && <line className={styles.rest} x1={`${written}%`} y1="10" x2="100%" y2="10" />}
        <line className={styles.least} x1={`${least}%`} y1="3" x2={`${least}%`} y2="17" />
        <circle className={styles.most} cx={`${most}%`} cy="10" r="5" />
        <circle className={styles.now} cx={`${written}%`} cy="10" r="4.5" />
      </svg>
      <span className={classNames(styles.remark, isOver && styles.tooMuch)}>{remark(length)}</span>
    </>
  );
}
