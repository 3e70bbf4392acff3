import { useId } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { WRITING_MODES, type WritingMode } from '../../model/writing-mode.ts';
import { useModeName } from '../mode.tsx';
import styles from './choice.module.css';
import making from './making.module.css';

/** Drawings of how a story of each mode runs, a little larger than the mode’s mark. */
const DRAWINGS: Record<
  WritingMode,
  { threads: [path: string, color: string][]; knots: [x: number, y: number, r: number, color: string][] }
> = {
  relay: {
    threads: [
      ['M2 32c18 0 16-16 30-16', 's1'],
      ['M32 16c16 0 16 18 32 18', 's2'],
      ['M64 34c16 0 14-14 30-14', 's3'],
    ],
    knots: [
      [32, 16, 5.5, 'f2'],
      [64, 34, 5.5, 'f3'],
    ],
  },
  branch: {
    threads: [['M2 24h20c34 0 30-16 70-16M22 24h68M22 24c34 0 30 16 70 16', 's4']],
    knots: [[90, 24, 4, 'open']],
  },
  competition: {
    threads: [
      ['M2 8c34 0 32 16 58 16', 's1'],
      ['M2 24h58', 's2'],
      ['M2 40c34 0 32-16 58-16', 's4'],
      ['M60 24h34', 's3'],
    ],
    knots: [[60, 24, 7, 'f3']],
  },
  solo: { threads: [['M2 32h22c22 0 34-6 30-18-4-9-18-6-15 4 3 11 24 14 40 14h15', 's5']], knots: [] },
};

function ModeThread({ mode }: { mode: WritingMode }) {
  const { threads, knots } = DRAWINGS[mode];
  return (
    <svg className={styles.yarn} viewBox="0 0 96 48" aria-hidden="true">
      {threads.map(([path, color]) => (
        <path key={path} className={styles[color]} d={path} />
      ))}
      {knots.map(([cx, cy, r, color]) => (
        <circle key={cx} className={styles[color]} cx={cx} cy={cy} r={r} />
      ))}
    </svg>
  );
}

interface Props {
  id: string;
  value: WritingMode | null;
  /** The story exists, so its mode can’t be changed. */
  fixed: boolean;
  error: string | undefined;
  onChange: (mode: WritingMode) => void;
  onBlur: () => void;
}

/** A field for the writing mode. */
export function ModeChoice({ id, value, fixed, error, onChange, onBlur }: Props) {
  const t = useT('story_editor');
  const modeName = useModeName();
  const own = useId();
  const say: Record<WritingMode, string> = {
    relay: t('story_editor.way_relay'),
    branch: t('story_editor.way_branch'),
    competition: t('story_editor.way_competition'),
    solo: t('story_editor.way_solo'),
  };
  return (
    <fieldset className={making.set} aria-describedby={error ? `${own}-error` : `${own}-help`}>
      <legend>{t('story_editor.mode')}</legend>
      <div className={classNames(styles.choices, error && styles.bad)}>
        {WRITING_MODES.map((mode, i) => (
          <label key={mode} className={styles.choice}>
            <ModeThread mode={mode} />
            <span>
              <b>{modeName(mode)}</b>
              <span className={styles.say}>{say[mode]}</span>
            </span>
            <input
              id={i === 0 ? id : undefined}
              type="radio"
              name={own}
              value={mode}
              required
              checked={mode === value}
              disabled={fixed && mode !== value}
              onChange={() => onChange(mode)}
              onBlur={onBlur}
            />
          </label>
        ))}
      </div>
      {error && (
        <p id={`${own}-error`} className={making.wrong}>
          {error}
        </p>
      )}
      <p id={`${own}-help`} className={making.help}>
        {fixed ? t('story_editor.mode_fixed') : t('story_editor.mode_help')}
      </p>
    </fieldset>
  );
}
