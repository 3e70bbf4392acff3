import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import type { WritingMode } from '../../model/writing-mode.ts';
import { useModeColor } from '../mode.tsx';
import styles from './steps.module.css';

export const STEPS = [1, 2, 3] as const;
export type WizardStep = (typeof STEPS)[number];

/** The URL of a step in creating a story. */
export function stepAddress(storyId: string | null, step: WizardStep): string {
  return to.editStory({ new: 1, storyId, step: step > 1 ? step : null });
}

interface Props {
  step: WizardStep;
  /** The furthest step that was visited. The steps before it are links. */
  reached: WizardStep;
  storyId: string | null;
  mode: WritingMode | null;
}

/** The three steps along a short thread, colored once the mode is chosen. */
export function Steps({ step, reached, storyId, mode }: Props) {
  const t = useT('story_editor');
  const color = useModeColor();
  const names = {
    1: t('story_editor.step_story'),
    2: t('story_editor.step_chapter'),
    3: t('story_editor.step_rules'),
  };
  return (
    <nav aria-label={t('story_editor.steps')}>
      <ol className={classNames(styles.steps, mode && color(mode))}>
        {STEPS.map((number) => {
          const isSeen = number <= reached && number !== step;
          return (
            <li
              key={number}
              className={number === step ? styles.here : isSeen ? undefined : styles.yet}
              aria-current={number === step ? 'step' : undefined}
            >
              {isSeen ? (
                <Link to={stepAddress(storyId, number)}>
                  {names[number]}
                  <span className="hide">{t('story_editor.step_done')}</span>
                </Link>
              ) : (
                names[number]
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
