import { useId } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import segments from '#web/ui/segments.module.css';
import { PROGRESSES, type Progress } from '../../model/story-status.ts';
import type { WritingMode } from '../../model/writing-mode.ts';
import { useModes } from '../modes.ts';
import styles from './rules.module.css';

/** A field for the progress: ongoing, paused or ended. Changes apply right away. */
export function ProgressField({
  mode,
  value,
  onChange,
}: {
  mode: WritingMode;
  value: Progress;
  onChange: (progress: Progress) => void;
}) {
  const t = useT('story_editor');
  const name = useId();
  const hasRounds = useModes()[mode].hasRounds;
  const words: Record<Progress, string> = {
    ongoing: t('story_editor.progress_ongoing'),
    paused: t('story_editor.progress_paused'),
    ended: t('story_editor.progress_ended'),
  };
  return (
    <fieldset className={styles.rule}>
      <legend className="hide">{t('story_editor.progress')}</legend>
      <div className={styles.why} aria-hidden="true">
        <b>{t('story_editor.progress')}</b>
        <span className="small">{t('story_editor.progress_help')}</span>
      </div>
      <div className={styles.control}>
        <div className={classNames(segments.seg, styles.segments)}>
          {PROGRESSES.map((progress) => (
            <label key={progress}>
              <input
                type="radio"
                name={name}
                value={progress}
                checked={progress === value}
                onChange={() => onChange(progress)}
              />
              <span>{words[progress]}</span>
            </label>
          ))}
        </div>
        {hasRounds && value !== 'ongoing' && (
          <p className="small soft" role="status">
            {t('story_editor.progress_round')}
          </p>
        )}
      </div>
    </fieldset>
  );
}
