import { useId, useState } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import fields from '#web/ui/field.module.css';
import segments from '#web/ui/segments.module.css';
import { ownRules, type SettingName, type SettingRule } from '../../model/mode-settings.ts';
import type { SettingControl } from '../mode-face.ts';
import { useModeFaces, useModes } from '../modes.ts';
import making from './making.module.css';
import styles from './rules.module.css';
import { fromUnit, hoursShown, inUnit, type TimeUnit } from './shown-hours.ts';
import { StepperRule } from './stepper-rule.tsx';
import type { StoryForm } from './use-story-form.ts';
import { wholeNumber } from './whole-number.ts';

interface Props {
  form: StoryForm;
  disabled: boolean;
}

/** Fields for the settings that only stories of this mode have. The mode says how each is shown. */
export function SettingFields({ form, disabled }: Props) {
  const modes = useModes();
  const faces = useModeFaces();
  const { mode } = form.values;
  if (mode === null) return null;
  const controls = faces[mode].storyEditor.settings;
  return ownRules(modes[mode].settings.own).map(([name, rule]) => {
    const control = controls[name];
    return control && <SettingField key={name} {...{ form, disabled, name, rule, control }} />;
  });
}

interface FieldProps<Control extends SettingControl = SettingControl> extends Props {
  name: SettingName;
  rule: SettingRule;
  control: Control;
}

function SettingField({ control, ...props }: FieldProps) {
  if (control.as === 'choice') return <ChoiceField {...props} control={control} />;
  if (control.as === 'hours') return <HoursField {...props} control={control} />;
  return <PeopleField {...props} control={control} />;
}

type ControlAs<As extends SettingControl['as']> = Extract<SettingControl, { as: As }>;

/** One of several numbers. */
function ChoiceField({ form, disabled, name, rule, control }: FieldProps<ControlAs<'choice'>>) {
  const t = useT('story_editor');
  const id = useId();
  if (!('oneOf' in rule)) return null;
  return (
    <fieldset className={styles.rule} disabled={disabled} aria-describedby={`${id}-help`}>
      <legend className="hide">{t(control.label)}</legend>
      <div className={styles.why} aria-hidden="true">
        <b>{t(control.label)}</b>
        <span className="small">{t(control.help)}</span>
      </div>
      <div className={styles.control}>
        <div className={classNames(segments.seg, styles.segments)}>
          {rule.oneOf.map((value) => (
            <label key={value}>
              <input
                type="radio"
                name={id}
                value={value}
                checked={String(value) === form.values[name]}
                onChange={() => form.change({ [name]: String(value) })}
              />
              <span>{value}</span>
            </label>
          ))}
        </div>
        <p id={`${id}-help`} className="small soft">
          {t(control.note)}
        </p>
      </div>
    </fieldset>
  );
}

/** A number of people. */
function PeopleField({ form, disabled, name, rule, control }: FieldProps<ControlAs<'people'>>) {
  const t = useT('story_editor');
  if (!('min' in rule)) return null;
  const { min, max } = rule;
  return (
    <StepperRule
      form={form}
      disabled={disabled}
      field={name}
      bounds={{ min, max }}
      label={t(control.label)}
      help={t(control.help, { min, max })}
      fewer={t(control.fewer)}
      more={t(control.more)}
    />
  );
}

/** A duration: a number, and a select for hours or days. */
function HoursField({ form, disabled, name, rule, control }: FieldProps<ControlAs<'hours'>>) {
  const t = useT('story_editor');
  const { values, change, errorOf, leave, idOf } = form;
  const [wanted, setWanted] = useState(() => hoursShown(wholeNumber(values[name])).unit);
  const { text, unit } = inUnit(values[name], wanted);
  const id = idOf(name);
  const error = errorOf(name);
  if (!('min' in rule)) return null;
  return (
    <div className={styles.rule}>
      <div className={styles.why}>
        <label htmlFor={id}>{t(control.label)}</label>
        <span className="small">{t(control.help)}</span>
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
            onChange={({ target }) => change({ [name]: fromUnit(target.value, unit) })}
            onBlur={() => leave(name)}
          />
          <select
            className={classNames(fields.input, styles.unit)}
            aria-label={t(control.unitLabel)}
            disabled={disabled}
            value={unit}
            onChange={({ target }) => {
              // Changing the unit keeps the number, so that users can set number and unit in either order.
              const next = target.value as TimeUnit;
              setWanted(next);
              change({ [name]: fromUnit(text, next) });
            }}
          >
            <option value="hours">{t('story_editor.hours')}</option>
            <option value="days">{t('story_editor.days')}</option>
          </select>
        </div>
        <p id={`${id}-about`} className={error ? making.wrong : 'small soft'}>
          {error ?? t('story_editor.time_bounds', { hours: rule.min, days: rule.max / 24 })}
        </p>
      </div>
    </div>
  );
}
