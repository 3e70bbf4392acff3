import { useState } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import fields from '#web/ui/field.module.css';
import { CONTEST_BOUNDS } from '../../model/contest-rules.ts';
import making from './making.module.css';
import styles from './rules.module.css';
import { fromUnit, hoursShown, inUnit, type TimeUnit } from './shown-hours.ts';
import { StepperRule } from './stepper-rule.tsx';
import { wholeNumber } from './story-values.ts';
import type { StoryForm } from './use-story-form.ts';

interface Props {
  form: StoryForm;
  disabled: boolean;
}

/** Fields for the rules of the rounds. */
export function ContestFields({ form, disabled }: Props) {
  const t = useT('story_editor');
  const { minParticipants } = CONTEST_BOUNDS;
  return (
    <>
      <HoursField
        form={form}
        disabled={disabled}
        field="writingHours"
        label={t('story_editor.writing_time')}
        help={t('story_editor.writing_time_help')}
        unitLabel={t('story_editor.writing_time_unit')}
      />
      <HoursField
        form={form}
        disabled={disabled}
        field="votingHours"
        label={t('story_editor.voting_time')}
        help={t('story_editor.voting_time_help')}
        unitLabel={t('story_editor.voting_time_unit')}
      />
      <StepperRule
        form={form}
        disabled={disabled}
        field="minParticipants"
        bounds={minParticipants}
        label={t('story_editor.least_people')}
        help={t('story_editor.least_people_help', { min: minParticipants.min, max: minParticipants.max })}
        fewer={t('story_editor.least_people_fewer')}
        more={t('story_editor.least_people_more')}
      />
    </>
  );
}

/** A duration: a number, and a select for hours or days. */
function HoursField({
  form,
  disabled,
  field,
  label,
  help,
  unitLabel,
}: Props & { field: 'writingHours' | 'votingHours'; label: string; help: string; unitLabel: string }) {
  const t = useT('story_editor');
  const { values, change, errorOf, leave, idOf } = form;
  const [wanted, setWanted] = useState(() => hoursShown(wholeNumber(values[field])).unit);
  const { text, unit } = inUnit(values[field], wanted);
  const id = idOf(field);
  const error = errorOf(field);
  const { min, max } = CONTEST_BOUNDS[field];
  return (
    <div className={styles.rule}>
      <div className={styles.why}>
        <label htmlFor={id}>{label}</label>
        <span className="small">{help}</span>
      </div>
      <div className={styles.control}>
        <div className={styles.fromTo}>
          <input
            id={id}
            className={fields.input}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            disabled={disabled}
            value={text}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-about`}
            onChange={({ target }) => change({ [field]: fromUnit(target.value, unit) })}
            onBlur={() => leave(field)}
          />
          <select
            className={classNames(fields.input, styles.unit)}
            aria-label={unitLabel}
            disabled={disabled}
            value={unit}
            onChange={({ target }) => {
              // Changing the unit keeps the number, so that users can set number and unit in either order.
              const next = target.value as TimeUnit;
              setWanted(next);
              change({ [field]: fromUnit(text, next) });
            }}
          >
            <option value="hours">{t('story_editor.hours')}</option>
            <option value="days">{t('story_editor.days')}</option>
          </select>
        </div>
        <p id={`${id}-about`} className={error ? making.wrong : 'small soft'}>
          {error ?? t('story_editor.time_bounds', { hours: min, days: max / 24 })}
        </p>
      </div>
    </div>
  );
}
