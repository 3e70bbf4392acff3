import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { useFind } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import styles from './mode.module.css';

/** The mark of each mode: a thread with one loop, with two knots, one that opens, three that close. */
const DRAWINGS: Record<WritingMode, { path: string; dots: [x: number, y: number, r: number][] }> = {
  solo: { path: 'M2 16.5c5 0 12-1.8 12-6.9a3.3 3.3 0 0 0-6.6 0c0 5.1 8.6 6.9 14.6 6.9', dots: [] },
  relay: {
    path: 'M2 16c2.5 0 3.5-8 7-8s3 8 6.5 8S19 8 22 8',
    dots: [
      [9, 8, 2.7],
      [15.5, 16, 2.7],
    ],
  },
  branch: { path: 'M2 12h5c5 0 5-7 15-7M7 12h15M7 12c5 0 5 7 15 7', dots: [] },
  competition: { path: 'M2 5c8 0 8 7 13 7M2 12h20M2 19c8 0 8-7 13-7', dots: [[15, 12, 3]] },
};

/** The mark alone, in the color of its mode. Use it next to a text. */
export function ModeMark({ mode }: { mode: WritingMode }) {
  const { path, dots } = DRAWINGS[mode];
  return (
    <svg className={classNames(styles.mark, styles[mode])} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
      {dots.map(([cx, cy, r]) => (
        <circle key={cx} className={styles.dot} cx={cx} cy={cy} r={r} />
      ))}
    </svg>
  );
}

/** Name of a mode in the reader’s language. */
export function useModeName(): (mode: WritingMode) => string {
  const find = useFind();
  return (mode) => find(`mode.${mode}`) ?? mode;
}

/** The mark and name of a mode. */
export function ModeLabel({ mode }: { mode: WritingMode }) {
  const name = useModeName();
  return (
    <span className={styles.mode}>
      <ModeMark mode={mode} />
      {name(mode)}
    </span>
  );
}
