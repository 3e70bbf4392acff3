import { Minus, Plus } from 'lucide';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import fields from '#web/ui/field.module.css';
import { Icon } from '#web/ui/icon.tsx';
import type { SettingName } from '../../model/mode-settings.ts';
import type { NumberFieldName } from '../../model/story-field-list.ts';
import making from './making.module.css';
import styles from './rules.module.css';
import type { StoryForm } from './use-story-form.ts';
import { wholeNumber } from './whole-number.ts';

interface Props {
  form: StoryForm;
  disabled: boolean;
  field: NumberFieldName | SettingName;
  bounds: { min: number; max: number };
  label: string;
  help: string;
  fewer: string;
  more: string;
}

/** A rule that is a number of people, with a button on each side. */
export function StepperRule({ form, disabled, field, bounds: { min, max }, label, help, fewer, more }: Props) {
  const { values, change, errorOf, leave, idOf } = form;
  const id = idOf(field);
  const error = errorOf(field);
  const size = wholeNumber(values[field]);
  const step = (by: number) => {
    const next = Number.isNaN(size) ? min : Math.min(max, Math.max(min, size + by));
    change({ [field]: String(next) });
  };
  return (
    <div className={styles.rule}>
      <div className={styles.why}>
        <label htmlFor={id}>{label}</label>
        <span id={`${id}-help`} className="small">
          {help}
        </span>
      </div>
      <div className={styles.control}>
        <div className={styles.stepper}>
          <Button
            aria-label={fewer}
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
            value={values[field]}
            aria-invalid={error ? true : undefined}
            aria-describedby={classNames(error && `${id}-error`, `${id}-help`)}
            onChange={({ target }) => change({ [field]: target.value })}
            onBlur={() => leave(field)}
          />
          <Button
            aria-label={more}
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
