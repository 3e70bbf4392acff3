import { useId } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { WritingMode } from '../../model/writing-mode.ts';
import { useModeName } from '../mode.tsx';
import { useModeFaces, useModes } from '../modes.ts';
import styles from './choice.module.css';
import making from './making.module.css';

function ModeThread({ mode }: { mode: WritingMode }) {
  const { threads, knots } = useModeFaces()[mode].storyEditor.drawing;
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
  const modes = useModes();
  const faces = useModeFaces();
  return (
    <fieldset className={making.set} aria-describedby={error ? `${own}-error` : `${own}-help`}>
      <legend>{t('story_editor.mode')}</legend>
      <div className={classNames(styles.choices, error && styles.bad)}>
        {Object.values(modes).map(({ id: mode }, i) => (
          <label key={mode} className={styles.choice}>
            <ModeThread mode={mode} />
            <span>
              <b>{modeName(mode)}</b>
              <span className={styles.say}>{t(faces[mode].storyEditor.says)}</span>
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
