import { Minus, Plus } from 'lucide';
import { useId } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import fields from '#web/ui/field.module.css';
import { Icon } from '#web/ui/icon.tsx';
import segments from '#web/ui/segments.module.css';
import { JOININGS, type Joining, PARTICIPANT_BOUNDS, TURN_DAYS } from '../../model/joining.ts';
import choice from './choice.module.css';
import making from './making.module.css';
import styles from './rules.module.css';
import { wholeNumber } from './story-form.ts';
import type { StoryForm } from './use-story-form.ts';

interface Props {
  form: StoryForm;
  disabled: boolean;
}

/** Who writes along and how they take turns, in the modes in which others write. */
export function JoiningFields({ form, disabled }: Props) {
  const { mode, turnDays } = form.values;
  if (mode === null || mode === 'solo') return null;
  return (
    <>
      {turnDays !== null && <TurnDaysField form={form} disabled={disabled} />}
      {PARTICIPANT_BOUNDS[mode] && <GroupField form={form} disabled={disabled} bounds={PARTICIPANT_BOUNDS[mode]} />}
      <JoiningField form={form} disabled={disabled} />
    </>
  );
}

function TurnDaysField({ form: { values, change }, disabled }: Props) {
  const t = useT('story_editor');
  const name = useId();
  return (
    <fieldset className={styles.rule} disabled={disabled} aria-describedby={`${name}-help`}>
      <legend className="hide">{t('story_editor.turn_days')}</legend>
      <div className={styles.why} aria-hidden="true">
        <b>{t('story_editor.turn_days')}</b>
        <span className="small">{t('story_editor.turn_days_help')}</span>
      </div>
      <div className={styles.control}>
        <div className={classNames(segments.seg, styles.segments)}>
          {TURN_DAYS.map((days) => (
            <label key={days}>
              <input
                type="radio"
                name={name}
                value={days}
                checked={days === values.turnDays}
                onChange={() => change({ turnDays: days })}
              />
              <span>{days}</span>
            </label>
          ))}
        </div>
        <p id={`${name}-help`} className="small soft">
          {t('story_editor.turn_reminders')}
        </p>
      </div>
    </fieldset>
  );
}

function GroupField({ form, disabled, bounds: { min, max } }: Props & { bounds: { min: number; max: number } }) {
  const t = useT('story_editor');
  const { values, change, errorOf, leave, idOf } = form;
  const id = idOf('participantLimit');
  const error = errorOf('participantLimit');
  const size = wholeNumber(values.participantLimit);
  const step = (by: number) => {
    const next = Number.isNaN(size) ? min : Math.min(max, Math.max(min, size + by));
    change({ participantLimit: String(next) });
  };
  return (
    <div className={styles.rule}>
      <div className={styles.why}>
        <label htmlFor={id}>{t('story_editor.group')}</label>
        <span id={`${id}-help`} className="small">
          {t('story_editor.group_help', { min, max })}
        </span>
      </div>
      <div className={styles.control}>
        <div className={styles.stepper}>
          <Button
            aria-label={t('story_editor.group_fewer')}
            aria-disabled={disabled || size <= min || undefined}
            onClick={() => !disabled && step(-1)}
          >
            <Icon of={Minus} />
          </Button>
          <input
            id={id}
            className={fields.input}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            disabled={disabled}
            value={values.participantLimit}
            aria-invalid={error ? true : undefined}
            aria-describedby={classNames(error && `${id}-error`, `${id}-help`)}
            onChange={({ target }) => change({ participantLimit: target.value })}
            onBlur={() => leave('participantLimit')}
          />
          <Button
            aria-label={t('story_editor.group_more')}
            aria-disabled={disabled || size >= max || undefined}
            onClick={() => !disabled && step(1)}
          >
            <Icon of={Plus} />
          </Button>
        </div>
        {error && (
          <p id={`${id}-error`} className={making.wrong}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

function JoiningField({ form: { values, change }, disabled }: Props) {
  const t = useT('story_editor');
  const name = useId();
  const words: Record<Joining, { name: string; says: string }> = {
    open: { name: t('story_editor.join_open'), says: t('story_editor.join_open_says') },
    applications: { name: t('story_editor.join_applications'), says: t('story_editor.join_applications_says') },
    invite_only: { name: t('story_editor.join_invite_only'), says: t('story_editor.join_invite_only_says') },
  };
  return (
    <fieldset className={styles.rule} disabled={disabled}>
      <legend className="hide">{t('story_editor.joining')}</legend>
      <div className={styles.why} aria-hidden="true">
        <b>{t('story_editor.joining')}</b>
        <span className="small">
          {values.mode === 'relay' ? t('story_editor.joining_help_relay') : t('story_editor.joining_help_branch')}
        </span>
      </div>
      <div className={styles.control}>
        <div className={classNames(choice.choices, choice.three)}>
          {JOININGS.map((joining) => (
            <label key={joining} className={classNames(choice.choice, choice.plain)}>
              <input
                type="radio"
                name={name}
                value={joining}
                checked={joining === values.joining}
                onChange={() => change({ joining })}
              />
              <span>
                <b>{words[joining].name}</b>
                <span className={choice.say}>{words[joining].says}</span>
              </span>
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  );
}
