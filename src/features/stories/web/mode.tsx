import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { useFind } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import styles from './mode.module.css';
import modeColor from './mode-color.module.css';
import { useModes } from './modes.ts';

/** Returns the class that sets the color of a mode. */
export function useModeColor(): (mode: WritingMode) => string | undefined {
  const modes = useModes();
  return (mode) => modeColor[modes[mode].dye];
}

/** The mark alone, in the color of its mode. Use it next to a text. */
export function ModeMark({ mode }: { mode: WritingMode }) {
  const { path, knots } = useModes()[mode].mark;
  const color = useModeColor();
  return (
    <svg className={classNames(styles.mark, color(mode))} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
      {knots.map(([cx, cy, r]) => (
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
